/**
 * Searches GitHub: repositories, issues, merged pull requests and, with a token, code.
 *
 * @see https://docs.github.com/en/rest/search/search
 * @since 0.1.0
 */
import * as Secret from "@dunlin/common/Secret"
import * as Dialects from "@dunlin/query-operators/Dialects"
import type * as Config from "effect/Config"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Hits from "./Hits.ts"
import * as JsonHttp from "./JsonHttp.ts"
import { RateLimited, type Reason } from "./SearchError.ts"
import * as SearchProvider from "./SearchProvider.ts"

/**
 * The kinds of results. Code search requires a token.
 *
 * @category models
 * @since 0.1.0
 */
export type Kind = "repositories" | "issues" | "pullRequests" | "code"

/**
 * The API's URL, the token, and the kinds of results.
 *
 * @category options
 * @since 0.1.0
 */
export interface Options extends JsonHttp.Options {
  /**
   * The kinds to search. Results of several kinds alternate.
   *
   * @default ["repositories", "issues", "pullRequests"], and "code" when there is a token
   */
  readonly kinds?: ReadonlyArray<Kind> | undefined
}

const text = Schema.optionalKey(Schema.NullOr(Schema.String))

const Item = Schema.Struct({
  html_url: text,
  full_name: text,
  description: text,
  pushed_at: text,
  title: text,
  body: text,
  created_at: text,
  path: text,
  repository: Schema.optionalKey(Schema.NullOr(Schema.Struct({ full_name: text, description: text })))
})

const Response = Schema.Struct({
  incomplete_results: Schema.optionalKey(Schema.NullOr(Schema.Boolean)),
  items: Schema.Array(Item)
})

interface Plan {
  readonly path: string
  readonly only: string
  /** The qualifier for dates. Code search has none. */
  readonly dated?: string
  readonly sort?: string
  readonly hit: (item: typeof Item.Type) => Parameters<typeof Hits.web>[0]
}

const start = (body: string | null | undefined): string => Hits.plain((body ?? "").slice(0, 4000)).slice(0, 300)

const discussion = (item: typeof Item.Type): Parameters<typeof Hits.web>[0] => ({
  url: item.html_url,
  title: item.title,
  description: start(item.body),
  publishedAt: Hits.date(item.created_at, 0),
  text: item.body
})

const plans: Record<Kind, Plan> = {
  repositories: {
    path: "repositories",
    only: "in:name,description,readme",
    dated: "pushed",
    sort: "updated",
    hit: (item) => ({
      url: item.html_url,
      title: item.full_name,
      description: item.description,
      publishedAt: Hits.date(item.pushed_at, 0)
    })
  },
  issues: { path: "issues", only: "is:issue", dated: "created", sort: "created", hit: discussion },
  pullRequests: { path: "issues", only: "is:pr is:merged", dated: "created", sort: "created", hit: discussion },
  code: {
    path: "code",
    only: "",
    hit: (item) => ({
      url: item.html_url,
      title: [item.repository?.full_name, item.path].filter((part) => part).join(": "),
      description: item.repository?.description
    })
  }
}

const range = (qualifier: string | undefined, { from, to }: JsonHttp.Ask["days"]): string =>
  qualifier === undefined || (from === undefined && to === undefined) ? "" : `${qualifier}:${from ?? "*"}..${to ?? "*"}`

/** GitHub returns 403 both for invalid tokens and for too many requests. */
const refuse = ({ headers, status }: JsonHttp.Refusal): Reason | undefined => {
  if (status !== 403 && status !== 429) return undefined
  const wait = headers["retry-after"]
  if (wait !== undefined && /^\d{1,6}$/.test(wait)) return new RateLimited({ retryAfterMillis: Number(wait) * 1000 })
  if (headers["x-ratelimit-remaining"] !== "0") return undefined
  const reset = Number(headers["x-ratelimit-reset"])
  const sent = Hits.date(headers["date"], 0)
  if (!Number.isFinite(reset) || sent === undefined) return new RateLimited({})
  const now = DateTime.toEpochMillis(DateTime.makeUnsafe(sent))
  return new RateLimited({ retryAfterMillis: Math.max(0, reset * 1000 - now) })
}

/**
 * Describes one of GitHub's searches for `JsonHttp`.
 *
 * @category engines
 * @since 0.1.0
 */
