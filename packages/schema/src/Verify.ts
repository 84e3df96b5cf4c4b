/**
 * Defines `POST /dunlin/verify`. It checks whether a page contains given quotations. It is not part of the contract.
 *
 * @since 0.3.0
 */
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { integerBetween, optional, textUpTo } from "./internal/fields.ts"
import { type Decoded, decodeRequest } from "./internal/wire.ts"
import type { DecodeOptions, InvalidRequest } from "./InvalidRequest.ts"
import { DocumentUrl } from "./ScrapeRequest.ts"

const MAX_QUOTATIONS = 100
const MAX_QUOTATION_CHARACTERS = 10_000
const MAX_MARKDOWN_CHARACTERS = 2_000_000
/** The limits of a scrape. */
const TIMEOUT = { minimum: 1000, maximum: 300_000 } as const

const quotations = `1 to ${MAX_QUOTATIONS} quotations`

/**
 * The quotations to check, and the page: a `url`, which is fetched and charged as a scrape, or `markdown`, which is
 * free.
 *
 * @category schemas
 * @since 0.3.0
 */
export const VerifyRequest = Schema.Struct({
  quotations: Schema.Array(textUpTo(MAX_QUOTATION_CHARACTERS)).check(
    Schema.isBetweenLength(1, MAX_QUOTATIONS, { expected: quotations })
  ),
  url: optional(DocumentUrl, "URL of the page, which is fetched or read from the cache."),
  markdown: optional(
    textUpTo(MAX_MARKDOWN_CHARACTERS),
    "The page as Markdown or plain text. `url` is then not fetched."
  ),
  maxAge: optional(
    integerBetween({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
    "Maximum age of a cached page, in milliseconds."
  ),
  timeout: optional(integerBetween(TIMEOUT), "Timeout of the request, in milliseconds.")
}).check(
  Schema.makeFilter(
    ({ markdown, url }: { readonly markdown?: string; readonly url?: string }) =>
      markdown !== undefined || url !== undefined,
    { expected: "a `url` or a `markdown`" }
  )
)

/**
 * @category models
 * @since 0.3.0
 */
export type VerifyRequest = typeof VerifyRequest.Type

/**
 * The input of the request.
 *
 * @category models
 * @since 0.3.0
 */
export type VerifyRequestInput = typeof VerifyRequest.Encoded

const decodeWire = decodeRequest({
  schema: VerifyRequest,
  decoder: Schema.decodeUnknownEffect(VerifyRequest, { errors: "all" }),
  placeholders: { quotations: ["quotation"], markdown: "text" }
})

/**
 * Decodes a request body, with warnings about ignored fields. Fails with one issue per fault.
 *
 * @category decoding
 * @since 0.3.0
 */
export const decode = (
  input: unknown,
  options?: DecodeOptions
): Effect.Effect<Decoded<VerifyRequest>, InvalidRequest> => decodeWire(input, options)

const Range = Schema.Struct({ start: Schema.Int, end: Schema.Int })

/**
 * The verdict on one quotation. Offsets count UTF-16 code units of the Markdown.
 *
 * @category schemas
 * @since 0.3.0
 */
export const Verdict = Schema.Struct({
  quotation: Schema.String,
  isFound: Schema.Boolean,
  /** Whether upper and lower case are the same as on the page. */
  isExact: Schema.optionalKey(Schema.Boolean),
  /** Whether the quotation consists of whole sentences. If not, it may omit a negation or a condition. */
  isWhole: Schema.optionalKey(Schema.Boolean),
  /** The position of the quotation. It has several ranges if the quotation contains an ellipsis. */
  ranges: Schema.optionalKey(Schema.Array(Range)),
  /** The whole sentences that contain the quotation. */
  sentences: Schema.optionalKey(Schema.String),
  headings: Schema.optionalKey(Schema.Array(Schema.String)),
  /** The URL of the page with the anchor of the quotation's section, or with a text fragment for its words. */
  link: Schema.optionalKey(Schema.String),
  /** The most similar sentence of the page, if the quotation is missing. */
  nearest: Schema.optionalKey(Schema.String)
})

/**
 * @category models
 * @since 0.3.0
 */
export type Verdict = typeof Verdict.Type

/**
 * One verdict per quotation, in order.
 *
 * @category schemas
 * @since 0.3.0
 */
export const VerifyResponse = Schema.Struct({
  success: Schema.Literal(true),
  data: Schema.Array(Verdict),
  /** SHA-256 of the page's Markdown, in hexadecimal. */
  hash: Schema.String,
  warning: Schema.optionalKey(Schema.String),
  creditsUsed: Schema.Int
})

/**
 * @category models
 * @since 0.3.0
 */
export type VerifyResponse = typeof VerifyResponse.Type
