/**
 * Searches papers of all fields in OpenAlex, with references and citations.
 *
 * @see https://developers.openalex.org
 * @since 0.1.0
 */
import * as Secret from "@dunlin/common/Secret"
import type { Dialect } from "@dunlin/query-operators/Dialect"
import type * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as PaperQuery from "./internal/paperQuery.ts"
import * as JsonHttp from "./JsonHttp.ts"
import * as PaperSearch from "./PaperSearch.ts"
import { InvalidRequest, SearchError } from "./SearchError.ts"

const name = "openalex"

const text = Schema.optionalKey(Schema.NullOr(Schema.String))
const location = Schema.optionalKey(Schema.NullOr(Schema.Struct({
  landing_page_url: text,
  pdf_url: text,
  source: Schema.optionalKey(Schema.NullOr(Schema.Struct({ display_name: text })))
})))

const Work = Schema.Struct({
  id: Schema.String,
  doi: text,
  display_name: text,
  publication_date: text,
  cited_by_count: Schema.optionalKey(Schema.NullOr(Schema.Number)),
  authorships: Schema.optionalKey(Schema.NullOr(Schema.Array(Schema.Struct({
    author: Schema.optionalKey(Schema.NullOr(Schema.Struct({ display_name: text })))
  })))),
  primary_location: location,
  best_oa_location: location,
  abstract_inverted_index: Schema.optionalKey(Schema.NullOr(Schema.Record(Schema.String, Schema.Array(Schema.Number))))
})

const Response = Schema.Struct({ results: Schema.Array(Work) })

const fields = Object.keys(Work.fields).join(",")

const dialect: Dialect = {
  name: "OpenAlex",
  semantic: true,
  supports: {
    phrase: "native",
    "-word": "native",
    or: "native",
    before: "parameter",
    "-before": "residual",
    after: "parameter",
    "-after": "residual"
  },
  exclude: (text) => `NOT ${text}`
}

const sorts = { relevance: "relevance_score:desc", date: "publication_date:desc", citations: "cited_by_count:desc" }

/** Limits the text that is built from OpenAlex's index of words to positions. */
const MAX_WORDS_OF_ABSTRACT = 5000

const abstractOf = (index: Readonly<Record<string, ReadonlyArray<number>>> | null | undefined): string | undefined => {
  if (index === null || index === undefined) return undefined
  const placed: Array<readonly [number, string]> = []
  for (const [word, places] of Object.entries(index)) {
    for (const place of places) {
      if (placed.length >= MAX_WORDS_OF_ABSTRACT) return undefined
      placed.push([place, word])
    }
  }
  return placed.sort(([a], [b]) => a - b).map(([, word]) => word).join(" ")
}

const toPaper = (work: typeof Work.Type): ReadonlyArray<PaperSearch.Paper> =>
  PaperQuery.paper({
    id: work.id.replace(/^https:\/\/openalex\.org\//, ""),
    source: name,
    url: work.doi ?? work.primary_location?.landing_page_url ?? work.id,
    title: work.display_name,
    authors: (work.authorships ?? []).map((authorship) => authorship.author?.display_name),
    abstract: abstractOf(work.abstract_inverted_index),
    doi: work.doi,
    publishedAt: work.publication_date,
    venue: work.primary_location?.source?.display_name,
    citations: work.cited_by_count,
    pdfUrl: work.best_oa_location?.pdf_url ?? work.primary_location?.pdf_url
  })

/** A comma or a bar would start another filter. */
const plainValue = /^[^,|\s]{1,200}$/

const filterOf = (scheme: string, value: string): string | undefined => {
  if (!plainValue.test(value)) return undefined
  if (scheme === "doi") return `doi:${value}`
  if (scheme === "arxiv") return `doi:10.48550/arxiv.${value.replace(/v\d+$/, "")}`
  if (scheme === "pmid" || scheme === "pmcid") return `ids.${scheme}:${value}`
  return (scheme === "" || scheme === name) && /^W\d{1,20}$/.test(value) ? `ids.openalex:${value}` : undefined
}

/**
 * Searches OpenAlex. A free key allows a thousand searches a day. Without a key, the limit is very low.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = Effect.fnUntraced(function*(
  options?: JsonHttp.Options
): Effect.fn.Return<PaperSearch.PaperSearch["Service"], never, HttpClient.HttpClient> {
  const client = yield* HttpClient.HttpClient
  const apiUrl = (options?.apiUrl ?? "https://api.openalex.org").replace(/\/+$/, "")
  const works = Effect.fnUntraced(function*(limit: number, parameters: Record<string, string>) {
    const papers: Array<PaperSearch.Paper> = []
    const size = Math.min(100, limit)
    for (let page = 1; (page - 1) * size < limit; page++) {
      const { results } = yield* PaperQuery.json(
        name,
        client,
        HttpClientRequest.get(`${apiUrl}/works`, {
          urlParams: {
            ...parameters,
            select: fields,
            "per-page": size,
            ...(page === 1 ? {} : { page }),
            ...(options?.apiKey === undefined ? {} : { api_key: Secret.text(options.apiKey, "apiKey") })
          }
        }),
        Response
      )
      papers.push(...results.flatMap(toPaper))
      if (results.length < size) break
    }
    return papers
  })

  return PaperSearch.make({
    ...options,
    name,
    searchPapers: Effect.fnUntraced(function*(question) {
      const { finish, from, text, to } = yield* PaperQuery.ask(name, question, dialect)
      const filter = [
        ...(from === undefined ? [] : [`from_publication_date:${from}`]),
        ...(to === undefined ? [] : [`to_publication_date:${to}`])
      ].join(",")
      const papers = yield* works(question.limit, {
        search: text,
        sort: sorts[question.sort ?? "relevance"],
        ...(filter === "" ? {} : { filter })
      })
      return finish(papers)
    }),
    find: ({ scheme, value }) => {
      const filter = filterOf(scheme, value)
      return filter === undefined
        ? undefined
        : Effect.map(works(1, { filter }), (papers) => ({ papers, warnings: [] }))
    },
    expand: ({ id, limit, relation }) =>
      /^W\d{1,20}$/.test(id)
        ? works(limit, {
          filter: `${relation === "citations" ? "cites" : "cited_by"}:${id}`,
          sort: "cited_by_count:desc"
        }).pipe(Effect.map((papers) => ({ papers, warnings: [] })))
        : Effect.fail(new SearchError({ provider: name, reason: new InvalidRequest({}) }))
  })
})

/**
 * @category layers
 * @since 0.1.0
 */
export const layer = (
  options?: JsonHttp.Options
): Layer.Layer<PaperSearch.PaperSearch, never, HttpClient.HttpClient> =>
  Layer.effect(PaperSearch.PaperSearch, make(options))

/**
 * Reads the optional settings `DUNLIN_OPENALEX_KEY` and `DUNLIN_OPENALEX_URL`.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerConfig: Layer.Layer<PaperSearch.PaperSearch, Config.ConfigError, HttpClient.HttpClient> = Layer
  .unwrap(Effect.map(JsonHttp.settings(name), (settings) => layer(settings)))
