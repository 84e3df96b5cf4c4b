/**
 * Searches life science papers in Europe PMC, with references and citations. No key is needed.
 *
 * @see https://europepmc.org/RestfulWebService
 * @since 0.1.0
 */
import type { Dialect } from "@dunlin/query-operators/Dialect"
import type * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as Hits from "./Hits.ts"
import * as PaperQuery from "./internal/paperQuery.ts"
import * as JsonHttp from "./JsonHttp.ts"
import * as PaperSearch from "./PaperSearch.ts"
import { InvalidRequest, SearchError } from "./SearchError.ts"

const name = "europepmc"

const text = Schema.optionalKey(Schema.NullOr(Schema.String))
const number = Schema.optionalKey(Schema.NullOr(Schema.Number))
const list = <A extends Schema.Decoder<unknown>>(item: A) => Schema.optionalKey(Schema.NullOr(Schema.Array(item)))

const Result = Schema.Struct({
  id: text,
  source: text,
  doi: text,
  title: text,
  authorString: text,
  abstractText: text,
  firstPublicationDate: text,
  // A string in searches; a number in references and citations.
  pubYear: Schema.optionalKey(Schema.NullOr(Schema.Union([Schema.String, Schema.Number]))),
  citedByCount: number,
  journalAbbreviation: text,
  journalInfo: Schema.optionalKey(Schema.NullOr(Schema.Struct({
    journal: Schema.optionalKey(Schema.NullOr(Schema.Struct({ title: text })))
  }))),
  fullTextUrlList: Schema.optionalKey(Schema.NullOr(Schema.Struct({
    fullTextUrl: list(Schema.Struct({ documentStyle: text, availabilityCode: text, url: text }))
  })))
})

const Found = Schema.Struct({ resultList: Schema.Struct({ result: Schema.Array(Result) }) })
const Neighbours = Schema.Struct({
  referenceList: Schema.optionalKey(Schema.NullOr(Schema.Struct({ reference: list(Result) }))),
  citationList: Schema.optionalKey(Schema.NullOr(Schema.Struct({ citation: list(Result) })))
})

const dialect: Dialect = {
  name: "Europe PMC",
  supports: PaperQuery.supports,
  exclude: (text) => `NOT ${text}`,
  // A colon would make the word a field name, so words with special characters are quoted.
  escapeWord: (word) => (/[:()[\]{}^~*?\\/+!&]/.test(word) ? `"${word.replaceAll("\"", "")}"` : word),
  write: (operator) => {
    switch (operator.name) {
      case "intitle":
        return `TITLE:"${operator.value.replaceAll("\"", "")}"`
      case "intext":
        return `"${operator.value.replaceAll("\"", "")}"`
      default:
        return undefined
    }
  }
}

const sorts = { relevance: undefined, date: "P_PDATE_D desc", citations: "CITED desc" }

const toPaper = (result: typeof Result.Type): ReadonlyArray<PaperSearch.Paper> => {
  const known = result.id && result.source
  const id = known ? `${result.source}/${result.id}` : ""
  const doi = result.doi ?? undefined
  // A reference without an entry in Europe PMC has no id, title or URL.
  if (!known && doi === undefined) return []
  return PaperQuery.paper({
    id,
    source: name,
    url: known ? `https://europepmc.org/article/${id}` : `https://doi.org/${doi}`,
    title: Hits.plain(result.title ?? "").replace(/\.$/, ""),
    authors: (result.authorString ?? "").replace(/\.$/, "").split(", "),
    abstract: Hits.plain((result.abstractText ?? "").replace(/<(?=\/?h\d)/g, " <")),
    doi,
    publishedAt: result.firstPublicationDate ?? (result.pubYear ? String(result.pubYear) : undefined),
    venue: result.journalInfo?.journal?.title ?? result.journalAbbreviation,
    citations: result.citedByCount,
    // "OA" is open access, "F" is free
    pdfUrl: result.fullTextUrlList?.fullTextUrl?.find((link) =>
      link.documentStyle === "pdf" && (link.availabilityCode === "OA" || link.availabilityCode === "F")
    )?.url
  })
}

