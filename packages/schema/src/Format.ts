/**
 * Defines the output formats of a page.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { AttributeValues } from "./AttributeValues.ts"
import { Branding } from "./Branding.ts"
import { ChangeTrackingResult } from "./ChangeTrackingResult.ts"
import {
  atMostLong,
  distinctListOf,
  integerBetween,
  optional,
  optionalText,
  orName,
  textUpTo,
  withDefault
} from "./internal/fields.ts"
import { beyondBudget } from "./internal/jsonSchemaBudget.ts"
import * as Limits from "./Limits.ts"
import { Menu } from "./Menu.ts"
import { Product } from "./Product.ts"
import { Viewport } from "./Viewport.ts"

/**
 * The formats without options, which may be written as bare names.
 *
 * @category constants
 * @since 0.1.0
 */
export const simpleNames = [
  "markdown",
  "summary",
  "html",
  "rawHtml",
  "rawBase64",
  "links",
  "images",
  "branding",
  "product",
  "menu",
  "audio",
  "video"
] as const

const bareNames = [...simpleNames, "screenshot", "json", "changeTracking"] as const

/**
 * A JSON Schema of the caller, within `Limits.jsonSchema`.
 *
 * @category schemas
 * @since 0.1.0
 */
export const JsonSchemaObject = Schema.Record(Schema.String, Schema.Json).check(
  Schema.makeFilter((schema: { readonly [key: string]: Schema.Json }) => {
    const expected = beyondBudget(schema)
    return expected === undefined || `Expected ${expected}`
  })
)

/**
 * A screenshot of the page. `quality` from 1 to 100 makes it a JPEG; the default is PNG.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Screenshot = Schema.Struct({
  type: Schema.Literal("screenshot"),
  fullPage: withDefault(Schema.Boolean, false, "Captures the whole page instead of the viewport."),
  quality: optional(
    integerBetween({ minimum: 1, maximum: 100 }),
    "JPEG quality, 1 to 100. If absent, the image is a PNG."
  ),
  viewport: optional(Viewport, "Size of the viewport.")
})

/**
 * Structured data of the page, by a schema, a prompt, or both. Without either, it is the structured data that the page
 * declares.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Json = Schema.Struct({
  type: Schema.Literal("json"),
  schema: optional(JsonSchemaObject, "JSON Schema of the result."),
  prompt: optionalText("Description of the data to extract from the page.", Limits.promptMaxLength),
  systemPrompt: optionalText("Instructions for the language model, before the prompt.", Limits.promptMaxLength),
  deterministic: optional(
    Schema.Boolean,
    "Whether the format was requested as `deterministicJson`, which is handled like `json`. If a language model extracts the data, results may still differ."
  )
})

/**
 * Changes since the last scrape of the same page with the same `tag`.
 *
 * @category schemas
 * @since 0.1.0
 */
export const ChangeTracking = Schema.Struct({
  type: Schema.Literal("changeTracking"),
  modes: withDefault(
    distinctListOf(Schema.Literals(["git-diff", "json"]), Limits.lists.changeTrackingModes),
    [],
    "Forms of the diff to return in addition to the status."
  ),
  schema: optional(JsonSchemaObject, "JSON Schema of the fields to compare in `json` mode."),
  prompt: optionalText("Description of the data to compare in `json` mode.", Limits.promptMaxLength),
  tag: withDefault(
    Schema.NullOr(atMostLong(Limits.texts.tag)),
    null,
    "Name of a separate change history for this page."
  )
})

/**
 * Attribute values. For each selector, the format returns `attribute` of every matching element.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Attributes = Schema.Struct({
  type: Schema.Literal("attributes"),
  selectors: distinctListOf(
    Schema.Struct({ selector: textUpTo(Limits.texts.selector), attribute: textUpTo(Limits.texts.attribute) }),
    Limits.lists.selectors
  )
})

/**
 * A question about the page. The response is in the field `answer`.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Question = Schema.Struct({
  type: Schema.Literal("question"),
  question: textUpTo(Limits.promptMaxLength)
})

/**
 * Passages of the page that match `query`. They are in the field `highlights`.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Highlights = Schema.Struct({
  type: Schema.Literal("highlights"),
  query: textUpTo(Limits.promptMaxLength)
})

/**
 * The older name of `question`, which several clients still use.
 *
 * @category schemas
 * @since 0.1.0
 */
