/**
 * Searches a MediaWiki: Wikipedia by default, or any other wiki with an accessible API.
 *
 * @see https://www.mediawiki.org/wiki/API:Search
 * @since 0.1.0
 */
import * as Dialects from "@dunlin/query-operators/Dialects"
import type * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as Hits from "./Hits.ts"
import * as JsonHttp from "./JsonHttp.ts"
import { InvalidRequest, RateLimited, type Reason, Unauthorized, Unavailable } from "./SearchError.ts"
import type { SearchProvider } from "./SearchProvider.ts"

const text = Schema.optionalKey(Schema.NullOr(Schema.String))

const Response = Schema.Struct({
  error: Schema.optionalKey(Schema.NullOr(Schema.Struct({ code: Schema.String }))),
  continue: Schema.optionalKey(Schema.NullOr(Schema.Struct({ sroffset: Schema.optionalKey(Schema.Number) }))),
  query: Schema.optionalKey(Schema.NullOr(Schema.Struct({
    general: Schema.optionalKey(Schema.NullOr(Schema.Struct({ server: text, articlepath: text }))),
    search: Schema.optionalKey(Schema.NullOr(Schema.Array(Schema.Struct({
      title: Schema.String,
      snippet: text,
      timestamp: text
    }))))
  })))
})

/** Codes of a wiki that is busy or has failed. The name of the exception follows `internal_api_error_`. */
const OUTAGES =
  /^(?:maxlag|readonly|search-backend-error|internal_api_error.*|cirrussearch-(?:.*-)?(?:busy|backend)-error)$/

/** MediaWiki always returns status 200, and reports errors in the body. */
const failure = ({ error }: typeof Response.Type): Reason | undefined => {
  const code = error?.code
  if (code === undefined) return undefined
  if (code === "ratelimited") return new RateLimited({})
  if (code === "readapidenied") return new Unauthorized({})
  return OUTAGES.test(code) ? new Unavailable({ detail: code.slice(0, 100) }) : new InvalidRequest({})
}

interface Site {
  readonly server?: string | null
  readonly articlepath?: string | null
}

const addressOf = (title: string, site: Site | null | undefined, apiUrl: string): string | undefined => {
  const name = encodeURIComponent(title.replaceAll(" ", "_")).replaceAll("%2F", "/").replaceAll("%3A", ":")
  // `server` may lack a scheme.
  const server = typeof site?.server === "string" ? URL.parse(site.server, apiUrl) : null
  return typeof site?.articlepath === "string"
    ? URL.parse(site.articlepath.replace("$1", () => name), (server ?? URL.parse(apiUrl))?.href)?.href
    : `${apiUrl}/index.php?title=${name}`
}

/**
 * Describes a wiki's API for `JsonHttp`. `apiUrl` is the URL of the folder with the wiki's `api.php`.
 *
 * @category engines
 * @since 0.1.0
 */
export const engine = (apiUrl = "https://en.wikipedia.org/w"): JsonHttp.Engine<typeof Response.Type> => ({
  name: "mediawiki",
  apiUrl,
  key: "optional",
  dialect: Dialects.mediaWiki,
  sources: ["web"],
  honours: { sortByDate: true },
  pageSize: 50,
  maxPages: 10,
  request: ({ page, pageSize, question, text }, settings) =>
    HttpClientRequest.get(`${settings.apiUrl}/api.php`, {
      urlParams: {
        action: "query",
        format: "json",
        formatversion: 2,
        list: "search",
        srsearch: text,
        srlimit: pageSize,
        sroffset: page * pageSize,
        srprop: "snippet|timestamp",
        srsort: question.time?.sortByDate === true ? "last_edit_desc" : "relevance",
        meta: "siteinfo",
        siprop: "general"
      },
      headers: { "user-agent": "dunlin (https://github.com/dunlin/dunlin)" }
    }),
  response: Response,
  page: ({ continue: more, query }, { now }) => ({
    hits: Hits.all(query?.search, (item) =>
      Hits.web({
        url: addressOf(item.title, query?.general, apiUrl),
        title: item.title,
        description: Hits.plain(item.snippet ?? ""),
        publishedAt: Hits.date(item.timestamp, now)
      })),
    last: more?.sroffset === undefined
  }),
  failure
})

/**
 * @category layers
 * @since 0.1.0
 */
export const layer = (options?: JsonHttp.Options): Layer.Layer<SearchProvider, never, HttpClient.HttpClient> =>
  JsonHttp.layer(engine(options?.apiUrl), options)

/**
 * Reads `DUNLIN_MEDIAWIKI_URL`, the folder of a wiki's `api.php`.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerConfig: Layer.Layer<SearchProvider, Config.ConfigError, HttpClient.HttpClient> = Layer.unwrap(
  Effect.map(JsonHttp.settings("mediawiki"), (settings) => layer(settings))
)
