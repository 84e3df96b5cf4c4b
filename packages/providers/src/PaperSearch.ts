/**
 * Searches scientific literature: papers with their abstracts, their references and their citations.
 *
 * @since 0.1.0
 */
import type { Query } from "@dunlin/query-operators/Query"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as Merge from "./internal/paperMerge.ts"
import * as Patience from "./internal/patience.ts"
import { SearchError, Unsupported } from "./SearchError.ts"
import type { Policy } from "./SearchProvider.ts"

/**
 * A query for papers.
 *
 * @category models
 * @since 0.1.0
 */
export interface PaperQuestion {
  readonly query: Query
  /** The maximum number of papers, from 1 to 500. */
  readonly limit: number
  /** The first day of publication as `YYYY-MM-DD`. */
  readonly from?: string | undefined
  /** The last day of publication as `YYYY-MM-DD`. */
  readonly to?: string | undefined
  /**
   * The sort order. A source without this order adds a warning.
   *
   * @default "relevance"
   */
  readonly sort?: "relevance" | "date" | "citations" | undefined
}

/**
 * A request for the papers that a paper cites (`references`), or that cite it (`citations`).
 *
 * @category models
 * @since 0.1.0
 */
export interface Expansion {
  /** The `id` of a paper from the same source. */
  readonly id: string
  readonly relation: "references" | "citations"
  /** The maximum number of papers, from 1 to 500. */
  readonly limit: number
}

/**
 * A paper.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Paper = Schema.Struct({
  /** The identifier of the paper in the source. Use it for expansions. */
  id: Schema.String,
  /** The name of the source, for example `openalex`. */
  source: Schema.String,
  title: Schema.String,
  url: Schema.String,
  authors: Schema.Array(Schema.String),
  /** The abstract as plain text. */
  abstract: Schema.optionalKey(Schema.String),
  /** The DOI in lower case, without `https://doi.org/`. */
  doi: Schema.optionalKey(Schema.String),
  /** The date of publication as `YYYY`, `YYYY-MM-DD` or a date-time. */
  publishedAt: Schema.optionalKey(Schema.String),
  venue: Schema.optionalKey(Schema.String),
  citations: Schema.optionalKey(Schema.Int),
  pdfUrl: Schema.optionalKey(Schema.String)
})

/**
 * @category models
 * @since 0.1.0
 */
export type Paper = typeof Paper.Type

/**
 * An identifier with its scheme. The scheme is in lower case: `doi`, `arxiv`, `pmid`, `pmcid`, the name of a source, or
 * empty if it has none.
 *
 * @category models
 * @since 0.2.0
 */
export interface Identifier {
  readonly scheme: string
  readonly value: string
}