export const LegacyQuery = Schema.Struct({
  type: Schema.Literal("query"),
  prompt: textUpTo(Limits.promptMaxLength),
  mode: optional(Schema.Literals(["freeform", "directQuote"]), "Has no effect.")
}).pipe(
  Schema.decodeTo(
    Schema.toType(Question),
    SchemaTransformation.transform({
      decode: ({ prompt }) => ({ type: "question" as const, question: prompt }),
      encode: ({ question }) => ({ type: "query" as const, prompt: question })
    })
  )
)

/**
 * Structured data that the reference API extracts with a separate program, with the schema or prompt of `json`. It is
 * returned in `json`.
 *
 * @category schemas
 * @since 0.3.0
 */
export const DeterministicJson = Schema.Struct({
  type: Schema.Literal("deterministicJson"),
  schema: optional(JsonSchemaObject, "JSON Schema of the result."),
  prompt: optionalText("Description of the data to extract from the page.", Limits.promptMaxLength)
}).pipe(
  Schema.decodeTo(
    Schema.toType(Json),
    SchemaTransformation.transform({
      decode: ({ type: _type, ...wanted }): typeof Json.Type => ({ type: "json", ...wanted, deterministic: true }),
      encode: ({ prompt, schema }: typeof Json.Type) => ({
        type: "deterministicJson" as const,
        ...(prompt === undefined ? {} : { prompt }),
        ...(schema === undefined ? {} : { schema })
      })
    })
  )
)

const expected =
  `a format: ${bareNames.slice(0, -1).join(", ")} or ${bareNames.at(-1)}, or an object with what it needs: ` +
  "{ type: \"attributes\", selectors }, { type: \"question\", question } or { type: \"highlights\", query }"

/**
 * One entry of `formats` in its canonical form.
 *
 * @category schemas
 * @since 0.1.0
 */
export const FormatObject = Schema.Union([
  Schema.Struct({ type: Schema.Literals(simpleNames) }),
  Screenshot,
  Json,
  ChangeTracking,
  Attributes,
  Question,
  Highlights,
  LegacyQuery,
  DeterministicJson
]).annotate({ expected })

/**
 * @category models
 * @since 0.1.0
 */
export type Format = typeof FormatObject.Type

/**
 * The name of a format, which is its `type`.
 *
 * @category models
 * @since 0.1.0
 */
export type FormatType = Format["type"]

/**
 * The source of a format:
 * - `text`: the text of the page, for any content type
 * - `html`: the elements of an HTML page
 * - `browser`: the rendered page
 * - `media`: audio and video that the page links to
 * - `meaning`: the text after redaction, through a model or extraction
 * - `history`: earlier versions of the page
 * - `bytes`: the response, for any content type
 *
 * @category models
 * @since 0.2.0
 */
export type Origin = "text" | "html" | "browser" | "media" | "meaning" | "history" | "bytes"

const nullableTextKey = Schema.optionalKey(Schema.NullOr(Schema.String))

/**
 * The document fields that hold formats. A field is present if its format was requested.
 *
 * @category schemas
 * @since 0.2.0
 */
export const fields = {
  markdown: nullableTextKey,
  html: nullableTextKey,
  rawHtml: nullableTextKey,
  /** The bytes of the response or of the rendered page, as base64. */
  rawBase64: Schema.optionalKey(Schema.String),
  links: Schema.optionalKey(Schema.Array(Schema.String)),
  images: Schema.optionalKey(Schema.Array(Schema.String)),
  /** A link to the image. It is valid for 24 hours. */
  screenshot: nullableTextKey,
  summary: nullableTextKey,
  json: Schema.optionalKey(Schema.Json),
  changeTracking: Schema.optionalKey(ChangeTrackingResult),
  branding: Schema.optionalKey(Branding),
  product: Schema.optionalKey(Product),
  menu: Schema.optionalKey(Menu),
  attributes: Schema.optionalKey(Schema.Array(AttributeValues)),
  /** A link to the MP3. It is valid for 1 hour. */
  audio: nullableTextKey,
  /** A link to the video. It is valid for 1 hour. */
  video: nullableTextKey,
  /** The answer to the `question` format. */
  answer: nullableTextKey,
  /** Passages that the `highlights` format selected, as Markdown. */
  highlights: nullableTextKey
}

