import * as Passages from "@dunlin/text/Passages"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import * as addressed from "./addressed.ts"
import { parseJson } from "./parseJson.ts"
import { type Made, type Page, partly } from "./source.ts"
import { makeLocate } from "./verify.ts"

const MAX_QUOTATIONS = 50

export const quote = (page: Page, query: string): Effect.Effect<Made> =>
  Effect.map(
    page.ask({
      instruction:
        "Select the passages of the page that matter to the query below. Copy each word for word. Answer with " +
        `a JSON array of strings and nothing else.\n\nQuery: ${query}`,
      markdown: page.shown,
      about: query
    }),
    (reply): Made => {
      const instead = (why: string): Made => {
        const highlights = Passages.highlight(page.plain, query)
        return {
          fields: { highlights: highlights === "" ? null : highlights },
          warnings: [`highlights: ${why}; they were selected without a model.`, ...partly(page, "highlights", 1)]
        }
      }
      if (Result.isFailure(reply)) return instead(reply.failure)
      const quotations = [...new Set(quotationsOf(reply.success.text))].slice(0, MAX_QUOTATIONS)
      const locate = makeLocate(page.markdown)
      const found = quotations.map(locate)
        .filter((range) => range !== undefined)
        .filter((range) => isOwn(page, query, range))
      if (found.length === 0) return instead("the language model returned no text from the page")
      const refused = quotations.length - found.length
      return {
        fields: { highlights: merge(found).map(({ end, start }) => page.markdown.slice(start, end)).join("\n\n") },
        warnings: [
          ...(refused === 0
            ? []
            : [
              `highlights: ${refused} of the model's passages ${
                refused === 1 ? "was rejected, because it is" : "were rejected, because they are"
              } not on the page.`
            ]),
          ...partly(page, "highlights", reply.success.share)
        ]
      }
    }
  )

const quotationsOf = (answer: string): ReadonlyArray<string> => {
  const value = parseJson(answer)
  if (value === undefined) {
    return answer.split("\n").map((line) =>
      line.replace(/^\s*(?:[-*+>]|\d{1,3}[.)])\s+/, "").replace(/^\s*["“„»]|["”“«]\s*$/g, "").trim()
    ).filter((line) => line !== "")
  }
  const texts: Array<string> = []
  const open: Array<Schema.Json> = [value]
  while (open.length > 0) {
    const next = open.pop()!
    if (typeof next === "string") texts.push(next)
    else if (typeof next === "object" && next !== null) open.push(...Object.values(next).slice(0, 1000).toReversed())
  }
  return texts
}

/**
 * If the page has instructions for a model, a passage must contain a query word and must not be such an instruction.
 */
const isOwn = (page: Page, query: string, range: addressed.Range): boolean =>
  page.addressed.length === 0 || (
    !page.addressed.some((other) => addressed.overlaps(other, range)) &&
    Passages.select(page.markdown.slice(range.start, range.end), query, 1).some(({ score }) => score > 0)
  )

const merge = (ranges: ReadonlyArray<addressed.Range>): ReadonlyArray<addressed.Range> => {
  const merged: Array<addressed.Range> = []
  for (const range of ranges.toSorted((left, right) => left.start - right.start || right.end - left.end)) {
    const last = merged.at(-1)
    if (last === undefined || range.start >= last.end) merged.push(range)
    else if (range.end > last.end) merged[merged.length - 1] = { start: last.start, end: range.end }
  }
  return merged
}
