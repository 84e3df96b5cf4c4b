import { Searcher } from "@dunlin/pipeline/Searcher"
import type { Condition } from "@dunlin/pipeline/SearchState"
import * as DeveloperSearch from "@dunlin/schema/DeveloperSearch"
import * as SearchRequest from "@dunlin/schema/SearchRequest"
import type { WebResult } from "@dunlin/schema/SearchResponse"
import * as Effect from "effect/Effect"
import * as ApiError from "../ApiError.ts"
import * as Team from "../Team.ts"
import { readJson } from "./body.ts"
import { fromSearchFailure } from "./failures.ts"
import { keyOf, once } from "./once.ts"
import { operation, type Session } from "./operation.ts"

/** Most results of an issue search are of other kinds. */
const REQUESTED_PER_RESULT = 3

const kindOf = (url: URL): DeveloperSearch.Kind => {
  if (url.hostname !== "github.com") return "doc"
  const [, name, part, ...rest] = url.pathname.split("/").filter((segment) => segment !== "")
  if (part === "issues" || part === "discussions") return "issue"
  if (part === "pull") return "pull_request"
  return name !== undefined && (part === undefined || /^readme(?:\.|$)/i.test(rest.at(-1) ?? "")) ? "readme" : "doc"
}

const isOf = (url: URL, repository: string): boolean =>
  url.hostname === "github.com" &&
  `${url.pathname}/`.toLowerCase().startsWith(`/${repository.toLowerCase()}/`)

const conditionOf = ({ repos, types }: DeveloperSearch.DeveloperSearchRequest): Condition | undefined => {
  if (repos.length === 0 && types.length === 0) return undefined
  return {
    about: [...(types.length === 0 ? [] : ["types"]), ...(repos.length === 0 ? [] : ["repos"])].join(" and "),
    overfetch: REQUESTED_PER_RESULT,
    holds: (address) => {
      const url = URL.parse(address)
      return url !== null && (types.length === 0 || types.includes(kindOf(url))) &&
        (repos.length === 0 || repos.some((repository) => isOf(url, repository)))
    }
  }
}

const written = (query: string, repos: ReadonlyArray<string>): string =>
  repos.length === 0 ? query : `(${repos.map((name) => `site:github.com/${name}`).join(" OR ")}) ${query}`

const gap = " … "

const passagesOf = (description: string, most: number): ReadonlyArray<string> => {
  const parts = description.split(gap)
  return [...parts.slice(0, most - 1), parts.slice(most - 1).join(gap)].filter((text) => text !== "")
}

const toResult = ({ description, title, url }: typeof WebResult.Type, passages: number) => ({
  id: url,
  url,
  ...(title === undefined || title === null ? {} : { title }),
  passages: passagesOf(description ?? "", passages).map((text) => ({ text, citation_url: url }))
})

const run = Effect.fnUntraced(function*(
  session: Session,
  { request: decoded, warnings }: Effect.Success<ReturnType<typeof DeveloperSearch.decode>>,
  charge: string | undefined
) {
  const searcher = yield* Searcher
  const { request } = yield* Effect.mapError(
    SearchRequest.decode({
      query: decoded.query,
      limit: decoded.k,
      categories: [decoded.repos.length === 0 ? "developer" : "github"]
    }),
    ApiError.fromInvalidRequest
  )
  const found = yield* Effect.mapError(
    searcher.search({
      id: session.requestId,
      // The added repository names do not count towards the caller's length limit.
      request: { ...request, query: written(request.query, decoded.repos) },
      warnings,
      caller: Team.toCaller(session.team, charge),
      condition: conditionOf(decoded)
    }),
    fromSearchFailure
  )
  const results = (found.data.web ?? []).map((result) => toResult(result, decoded.passages))
  session.note.results = results.length
  session.note.credits = found.creditsUsed
  return {
    success: true,
    results,
    ...(found.warning === null ? {} : { warning: found.warning })
  } satisfies DeveloperSearch.DeveloperSearchResponse
})

const lists = new Set(["types", "repos", "sources", "skills"])

const fieldsOf = (url: string): Record<string, unknown> => {
  const { searchParams } = new URL(url, "http://localhost")
  return Object.fromEntries([...new Set(searchParams.keys())].map((name) => {
    const values = searchParams.getAll(name)
    const [first = ""] = values
    if (lists.has(name)) return [name, values.flatMap((value) => value.split(",")).filter((value) => value !== "")]
    return [name, name !== "query" && /^\d{1,9}$/.test(first) ? Number(first) : first]
  }))
}

export const developerByQuery = operation(
  { name: "search-developer", metered: true },
  (session) =>
    Effect.gen(function*() {
      const decoded = yield* Effect.mapError(
        DeveloperSearch.decode(fieldsOf(session.request.url)),
        ApiError.fromInvalidRequest
      )
      session.note.query = decoded.request.query
      return yield* once(session, undefined, (charge) => run(session, decoded, charge))
    })
)

export const developer = operation({ name: "search-developer", metered: true }, (session) =>
  Effect.gen(function*() {
    const { json, text } = yield* readJson(session.request)
    const decoded = yield* Effect.mapError(DeveloperSearch.decode(json), ApiError.fromInvalidRequest)
    session.note.query = decoded.request.query
    const key = yield* keyOf(session, "search-developer", text)
    return yield* once(session, key, (charge) => run(session, decoded, charge))
  }))
