import * as Format from "@dunlin/schema/Format"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import * as Compare from "./compare.ts"
import type { Fields } from "./fields.ts"
import type { Derived, ModelRequest } from "./request.ts"
import * as Selecting from "./selecting.ts"
import { structured } from "./structured/declared.ts"

export const make = Effect.map(
  Effect.all([Compare.make, Selecting.make]),
  ([compare, select]) =>
    Effect.fnUntraced(function*({ document, markdown, options, things }: ModelRequest): Effect.fn.Return<Derived> {
      const { formats } = options
      const warnings: Array<string> = []
      const question = Format.find(formats, "question")
      const highlights = Format.find(formats, "highlights")
      const json = Format.find(formats, "json")
      const tracking = Format.find(formats, "changeTracking")
      if (options.onlyCleanContent) warnings.push(needsModel("onlyCleanContent"))
      const tracksJson = tracking?.modes.includes("json") === true
      const declared = json?.schema === undefined && !tracksJson ? [] : things?.() ?? []
      const fill = (schema: Fields | undefined) =>
        schema === undefined
          ? Effect.succeed(undefined)
          : structured(compare, { document, markdown, schema, things: declared })
      const found = yield* fill(json?.schema)
      if (json !== undefined && found === undefined) {
        warnings.push(`The page has no matching structured data; ${needsModel("json")}`)
      }
      if (found !== undefined && found.share < 1) {
        warnings.push(
          `json: the page's structured data contains ${Math.round(found.share * 100)} % of the fields; ${
            needsModel("the rest")
          }`
        )
      }
      if (json?.systemPrompt !== undefined) warnings.push(needsModel("The systemPrompt of json"))
      const tracked = tracksJson ? (yield* fill(tracking.schema))?.value : undefined
      if (tracksJson && tracked === undefined) warnings.push(needsModel("The json mode of changeTracking"))
      const isSummarised = Format.has(formats, "summary")
      const selected = question === undefined && highlights === undefined && !isSummarised
        ? {}
        : yield* select({ markdown, question: question?.question, query: highlights?.query, isSummarised })
      if (selected === undefined) warnings.push(tooLong)
      const quoted = selected?.answer
      if (question !== undefined && selected !== undefined && quoted === undefined) {
        warnings.push("question: no sentence of the page contains a word of the question.")
      }
      const passages = selected?.highlights ?? ""
      if (highlights !== undefined && selected !== undefined && passages === "") {
        warnings.push("highlights: no sentence of the page contains a word of the query.")
      }
      const made: MadeOfText = {
        summary: selected?.summary ?? null,
        question: quoted ?? null,
        highlights: passages === "" ? null : passages,
        json: found?.value ?? null
      }
      return {
        fields: fieldsOf(formats, made),
        ...(tracked === undefined ? {} : { tracked }),
        warnings
      }
    })
)

type MadeOfText = { readonly [Type in Format.FormatOf<"meaning">]: Schema.Json }

const fieldsOf = (formats: ReadonlyArray<Format.Format>, made: MadeOfText): Derived["fields"] =>
  Object.fromEntries(
    Object.entries(made).flatMap(([type, value]) =>
      Format.has(formats, type as keyof MadeOfText) ? [[Format.facts[type as keyof MadeOfText].field, value]] : []
    )
  )

const tooLong = "The page's text is too long to select from in time."

const needsModel = (format: string): string =>
  `${format} requires a language model; set DUNLIN_MODEL_URL and DUNLIN_MODEL.`