export const engine = (kind: Kind): JsonHttp.Engine<typeof Response.Type> => {
  const plan = plans[kind]
  return {
    name: "github",
    apiUrl: "https://api.github.com",
    key: kind === "code" ? "required" : "optional",
    dialect: plan.path === "issues" ? Dialects.githubIssues : Dialects.github,
    sources: ["web"],
    honours: { time: plan.dated === undefined ? undefined : "dates", sortByDate: plan.sort !== undefined },
    pageSize: 100,
    maxPages: 10,
    request: (ask, { apiKey, apiUrl }) =>
      HttpClientRequest.get(`${apiUrl}/search/${plan.path}`, {
        urlParams: {
          q: [ask.text, plan.only, range(plan.dated, ask.days)].filter((part) => part !== "").join(" "),
          per_page: ask.pageSize,
          page: ask.page + 1,
          ...(plan.path === "issues" ? { advanced_search: "true" } : {}),
          ...(plan.sort !== undefined && ask.question.time?.sortByDate === true
            ? { sort: plan.sort, order: "desc" }
            : {})
        },
        headers: {
          "user-agent": "dunlin",
          "x-github-api-version": "2022-11-28",
          ...(apiKey === undefined ? {} : { authorization: `Bearer ${Redacted.value(apiKey)}` })
        }
      }),
    response: Response,
    page: ({ incomplete_results, items }, { pageSize }) => ({
      hits: Hits.all(items, (item) => Hits.web({ ...plan.hit(item), category: "github" })),
      last: items.length < pageSize,
      warnings: incomplete_results === true ? ["GitHub timed out, so its results are incomplete."] : []
    }),
    refuse
  }
}

const names: Record<Kind, string> = {
  repositories: "repositories",
  issues: "issues",
  pullRequests: "pull requests",
  code: "code"
}

/**
 * Builds a provider over several of GitHub's searches, whose results alternate. It fails only if all of them fail.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = Effect.fnUntraced(function*(
  options?: Options
): Effect.fn.Return<SearchProvider.SearchProvider["Service"], never, HttpClient.HttpClient> {
  const hasKey = options?.apiKey !== undefined && Secret.text(options.apiKey, "apiKey") !== ""
  const kinds = options?.kinds ??
    ["repositories", "issues", "pullRequests", ...(hasKey ? ["code" as const] : [])] satisfies ReadonlyArray<Kind>
  const parts = yield* Effect.forEach(
    kinds,
    (kind) => Effect.map(JsonHttp.make(engine(kind), options), (provider) => ({ kind, provider }))
  )
  return SearchProvider.make({
    ...options,
    name: "github",
    // Each search of a part has its own retries.
    retries: 0,
    search: Effect.fnUntraced(function*(question) {
      const results = yield* Effect.forEach(parts, ({ provider }) => Effect.result(provider.search(question)), {
        concurrency: "unbounded"
      })
      const answers = results.filter(Result.isSuccess).map((result) => result.success)
      const failures = results.filter(Result.isFailure)
      if (answers.length === 0 && failures.length > 0) return yield* Effect.fail(failures[0]!.failure)
      return {
        hits: takeTurns(answers.map((answer) => answer.hits)),
        warnings: [
          ...answers.flatMap((answer) => answer.warnings),
          ...results.flatMap((result, index) =>
            Result.isFailure(result)
              ? [`GitHub ${names[parts[index]!.kind]} could not be searched: ${result.failure.reason.message}.`]
              : []
          )
        ]
      }
    })
  })
})

const takeTurns = (
  lists: ReadonlyArray<ReadonlyArray<SearchProvider.Hit>>
): ReadonlyArray<SearchProvider.Hit> => {
  const longest = Math.max(0, ...lists.map((list) => list.length))
  return Array.from({ length: longest }, (_, index) => lists.flatMap((list) => list.slice(index, index + 1))).flat()
}

/**
 * @category layers
 * @since 0.1.0
 */
export const layer = (
  options?: Options
): Layer.Layer<SearchProvider.SearchProvider, never, HttpClient.HttpClient> =>
  Layer.effect(SearchProvider.SearchProvider, make(options))

/**
 * Reads the optional settings `DUNLIN_GITHUB_KEY` and `DUNLIN_GITHUB_URL`.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerConfig: Layer.Layer<
  SearchProvider.SearchProvider,
  Config.ConfigError,
  HttpClient.HttpClient
> = Layer.unwrap(Effect.map(JsonHttp.settings("github"), (settings) => layer(settings)))