const identifying = (scheme: string, value: string): string | undefined => {
  if (scheme === "doi") return /^[^"\\\s]{1,200}$/.test(value) ? `DOI:"${value}"` : undefined
  if (scheme === "pmid") return /^\d{1,12}$/.test(value) ? `EXT_ID:${value} AND SRC:MED` : undefined
  if (scheme === "pmcid") {
    return /^(?:PMC)?\d{1,12}$/i.test(value)
      ? `PMCID:PMC${value.replace(/^PMC/i, "")}`
      : undefined
  }
  const [, source, id] = /^([A-Z]{3})\/([A-Z0-9]{1,20})$/.exec(value) ?? []
  return (scheme === "" || scheme === name) && source !== undefined ? `EXT_ID:${id} AND SRC:${source}` : undefined
}

/**
 * Searches Europe PMC.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = Effect.fnUntraced(function*(
  options?: Omit<JsonHttp.Options, "apiKey">
): Effect.fn.Return<PaperSearch.PaperSearch["Service"], never, HttpClient.HttpClient> {
  const client = yield* HttpClient.HttpClient
  const apiUrl = (options?.apiUrl ?? "https://www.ebi.ac.uk/europepmc/webservices/rest").replace(/\/+$/, "")
  const get = <A>(path: string, urlParams: Record<string, string | number>, schema: Schema.Decoder<A>) =>
    PaperQuery.json(
      name,
      client,
      HttpClientRequest.get(`${apiUrl}/${path}`, { urlParams: { ...urlParams, format: "json" } }),
      schema
    )

  return PaperSearch.make({
    ...options,
    name,
    searchPapers: Effect.fnUntraced(function*(question) {
      const { finish, from, text, to } = yield* PaperQuery.ask(name, question, dialect)
      const dated = from !== undefined || to !== undefined
      const sort = sorts[question.sort ?? "relevance"]
      const { resultList } = yield* get("search", {
        query: dated ? `(${text}) AND (FIRST_PDATE:[${from ?? "1800-01-01"} TO ${to ?? "3000-01-01"}])` : text,
        resultType: "core",
        pageSize: question.limit,
        ...(sort === undefined ? {} : { sort })
      }, Found)
      return finish(resultList.result.flatMap(toPaper))
    }),
    find: ({ scheme, value }) => {
      const query = identifying(scheme, value)
      return query === undefined
        ? undefined
        : Effect.map(get("search", { query, resultType: "core", pageSize: 1 }, Found), ({ resultList }) => ({
          papers: resultList.result.flatMap(toPaper),
          warnings: []
        }))
    },
    expand: ({ id, limit, relation }) =>
      /^[A-Z]{3}\/[A-Z0-9]{1,20}$/.test(id)
        ? get(`${id}/${relation}`, { page: 1, pageSize: limit }, Neighbours).pipe(
          Effect.map(({ citationList, referenceList }) => ({
            papers: (citationList?.citation ?? referenceList?.reference ?? []).flatMap(toPaper),
            warnings: []
          }))
        )
        : Effect.fail(new SearchError({ provider: name, reason: new InvalidRequest({}) }))
  })
})

/**
 * @category layers
 * @since 0.1.0
 */
export const layer = (
  options?: Omit<JsonHttp.Options, "apiKey">
): Layer.Layer<PaperSearch.PaperSearch, never, HttpClient.HttpClient> =>
  Layer.effect(PaperSearch.PaperSearch, make(options))

/**
 * Reads the optional setting `DUNLIN_EUROPEPMC_URL`.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerConfig: Layer.Layer<PaperSearch.PaperSearch, Config.ConfigError, HttpClient.HttpClient> = Layer
  .unwrap(Effect.map(JsonHttp.settings(name), (settings) => layer(settings)))
