import * as ApiError from "@dunlin/http-api/ApiError"
import { layerNone, ResearchIndex } from "@dunlin/http-api/ResearchIndex"
import type * as JsonHttp from "@dunlin/providers/JsonHttp"
import type * as PaperSearch from "@dunlin/providers/PaperSearch"
import type { SearchError } from "@dunlin/providers/SearchError"
import * as Query from "@dunlin/query-operators/Query"
import type { Paper, PaperMetadata, PapersRequest, SimilarPapersRequest } from "@dunlin/schema/Papers"
import { stem } from "@dunlin/text/Porter"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import type { Settings } from "../../Settings.ts"
import type { SettingsError } from "../../SettingsError.ts"
import { lazily } from "../lazily.ts"
import { client } from "./client.ts"
import { service } from "./service.ts"
import { wrong } from "./variable.ts"

type Source = "openalex" | "europepmc" | "arxiv"

const sources: ReadonlyMap<
  Source,
  (options: JsonHttp.Options) => Layer.Layer<PaperSearch.PaperSearch, never, HttpClient.HttpClient>
> = new Map([
  [
    "openalex",
    (options: JsonHttp.Options) => lazily(() => import("@dunlin/providers/OpenAlex"), (_) => _.layer(options))
  ],
  [
    "europepmc",
    (options: JsonHttp.Options) => lazily(() => import("@dunlin/providers/EuropePmc"), (_) => _.layer(options))
  ],
  ["arxiv", (options: JsonHttp.Options) => lazily(() => import("@dunlin/providers/Arxiv"), (_) => _.layer(options))]
])

export const names: ReadonlyArray<string> = [...sources.keys()]

const toApiError = (error: SearchError) =>
  ApiError.make(error.reason._tag === "InvalidRequest" ? "BAD_REQUEST" : "SERVICE_UNAVAILABLE", error.message)

/** Sources search for words, so authors are matched among this many papers. */
const MAX_AUTHOR_CANDIDATES = 500

const words = (name: string): ReadonlyArray<string> =>
  name.toLowerCase().normalize("NFKD").replace(/\p{M}+/gu, "").split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "")

const isBy = (paper: PaperSearch.Paper, name: string): boolean => {
  const wanted = words(name)
  return paper.authors.some((author) => {
    const known = words(author)
    return wanted.every((word) =>
      known.some((one) =>
        one === word || (word.length === 1 && one.startsWith(word)) || (one.length === 1 && word.startsWith(one))
      )
    )
  })
}

const ownId = ({ id }: PaperSearch.Paper): string => id.slice(id.indexOf(":") + 1)

const idsOf = (paper: PaperSearch.Paper): Paper["ids"] => ({
  [paper.source]: [ownId(paper)],
  ...(paper.doi === undefined ? {} : { doi: [paper.doi] })
})

const toMetadata = (paper: PaperSearch.Paper): PaperMetadata => ({
  paperId: paper.id,
  ids: idsOf(paper),
  title: paper.title,
  abstract: paper.abstract ?? "",
  url: paper.url,
  ...(paper.authors.length === 0 ? {} : { authors: paper.authors.join(", ") }),
  ...(paper.publishedAt === undefined ? {} : { createdDate: paper.publishedAt }),
  ...(paper.pdfUrl === undefined ? {} : { pdfUrl: paper.pdfUrl })
})

const toPaper = (paper: PaperSearch.Paper, rank: number): Paper => {
  const own = ownId(paper)
  return {
    paperId: paper.id,
    primaryId: paper.doi ?? own,
    ids: idsOf(paper),
    title: paper.title,
    abstract: paper.abstract ?? "",
    // Sources return ranks without scores.
    score: 1 / (1 + rank),
    signals: {
      url: paper.url,
      authors: paper.authors,
      ...(paper.publishedAt === undefined ? {} : { publishedAt: paper.publishedAt }),
      ...(paper.venue === undefined ? {} : { venue: paper.venue }),
      ...(paper.citations === undefined ? {} : { citations: paper.citations }),
      ...(paper.pdfUrl === undefined ? {} : { pdfUrl: paper.pdfUrl })
    }
  }
}

const search = (source: PaperSearch.PaperSearch["Service"]) =>
  Effect.fnUntraced(function*({ authors, categories, from, k, query, to }: PapersRequest) {
    const subject = [query, ...categories.map((category) => JSON.stringify(category))].join(" ")
    const answer = yield* source.searchPapers({
      query: Query.parse(subject).query,
      limit: authors.length === 0 ? k : MAX_AUTHOR_CANDIDATES,
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to })
    })
    const papers = answer.papers.filter((paper) => authors.every((name) => isBy(paper, name)))
    return { papers: papers.slice(0, k).map(toPaper), warnings: answer.warnings }
  }, Effect.mapError(toApiError))

