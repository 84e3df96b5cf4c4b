/**
 * Searches scientific literature: papers with their abstracts, and the papers they cite or that cite them.
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
 * A question about papers.
 *
 * @category models
 * @since 0.1.0
 */
export interface PaperQuestion {
  readonly query: Query
  /** At most this many papers, 1 to 500. */
  readonly limit: number
  /** First day of publication, `YYYY-MM-DD`. */
  readonly from?: string | undefined
  /** Last day of publication, `YYYY-MM-DD`. */
  readonly to?: string | undefined
  /**
   * Which papers come first. A source that cannot sort so warns.
   *
   * @default "relevance"
   */
  readonly sort?: "relevance" | "date" | "citations" | undefined
}

/**
 * A question about the neighbours of a paper: `references` are the papers it cites, `citations` those that cite it.
 *
 * @category models
 * @since 0.1.0
 */
export interface Expansion {
  /** The `id` of a paper of the same source. */
  readonly id: string
  readonly relation: "references" | "citations"
  /** At most this many papers, 1 to 500. */
  readonly limit: number
}

/**
 * One paper.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Paper = Schema.Struct({
  /** What the source calls it; for expansions. */
  id: Schema.String,
  /** The name of the source, for example `openalex`. */
  source: Schema.String,
  title: Schema.String,
  /** Where people read about it. */
  url: Schema.String,
  authors: Schema.Array(Schema.String),
  /** Plain text. */
  abstract: Schema.optionalKey(Schema.String),
  /** Without `https://doi.org/`, in lower case. */
  doi: Schema.optionalKey(Schema.String),
  /** `YYYY`, `YYYY-MM-DD` or a date-time. */
  publishedAt: Schema.optionalKey(Schema.String),
  /** Journal, conference or repository. */
  venue: Schema.optionalKey(Schema.String),
  citations: Schema.optionalKey(Schema.Int),
  /** A free PDF. */
  pdfUrl: Schema.optionalKey(Schema.String)
})

/**
 * @category models
 * @since 0.1.0
 */
export type Paper = typeof Paper.Type

/**
 * An identifier by its scheme, in lower case: `doi`, `arxiv`, `pmid`, `pmcid`, the name of a source, or empty when it is
 * written without one.
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
 * Papers, best first, and sentences about what could not be honoured.
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
 * Answers questions about papers from one source, or from several merged.
 *
 * @category services
 * @since 0.1.0
 */
export class PaperSearch extends Context.Service<PaperSearch, {
  /** A stable lower-case name, used in errors, spans and warnings. */
  readonly name: string
  readonly searchPapers: (question: PaperQuestion) => Effect.Effect<PaperAnswer, SearchError>
  /**
   * The paper with an identifier: one of the source itself, or `doi:10.1000/182`, `arxiv:1706.03762`, `pmid:31452104`. No
   * paper when the source has none. Fails with `Unsupported` when it does not know identifiers of this kind.
   */
  readonly find: (id: string) => Effect.Effect<PaperAnswer, SearchError>
  /** Fails with `Unsupported` when the source knows no citations. */
  readonly expand: (expansion: Expansion) => Effect.Effect<PaperAnswer, SearchError>
}>()("@dunlin/providers/PaperSearch") {}

/**
 * Builds a source from the functions an adapter has to write; spans, limits, the timeout and the retries are applied
 * here. Without `expand`, expansions fail with `Unsupported`, and so does `find` for identifiers that it answers
 * `undefined` for.
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
 * One source out of several: each is asked at the same time, a paper known to more than one is given once (by DOI, or by
 * title), with what each knows of it. A source that fails is a warning, unless all do. An expansion is put to the
 * source the paper is from, when its id is written as `source:id`, and otherwise to the first that answers.
 *
 * @category combinators
 * @since 0.1.0
 */
export const merge = (sources: ReadonlyArray<PaperSearch["Service"]>): PaperSearch["Service"] => Merge.merge(sources)

/**
 * Answers every question with papers of a fixed list whose title or abstract has all its words. It needs no network,
 * which makes it the default for examples and tests.
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
