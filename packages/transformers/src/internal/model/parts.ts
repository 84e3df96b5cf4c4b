import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type * as Form from "../../model/AnswerFormat.ts"
import * as pageText from "./pageText.ts"
import type { Page } from "./source.ts"

export interface Mapped {
  readonly texts: ReadonlyArray<string>
  readonly share: number
  readonly why?: string | undefined
}

/** The remaining time is for merging the parts. */
const TIME_SHARE_OF_PARTS = 0.7

const CALLS_AFTER_PARTS = 2

/**
 * Sends a prompt with each part of a page that exceeds the model's input. A page that is too long for all calls is
 * reduced to a selection first. Returns `undefined` if one call is enough, or if the budget allows fewer than two
 * parts.
 */
export const overParts = Effect.fnUntraced(function*(
  { ask, callsEach, left, settings: { concurrency, inputTokens }, shown }: Page,
  task: { readonly instruction: string; readonly about?: string | undefined; readonly form?: Form.Form | undefined }
): Effect.fn.Return<Mapped | undefined> {
  const size = pageText.estimateTokens(shown)
  if (size <= inputTokens) return undefined
  const budget = yield* left
  const most = Math.min(callsEach, budget.calls) - CALLS_AFTER_PARTS
  const tokens = Math.min(most * inputTokens, budget.tokens - inputTokens)
  if (most < 2 || tokens < 2 * inputTokens) return undefined
  // Parts end between paragraphs, so most are not full.
  const page = pageText.within(shown, Math.floor(tokens * 0.8), task.about)
  const parts = pageText.partsOf(page.text, inputTokens).slice(0, most)
  const replies = yield* Effect.forEach(
    parts,
    (part) =>
      ask({ instruction: task.instruction, markdown: part.text, form: task.form, timeShare: TIME_SHARE_OF_PARTS }),
    { concurrency }
  )
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  const used = parts.reduce((sum, part, index) => Result.isSuccess(replies[index]!) ? sum + part.length : sum, 0)
  return {
    texts: replies.flatMap((reply) => Result.isSuccess(reply) ? [reply.success.text] : []),
    share: used === length ? page.share : Math.min(0.99, page.share * used / length),
    why: replies.flatMap((reply) => Result.isFailure(reply) ? [reply.failure] : [])[0]
  }
})