const find = (source: PaperSearch.PaperSearch["Service"]) =>
  Effect.fnUntraced(
    function*(id: string) {
      const [paper] = (yield* source.find(id)).papers
      return paper
    },
    Effect.catch((error) =>
      // An identifier that no source can read matches no paper.
      error.reason._tag === "Unsupported" || error.reason._tag === "InvalidRequest"
        ? Effect.succeed(undefined)
        : Effect.fail(toApiError(error))
    )
  )

const fitOf = (intent: ReadonlySet<string>, paper: PaperSearch.Paper): number => {
  const stems = new Set(words(`${paper.title} ${paper.abstract ?? ""}`).map(stem))
  return intent.size === 0 ? 0 : [...intent].filter((word) => stems.has(word)).length / intent.size
}

const relations = {
  similar: ["references", "citations"],
  references: ["references"],
  citers: ["citations"]
} as const

const similar = (source: PaperSearch.PaperSearch["Service"]) =>
  Effect.fnUntraced(function*(id: string, { anchor, intent, k, mode }: SimilarPapersRequest) {
    const seeds = yield* Effect.forEach([id, ...anchor], find(source), { concurrency: 4 })
    if (seeds[0] === undefined) return undefined
    const known = seeds.filter((seed) => seed !== undefined)
    const answers = yield* Effect.forEach(
      known.flatMap((seed) =>
        relations[mode].map((relation) => ({ id: seed.id, relation, limit: MAX_AUTHOR_CANDIDATES }))
      ),
      (expansion) => Effect.result(source.expand(expansion)),
      { concurrency: 4 }
    )
    const failed = answers.filter(Result.isFailure).map(({ failure }) => failure)
    if (failed[0] !== undefined && failed.length === answers.length) return yield* Effect.fail(toApiError(failed[0]))
    const wanted = new Set(words(intent).map(stem))
    const pool = new Map<string, { readonly paper: PaperSearch.Paper; seen: number }>()
    for (const paper of answers.filter(Result.isSuccess).flatMap(({ success }) => success.papers)) {
      const key = paper.doi ?? paper.id
      const entry = pool.get(key) ?? { paper, seen: 0 }
      pool.set(key, entry)
      entry.seen++
    }
    const ranked = Array.from(pool.values(), ({ paper, seen }) => ({ paper, seen, fit: fitOf(wanted, paper) }))
      .sort((one, other) => other.fit - one.fit || other.seen - one.seen)
    return {
      papers: ranked.slice(0, k).map(({ fit, paper, seen }, rank): Paper => {
        const converted = toPaper(paper, rank)
        return { ...converted, signals: { ...converted.signals, semantic: fit, structural: seen, seedOverlap: seen } }
      }),
      poolSize: ranked.length,
      warnings: [
        ...failed.map(({ message }) => `${message}.`),
        ...(known.length === seeds.length ? [] : ["Some papers in `anchor` were not found."])
      ]
    }
  })

export const researchIndex = Effect.fnUntraced(
  function*({ papers }: Settings): Effect.fn.Return<Layer.Layer<never>, SettingsError> {
    const layers = yield* Effect.forEach(
      [...new Set(papers)],
      Effect.fnUntraced(function*(name) {
        const source = [...sources.keys()].find((known) => known === name)
        const make = source === undefined ? undefined : sources.get(source)
        if (source === undefined || make === undefined) {
          const there = names.join(", ")
          return yield* wrong("DUNLIN_PAPERS", `unknown source ${JSON.stringify(name)}; expected one of ${there}`)
        }
        const options = yield* service(source)
        return make(options).pipe(Layer.provide(client(options.apiUrl)))
      })
    )
    if (layers.length === 0) return layerNone("the operator can configure one in DUNLIN_PAPERS")
    return Layer.effect(
      ResearchIndex,
      Effect.gen(function*() {
        const { PaperSearch, merge } = yield* Effect.promise(() => import("@dunlin/providers/PaperSearch"))
        const services = yield* Effect.forEach(
          layers,
          (layer) => Effect.map(Layer.build(layer), Context.get(PaperSearch))
        )
        const source = merge(services)
        return {
          search: search(source),
          find: (id: string) => Effect.map(find(source)(id), (paper) => paper && toMetadata(paper)),
          similar: similar(source)
        }
      })
    )
  }
)