const identifierOf = (id: string): Identifier => {
  const [, scheme, value] = /^([a-z]{2,20}):(.+)$/i.exec(id.trim()) ?? []
  if (scheme !== undefined && value !== undefined && !/^https?$/i.test(scheme)) {
    return { scheme: scheme.toLowerCase(), value: value.trim() }
  }
  const bare = id.trim().replace(/^https?:\/\/(?:dx\.)?doi\.org\//i, "")
  return { scheme: /^10\.\d{4,9}\//.test(bare) ? "doi" : "", value: bare }
}

/**
 * Papers, best first, and warnings about unsupported parts of the query.
 *
 * @category schemas
 * @since 0.1.0
 */
export const PaperAnswer = Schema.Struct({
  papers: Schema.Array(Paper),
  warnings: Schema.Array(Schema.String)
})

/**
 * @category models
 * @since 0.1.0
 */
export type PaperAnswer = typeof PaperAnswer.Type

/**
 * Searches papers in one source, or in several merged ones.
 *
 * @category services
 * @since 0.1.0
 */
export class PaperSearch extends Context.Service<PaperSearch, {
  /** A stable name in lower case, used in errors, spans and warnings. */
  readonly name: string
  readonly searchPapers: (question: PaperQuestion) => Effect.Effect<PaperAnswer, SearchError>
  /**
   * Finds a paper by an identifier of the source, or by `doi:10.1000/182`, `arxiv:1706.03762`, `pmid:31452104`. Returns
   * no paper if the source does not have it. Fails with `Unsupported` for an unsupported kind of identifier.
   */
  readonly find: (id: string) => Effect.Effect<PaperAnswer, SearchError>
  /**
   * Returns the papers that a paper cites, or that cite it. Fails with `Unsupported` if the source has no citations.
   */
  readonly expand: (expansion: Expansion) => Effect.Effect<PaperAnswer, SearchError>
}>()("@dunlin/providers/PaperSearch") {}

/**
 * Builds a source from an adapter's functions, and adds spans, limits, the timeout and retries. Without `expand`,
 * expansions fail with `Unsupported`. If `find` returns `undefined` for an identifier, it also fails with
 * `Unsupported`.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (
  options: Policy & {
    readonly name: string
    readonly searchPapers: (question: PaperQuestion) => Effect.Effect<PaperAnswer, SearchError>
    readonly find?: ((id: Identifier) => Effect.Effect<PaperAnswer, SearchError> | undefined) | undefined
    readonly expand?: ((expansion: Expansion) => Effect.Effect<PaperAnswer, SearchError>) | undefined
  }
): PaperSearch["Service"] => {
  const { expand, name } = options
  const patiently = (effect: Effect.Effect<PaperAnswer, SearchError>, limit: number) =>
    effect.pipe(
      Patience.retry(options),
      Patience.timeout(name, options),
      Effect.map(({ papers, warnings }) => ({ papers: papers.slice(0, limit), warnings }))
    )
  return PaperSearch.of({
    name,
    searchPapers: Effect.fn("PaperSearch.searchPapers")(function*(question) {
      yield* Effect.annotateCurrentSpan({ "dunlin.provider": name, "dunlin.limit": question.limit })
      return yield* patiently(options.searchPapers(question), question.limit)
    }),
    find: Effect.fn("PaperSearch.find")(function*(id) {
      yield* Effect.annotateCurrentSpan({ "dunlin.provider": name })
      const answer = options.find?.(identifierOf(id))
      if (answer === undefined) {
        return yield* new SearchError({ provider: name, reason: new Unsupported({ what: "identifiers of this kind" }) })
      }
      return yield* patiently(answer, 1)
    }),
    expand: Effect.fn("PaperSearch.expand")(function*(expansion) {
      yield* Effect.annotateCurrentSpan({ "dunlin.provider": name, "dunlin.relation": expansion.relation })
      if (expand === undefined) {
        return yield* new SearchError({ provider: name, reason: new Unsupported({ what: "citations" }) })
      }
      return yield* patiently(expand(expansion), expansion.limit)
    })
  })
}

/**
 * Merges several sources. All are queried at the same time, and a paper from several sources (same DOI or title) is
 * returned once with combined fields. A failed source causes a warning. The search fails only if all fail. An expansion
 * uses the paper's own source if its id is `source:id`, and otherwise the first source that succeeds.
 *
 * @category combinators
 * @since 0.1.0
 */
export const merge = (sources: ReadonlyArray<PaperSearch["Service"]>): PaperSearch["Service"] => Merge.merge(sources)

/**
 * Returns papers of a fixed list whose title or abstract contains all words of the query. It needs no network, and is
 * the default for examples and tests.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerMemory = (papers: ReadonlyArray<Paper>): Layer.Layer<PaperSearch> =>
  Layer.succeed(
    PaperSearch,
    make({
      name: "memory",
      searchPapers: ({ query }) => {
        const words = query.nodes.flatMap((node) =>
          (node._tag === "Word" || node._tag === "Phrase") && !node.negated ? [node.value.toLowerCase()] : []
        )
        const matching = papers.filter((paper) => {
          const text = `${paper.title} ${paper.abstract ?? ""}`.toLowerCase()
          return words.every((word) => text.includes(word))
        })
        return Effect.succeed({ papers: matching, warnings: [] })
      },
      find: ({ scheme, value }) =>
        Effect.succeed({
          papers: papers.filter(({ doi, id }) => scheme === "doi" ? doi === value.toLowerCase() : id === value),
          warnings: []
        })
    })
  )
