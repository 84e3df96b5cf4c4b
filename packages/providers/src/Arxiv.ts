/**
 * Searches preprints on arXiv. It has no citations and needs no key.
 *
 * @see https://info.arxiv.org/help/api/user-manual.html
 * @since 0.1.0
 */
import * as FairSemaphore from "@dunlin/common/FairSemaphore"
import type { Dialect } from "@dunlin/query-operators/Dialect"
import type * as QueryNode from "@dunlin/query-operators/QueryNode"
import * as Clock from "effect/Clock"
import type * as Config from "effect/Config"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Layer from "effect/Layer"
import * as Ref from "effect/Ref"
import * as Atom from "./internal/atom.ts"
import * as PaperQuery from "./internal/paperQuery.ts"
import * as JsonHttp from "./JsonHttp.ts"
import * as PaperSearch from "./PaperSearch.ts"
import { InvalidRequest, InvalidResponse, type Reason, SearchError } from "./SearchError.ts"

const name = "arxiv"

/**
 * Options of requests to arXiv.
 *
 * @category options
 * @since 0.1.0
 */
export interface Options extends Omit<JsonHttp.Options, "apiKey"> {
  /**
   * The minimum time between two requests. arXiv asks for three seconds.
   *
   * @default "3 seconds"
   */
  readonly interval?: Duration.Input | undefined
}

// Letters, digits, dots and dashes have no special meaning in arXiv's syntax.
const quoted = (field: string, value: string): string => {
  const clean = value.replace(/[^\p{L}\p{N}.-]+/gu, " ").trim()
  return clean === "" ? "" : `${field}:${clean.includes(" ") ? `"${clean}"` : clean}`
}

const dialect: Dialect = {
  name: "arXiv",
  supports: PaperQuery.supports
}

const sorts = { relevance: "relevance", date: "submittedDate", citations: "relevance" }

const compact = (day: string): string => day.replaceAll("-", "")

const toPaper = (entry: Atom.Entry): ReadonlyArray<PaperSearch.Paper> => {
  const url = entry.id.replace(/^http:/, "https:")
  return PaperQuery.paper({
    id: url.replace(/^.*\/abs\//, ""),
    source: name,
    url,
    title: entry.title,
    authors: entry.authors,
    abstract: entry.summary,
    doi: entry.doi,
    publishedAt: entry.published,
    venue: entry.journal === "" ? "arXiv" : entry.journal,
    pdfUrl: entry.pdf === "" ? url.replace("/abs/", "/pdf/") : entry.pdf.replace(/^http:/, "https:")
  })
}

const expression = (nodes: ReadonlyArray<QueryNode.Node>): string => {
  const parts = nodes.map((node) => ({ text: term(node), negated: node.negated })).filter(({ text }) => text !== "")
  const wanted = parts.filter((part) => !part.negated).map((part) => part.text)
  const unwanted = parts.filter((part) => part.negated).map((part) => ` ANDNOT ${part.text}`)
  return wanted.length === 0 ? "" : wanted.join(" AND ") + unwanted.join("")
}

const term = (node: QueryNode.Node): string => {
  switch (node._tag) {
    case "Word":
    case "Phrase":
      return quoted("all", node.value)
    case "And": {
      const inside = expression(node.items)
      return inside === "" ? "" : `(${inside})`
    }
    case "Or": {
      const alternatives = node.items.filter((item) => !item.negated).map(term).filter((text) => text !== "")
      return alternatives.length === 0 ? "" : `(${alternatives.join(" OR ")})`
    }
    case "Operator":
      if (node.name === "intitle") return quoted("ti", node.value)
      if (node.name === "intext") return quoted("abs", node.value)
      if (node.name !== "allintitle") return ""
      return `(${node.value.map((value) => quoted("ti", value)).filter((text) => text !== "").join(" AND ")})`
  }
}

const fail = (reason: Reason): Effect.Effect<never, SearchError> =>
  Effect.fail(new SearchError({ provider: name, reason }))

const readFeed = (xml: string): Effect.Effect<ReadonlyArray<Atom.Entry>, SearchError> => {
  const entries = Atom.entries(xml)
  if (entries === undefined) return fail(new InvalidResponse({ detail: "it is not an Atom feed" }))
  // arXiv reports an invalid query as one entry with an error. An empty result has no entry.
  const isError = (entry: Atom.Entry) => entry.id.includes("/api/errors")
  return entries.some((entry) => isError(entry) && entry.title !== "")
    ? fail(new InvalidRequest({}))
    : Effect.succeed(entries.filter((entry) => !isError(entry)))
}

/**
 * Searches arXiv, one request at a time.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = Effect.fnUntraced(function*(
  options?: Options
): Effect.fn.Return<PaperSearch.PaperSearch["Service"], never, HttpClient.HttpClient> {
  const client = yield* HttpClient.HttpClient
  const apiUrl = (options?.apiUrl ?? "https://export.arxiv.org/api").replace(/\/+$/, "")
  const interval = Duration.toMillis(Duration.fromInputUnsafe(options?.interval ?? "3 seconds"))
  const turn = yield* FairSemaphore.make(1)
  const next = yield* Ref.make(0)
  const inTurn = <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    turn.withPermit(Effect.gen(function*() {
      const wait = (yield* Ref.get(next)) - (yield* Clock.currentTimeMillis)
      if (wait > 0) yield* Effect.sleep(wait)
      yield* Ref.set(next, (yield* Clock.currentTimeMillis) + interval)
      return yield* effect
    }))

  const ask = (urlParams: Record<string, string | number>) =>
    Effect.flatMap(
      inTurn(PaperQuery.text(name, client, HttpClientRequest.get(`${apiUrl}/query`, { urlParams }))),
      readFeed
    )

  return PaperSearch.make({
    ...options,
    name,
    find: ({ scheme, value }) =>
      (scheme === "" || scheme === name) && /^(?:\d{4}\.\d{4,5}|[a-z.-]{2,20}\/\d{7})(?:v\d{1,3})?$/i.test(value)
        ? Effect.map(ask({ id_list: value, max_results: 1 }), (entries) => ({
          papers: entries.flatMap(toPaper),
          warnings: []
        }))
        : undefined,
    searchPapers: Effect.fnUntraced(function*(question) {
      const { finish, from, to } = yield* PaperQuery.ask(name, question, dialect)
      const text = expression(question.query.nodes)
      if (text === "") return yield* Effect.fail(PaperQuery.wordless(name))
      const dated = from !== undefined || to !== undefined
      const days = `submittedDate:[${compact(from ?? "1990-01-01")}0000 TO ${compact(to ?? "2999-12-31")}2359]`
      const entries = yield* ask({
        search_query: dated ? `(${text}) AND ${days}` : text,
        start: 0,
        max_results: question.limit,
        sortBy: sorts[question.sort ?? "relevance"],
        sortOrder: "descending"
      })
      return finish(
        entries.flatMap(toPaper),
        question.sort === "citations" ? ["arXiv cannot sort by citations."] : []
      )
    })
  })
})

/**
 * @category layers
 * @since 0.1.0
 */
export const layer = (options?: Options): Layer.Layer<PaperSearch.PaperSearch, never, HttpClient.HttpClient> =>
  Layer.effect(PaperSearch.PaperSearch, make(options))

/**
 * Reads the optional setting `DUNLIN_ARXIV_URL`.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerConfig: Layer.Layer<PaperSearch.PaperSearch, Config.ConfigError, HttpClient.HttpClient> = Layer
  .unwrap(Effect.map(JsonHttp.settings(name), (settings) => layer(settings)))
