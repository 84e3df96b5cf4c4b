import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type * as Form from "../../model/AnswerFormat.ts"
import * as pageText from "./pageText.ts"
import type { Page } from "./source.ts"

/** Answers of the model for the parts of a page. */
export interface Mapped {
  /** Its answers, in the order of the page. */
  readonly texts: ReadonlyArray<string>
  /** Part of the page that was used, 0 to 1. */
  readonly share: number
  /** Why a part has no answer, if one has none. */
  readonly why?: string | undefined
}

/** Part of the time left that the parts may take; the rest is for making one of them. */
const timeShare = 0.7

/** Calls that are kept for what follows the parts. */
const reserve = 2

/**
 * Sends the same prompt with every part of a page that is longer than the model reads. Undefined when one call is enough,
 * or when the budget allows only one: the model then reads a selection. A page too long for all calls together is first
 * reduced to a selection.
 */
export const overParts = Effect.fnUntraced(function*(
  { ask, callsEach, left, settings: { concurrency, inputTokens }, shown }: Page,
  task: { readonly instruction: string; readonly about?: string | undefined; readonly form?: Form.Form | undefined }
): Effect.fn.Return<Mapped | undefined> {
  const size = pageText.estimateTokens(shown)
  if (size <= inputTokens) return undefined
  const budget = yield* left
  const most = Math.min(callsEach, budget.calls) - reserve
  const tokens = Math.min(most * inputTokens, budget.tokens - inputTokens)
  if (most < 2 || tokens < 2 * inputTokens) return undefined
  // Parts end between paragraphs, so not all are full.
  const page = pageText.within(shown, Math.floor(tokens * 0.8), task.about)
  const parts = pageText.partsOf(page.text, inputTokens).slice(0, most)
  const replies = yield* Effect.forEach(
    parts,
    (part) => ask({ instruction: task.instruction, markdown: part.text, form: task.form, timeShare }),
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
