import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Summary from "../../model/Summary.ts"
import * as addressed from "./addressed.ts"
import type * as Ask from "./ask.ts"
import { parseJson } from "./parseJson.ts"
import { overParts } from "./parts.ts"
import { answer as quotedAnswer } from "./quoted.ts"
import { type Made, type Page, partly } from "./source.ts"

/** The prompts request a few sentences. */
const MAX_STATEMENT_CHARACTERS = 8000

/** If a page has instructions for a model, at least this share of a statement's words must be on the page. */
const MIN_GROUNDING = 0.5

const statement = (page: Page, reply: Result.Result<Ask.Reply, string>): Result.Result<Ask.Reply, string> =>
  Result.flatMap(reply, ({ text, ...rest }) => {
    const answer = unwrapped(text.trim())
    if (answer === "") return Result.fail("the language model's response was empty")
    if (answer.length > MAX_STATEMENT_CHARACTERS) return Result.fail("the language model's response was too long")
    // A summary cannot be verified. If the page has instructions for a model, the summary must share its words.
    return page.addressed.length > 0 && addressed.grounding(answer, page.shown) < MIN_GROUNDING
      ? Result.fail("the language model's response was not about the page")
      : Result.succeed({ ...rest, text: answer })
  })

/** Some models return an object such as `{"summary": "..."}` for every prompt. */
const unwrapped = (text: string): string => {
  const value = /^(?:```|\{)/.test(text) ? parseJson(text) : undefined
  if (typeof value !== "object" || value === null || Array.isArray(value)) return text
  const [only, ...others] = Object.values(value)
  return typeof only === "string" && others.length === 0 ? only.trim() : text
}

const summarise = "Summarise the page in three to five sentences, in its own language. Answer with the summary alone."

export const summary = Effect.fnUntraced(function*(page: Page): Effect.fn.Return<Made> {
  const parts = yield* overParts(page, {
    instruction: "This is a part of a long page. Summarise it in five to ten sentences, in its own language; keep " +
      "names, numbers and results. Answer with the summary alone."
  })
  const isMapped = parts !== undefined && parts.texts.length > 0
  const reply = yield* page.ask(
    isMapped
      ? {
        instruction: `${summarise} The text below contains summaries of the parts of the page, in order.`,
        markdown: parts.texts.map((text) => unwrapped(text.trim())).join("\n\n")
      }
      : { instruction: summarise, markdown: page.shown }
  )
  return Result.match(statement(page, reply), {
    onFailure: (why): Made => ({
      fields: { summary: Summary.extract(page.plain) },
      warnings: [`summary: ${why}; sentences from the page are used instead.`, ...partly(page, "summary", 1)]
    }),
    onSuccess: ({ isCut, share, text }): Made => ({
      fields: { summary: text },
      warnings: [
        ...partly(page, "summary", isMapped ? parts.share : share),
        ...(isCut ? ["summary: the language model's response was truncated."] : [])
      ]
    })
  })
})

export const answer = (page: Page, question: string): Effect.Effect<Made> =>
  Effect.map(
    page.ask({
      instruction:
        `Answer this question from the page alone, shortly. If the page does not say, say so.\n\n${question}`,
      markdown: page.shown,
      about: question
    }),
    (reply) =>
      Result.match(statement(page, reply), {
        onFailure: (why): Made => ({
          fields: { answer: quotedAnswer(page.plain, question) ?? null },
          warnings: [
            `question: ${why}; matching sentences from the page are used instead.`,
            ...partly(page, "question", 1)
          ]
        }),
        onSuccess: ({ isCut, share, text }): Made => ({
          fields: { answer: text },
          warnings: [
            ...partly(page, "question", share),
            ...(isCut ? ["question: the language model's response was truncated."] : [])
          ]
        })
      })
  )
