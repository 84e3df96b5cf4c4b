import * as Format from "@dunlin/schema/Format"
import type * as Schema from "effect/Schema"
import type { Derived, ModelRequest } from "../../ModelFormats.ts"
import * as Passages from "../../Passages.ts"
import * as Summary from "../../Summary.ts"
import { conform } from "./conform.ts"

/** Derives every format from sentences and structured data of the page itself. */
export const derive = ({ document, markdown, options }: ModelRequest): Derived => {
  const { formats } = options
  const warnings: Array<string> = []
  const question = Format.find(formats, "question")
  const highlights = Format.find(formats, "highlights")
  const json = Format.find(formats, "json")
  const tracking = Format.find(formats, "changeTracking")
  if (options.onlyCleanContent) warnings.push(needsModel("onlyCleanContent"))
  const found = json === undefined ? undefined : structured(document, json.schema)
  if (json !== undefined && found === undefined) {
    warnings.push(`The page has no structured data that fits; ${needsModel("json")}`)
  }
  const tracked = tracking?.modes.includes("json") === true ? structured(document, tracking.schema) : undefined
  return {
    fields: {
      ...(Format.has(formats, "summary") ? { summary: Summary.extract(markdown) } : {}),
      ...(question === undefined ? {} : { answer: answer(markdown, question.question) }),
      ...(highlights === undefined ? {} : { highlights: Passages.highlight(markdown, highlights.query) }),
      ...(found === undefined ? {} : { json: found })
    },
    ...(tracked === undefined ? {} : { tracked }),
    warnings
  }
}

const needsModel = (format: string): string =>
  `${format} needs a language model; set DUNLIN_MODEL_URL and DUNLIN_MODEL.`

/** The sentences that fit the question best, each as a quotation with its place in the page in percent. */
export const answer = (markdown: string, question: string): string => {
  const passages = Passages.select(markdown, question, 3).filter((passage) => passage.score > 0)
  if (passages.length === 0) return "The page does not say."
  return passages.toSorted((left, right) => left.start - right.start).map(({ end, start }) => {
    const place = Math.round(100 * start / Math.max(1, markdown.length))
    return `“${markdown.slice(start, end).replace(/\s+/g, " ").trim()}” (at ${place} % of the page)`
  }).join("\n")
}

/** The structured data of the page that satisfies a schema, if there is any. */
const structured = (
  document: ModelRequest["document"],
  schema: { readonly [key: string]: Schema.Json } | undefined
): Schema.Json | undefined => {
  const { metadata, product } = document
  const candidates: ReadonlyArray<Schema.Json | undefined> = [
    product as Schema.Json | undefined,
    fromMetadata(metadata as { readonly [key: string]: Schema.Json } | undefined, schema)
  ]
  if (schema === undefined) return undefined
  return candidates.find((candidate) => candidate !== undefined && conform(candidate, schema).length === 0)
}

// A flat schema whose properties are named as metadata is, for example title and description.
const fromMetadata = (
  metadata: { readonly [key: string]: Schema.Json } | undefined,
  schema: { readonly [key: string]: Schema.Json } | undefined
): Schema.Json | undefined => {
  const properties = schema?.properties
  if (metadata === undefined || typeof properties !== "object" || properties === null) return undefined
  const known = Object.keys(properties).filter((key) => Object.hasOwn(metadata, key))
  return known.length === 0 ? undefined : Object.fromEntries(known.map((key) => [key, metadata[key]!]))
}
