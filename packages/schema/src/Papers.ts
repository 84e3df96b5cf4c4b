/**
 * Defines the research index: `GET /v2/search/research/papers`.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { distinctListOf, integerBetween, textUpTo, withDefault } from "./internal/fields.ts"
import { type Decoded, decodeRequest } from "./internal/wire.ts"
import { InvalidRequest, type RequestIssue } from "./InvalidRequest.ts"
import * as Limits from "./Limits.ts"

const names = distinctListOf(textUpTo(Limits.texts.name), Limits.lists.papers)

/**
 * Request to the research index.
 *
 * @category schemas
 * @since 0.1.0
 */
export const PapersRequest = Schema.Struct({
  query: textUpTo(Limits.queryMaxCodePoints),
  k: withDefault(integerBetween({ minimum: 1, maximum: 500 }), 40, "Maximum number of papers to return."),
  authors: withDefault(names, [], "Authors to restrict results to."),
  categories: withDefault(names, [], "Subject categories to restrict results to."),
  /** The earliest publication date, as ISO 8601. */
  from: Schema.optionalKey(textUpTo(Limits.texts.date)),
  /** The latest publication date, as ISO 8601. */
  to: Schema.optionalKey(textUpTo(Limits.texts.date))
})

/**
 * @category models
 * @since 0.1.0
 */
export type PapersRequest = typeof PapersRequest.Type

const decodeWire = decodeRequest({
  schema: PapersRequest,
  decoder: Schema.decodeUnknownEffect(PapersRequest, { errors: "all" }),
  placeholders: { query: "query" }
})

/**
 * Decodes request parameters, with warnings about ignored ones. `limit` is an alias of `k`.
 *
 * @category decoding
 * @since 0.1.0
 */
export const decode = (
  input: { readonly [name: string]: unknown }
): Effect.Effect<Decoded<PapersRequest>, InvalidRequest> => {
  const { limit, ...rest } = input
  if (limit === undefined || Object.hasOwn(rest, "k")) return decodeWire(input)
  return Effect.mapError(decodeWire({ ...rest, k: limit }), saidOfLimit)
}

const saidOfLimit = (error: InvalidRequest): InvalidRequest => {
  const [first, ...others] = error.issues
  const renamed = (issue: RequestIssue): RequestIssue => issue.path[0] === "k" ? { ...issue, path: ["limit"] } : issue
  return new InvalidRequest({
    issues: [renamed(first), ...others.map(renamed)],
    ...(error.more === undefined ? {} : { more: error.more })
  })
}

/**
 * A paper. In a list, the best paper is first.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Paper = Schema.Struct({
  paperId: Schema.String,
  /** The identifier to cite: a DOI, or an arXiv id. */
  primaryId: Schema.String,
  /** All known identifiers by scheme, for example `{ doi: [...], arxiv: [...] }`. */
  ids: Schema.Record(Schema.String, Schema.Array(Schema.String)),
  title: Schema.String,
  abstract: Schema.String,
  score: Schema.Finite,
  signals: Schema.optionalKey(Schema.Record(Schema.String, Schema.Json))
})

/**
 * @category models
 * @since 0.1.0
 */
export type Paper = typeof Paper.Type

/**
 * @category schemas
 * @since 0.1.0
 */
export const PapersResponse = Schema.Struct({
  success: Schema.Literal(true),
  results: Schema.Array(Paper),
  /** Filters that could not be applied; absent if none exist. */
  warning: Schema.optionalKey(Schema.String)
})

/**
 * @category models
 * @since 0.1.0
 */
export type PapersResponse = typeof PapersResponse.Type

/**
 * A request for one paper. With a query, it also requests the paper's passages about the query.
 *
 * @category schemas
 * @since 0.2.0
 */
export const PaperRequest = Schema.Struct({
  query: Schema.optionalKey(textUpTo(Limits.queryMaxCodePoints)),
  k: withDefault(integerBetween({ minimum: 1, maximum: 50 }), 4, "Maximum number of passages to return.")
})

/**
 * @category models
 * @since 0.2.0
 */
export type PaperRequest = typeof PaperRequest.Type

/**
 * @category decoding
 * @since 0.2.0
 */
export const decodePaper = decodeRequest({
  schema: PaperRequest,
  decoder: Schema.decodeUnknownEffect(PaperRequest, { errors: "all" }),
  placeholders: {}
})

/**
 * A request for papers that are similar to a paper.
 *
 * @category schemas
 * @since 0.2.0
 */
export const SimilarPapersRequest = Schema.Struct({
  intent: textUpTo(Limits.queryMaxCodePoints),
  mode: withDefault(Schema.Literals(["similar", "citers", "references"]), "similar", "Which related papers to return."),
  k: withDefault(integerBetween({ minimum: 1, maximum: 500 }), 40, "Maximum number of papers to return."),
  anchor: withDefault(names, [], "Additional papers whose related papers are returned.")
})

/**
 * @category models
 * @since 0.2.0
 */
export type SimilarPapersRequest = typeof SimilarPapersRequest.Type

const decodeSimilarWire = decodeRequest({
  schema: SimilarPapersRequest,
  decoder: Schema.decodeUnknownEffect(SimilarPapersRequest, { errors: "all" }),
  placeholders: { intent: "intent" }
})

/**
 * Decodes request parameters. Papers are always ranked by the intent, so `rerank` has no effect.
 *
 * @category decoding
 * @since 0.2.0
 */
export const decodeSimilar = (
  { rerank: _, ...input }: { readonly [name: string]: unknown }
): Effect.Effect<Decoded<SimilarPapersRequest>, InvalidRequest> => decodeSimilarWire(input)

/**
 * The metadata of a paper.
 *
 * @category schemas
 * @since 0.2.0
 */
export const PaperMetadata = Schema.Struct({
  paperId: Schema.String,
  ids: Schema.Record(Schema.String, Schema.Array(Schema.String)),
  title: Schema.String,
  abstract: Schema.String,
  authors: Schema.optionalKey(Schema.String),
  createdDate: Schema.optionalKey(Schema.String),
  url: Schema.String,
  pdfUrl: Schema.optionalKey(Schema.String)
})

/**
 * @category models
 * @since 0.2.0
 */
export type PaperMetadata = typeof PaperMetadata.Type

/**
 * @category schemas
 * @since 0.2.0
 */
export const PaperResponse = Schema.Struct({
  success: Schema.Literal(true),
  paper: PaperMetadata,
  /** The id of the paper. This field and the next two are present if passages were requested. */
  paperId: Schema.optionalKey(Schema.String),
  query: Schema.optionalKey(Schema.String),
  passages: Schema.optionalKey(Schema.Array(Schema.Struct({ text: Schema.String, score: Schema.Finite }))),
  warning: Schema.optionalKey(Schema.String)
})

/**
 * @category models
 * @since 0.2.0
 */
export type PaperResponse = typeof PaperResponse.Type

/**
 * @category schemas
 * @since 0.2.0
 */
export const SimilarPapersResponse = Schema.Struct({
  ...PapersResponse.fields,
  /** The number of papers that were compared. */
  poolSize: Schema.Int,
  /** Whether similar papers were omitted. The contract's Rust SDK requires this field. */
  truncated: Schema.Boolean
})

/**
 * @category models
 * @since 0.2.0
 */
export type SimilarPapersResponse = typeof SimilarPapersResponse.Type