/**
 * The content of a field:
 * - `text`: words of the page, also within objects; redaction and the removal of invisible characters apply
 * - `code`: the code of the page, unchanged
 * - `file`: a link to a file, or its bytes
 *
 * @category models
 * @since 0.2.0
 */
export type Content = "text" | "code" | "file"

interface Facts<Type extends FormatType> {
  readonly origin: Origin
  readonly field: keyof typeof fields
  readonly content: Content
  /** Returns whether the format is derived from the redacted text. @default for formats of the origin `meaning` */
  readonly isDerived?: (format: Extract<Format, { readonly type: Type }>) => boolean
}

/**
 * The properties of each format. A new format needs a row and its field. The compiler then reports the code that must
 * handle it.
 *
 * @category constants
 * @since 0.2.0
 */
export const facts = {
  markdown: { origin: "text", field: "markdown", content: "text" },
  summary: { origin: "meaning", field: "summary", content: "text" },
  html: { origin: "html", field: "html", content: "code" },
  rawHtml: { origin: "text", field: "rawHtml", content: "code" },
  rawBase64: { origin: "bytes", field: "rawBase64", content: "file" },
  links: { origin: "html", field: "links", content: "text" },
  images: { origin: "html", field: "images", content: "text" },
  attributes: { origin: "html", field: "attributes", content: "text" },
  product: { origin: "html", field: "product", content: "text" },
  menu: { origin: "html", field: "menu", content: "text" },
  // A model adds the tone of the text to the page's colours and fonts.
  branding: { origin: "html", field: "branding", content: "text", isDerived: () => true },
  audio: { origin: "media", field: "audio", content: "file" },
  video: { origin: "media", field: "video", content: "file" },
  screenshot: { origin: "browser", field: "screenshot", content: "file" },
  json: { origin: "meaning", field: "json", content: "text" },
  changeTracking: {
    origin: "history",
    field: "changeTracking",
    content: "text",
    isDerived: ({ modes }) => modes.includes("json")
  },
  question: { origin: "meaning", field: "answer", content: "text" },
  highlights: { origin: "meaning", field: "highlights", content: "text" }
} as const satisfies { readonly [Type in FormatType]: Facts<Type> }

/**
 * The formats of one origin.
 *
 * @category models
 * @since 0.2.0
 */
export type FormatOf<From extends Origin> = {
  readonly [Type in FormatType]: typeof facts[Type]["origin"] extends From ? Type : never
}[FormatType]

const types = Object.keys(facts) as ReadonlyArray<FormatType>

/**
 * Returns the types of the formats of one origin.
 *
 * @category accessors
 * @since 0.2.0
 */
export const ofOrigin = <const From extends Origin>(origin: From): ReadonlyArray<FormatOf<From>> =>
  types.filter((type): type is FormatOf<From> => facts[type].origin === origin)

/**
 * Returns whether a format is derived from the redacted text.
 *
 * @category accessors
 * @since 0.2.0
 */
export const isDerived = (format: Format): boolean => {
  const { isDerived, origin }: Facts<never> = facts[format.type]
  return isDerived?.(format as never) ?? origin === "meaning"
}

const fromName = (type: typeof bareNames[number]): Format => {
  if (type === "screenshot") return { type, fullPage: false }
  if (type === "changeTracking") return { type, modes: [], tag: null }
  return { type }
}

/**
 * One entry of `formats`: an object with `type`, or the bare name of a format without required options.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Format = orName(FormatObject, bareNames, fromName, expected)

/**
 * Returns the first format of one type, with its options.
 *
 * @category accessors
 * @since 0.1.0
 */
export const find = <const Type extends FormatType>(
  formats: ReadonlyArray<Format>,
  type: Type
): Extract<Format, { readonly type: Type }> | undefined =>
  formats.find((format): format is Extract<Format, { readonly type: Type }> => format.type === type)

/**
 * Returns whether a format of this type was requested.
 *
 * @category accessors
 * @since 0.1.0
 */
export const has = (formats: ReadonlyArray<Format>, type: FormatType): boolean =>
  formats.some((format) => format.type === type)
