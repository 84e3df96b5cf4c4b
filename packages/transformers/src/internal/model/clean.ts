import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type * as Ask from "./ask.ts"
import * as pageText from "./pageText.ts"
import { restore } from "./verify.ts"

export interface Cleaned {
  readonly markdown?: string
  readonly warnings: ReadonlyArray<string>
}

/** Restores removed lines that are not boilerplate. */
export const clean = Effect.fnUntraced(
  function*({ ask }: Ask.Ask, settings: Ask.Settings, markdown: string): Effect.fn.Return<Cleaned> {
    if (pageText.estimateTokens(markdown) > Math.min(settings.outputTokens, settings.inputTokens)) {
      return { warnings: ["onlyCleanContent: the page was not cleaned, because it exceeds the model's output limit."] }
    }
    const reply = yield* ask({
      instruction:
        "Remove residual boilerplate from this Markdown: cookie notices, calls to subscribe, and the like. " +
        "Leave out whole lines only and change nothing else: keep every heading, list, table, code block, image and " +
        "link exactly. Answer with the Markdown alone.",
      markdown
    })
    if (Result.isFailure(reply)) return { warnings: [`onlyCleanContent: ${reply.failure}; the original is kept.`] }
    const restored = reply.success.isCut ? { why: "it was truncated" } : restore(markdown, unfenced(reply.success.text))
    return "markdown" in restored
      ? {
        markdown: restored.markdown,
        warnings: restored.restored === 0 ? [] : [
          `onlyCleanContent: the model removed lines that are not boilerplate; they were restored: ${restored.restored}.`
        ]
      }
      : {
        warnings: [`onlyCleanContent: the model's response was rejected (${restored.why}); the original is kept.`]
      }
  }
)

/** Many models put their response in a fence. */
const unfenced = (answer: string): string => /^\s*```(?:markdown|md)\n([^]*)\n```\s*$/.exec(answer)?.[1] ?? answer
