/** `POST /v2/search/developer`: a search of the category `developer` in the words of its own endpoint. */
import { Searcher } from "@dunlin/pipeline/Searcher"
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

/** Results that are asked for beside each that is wanted, when some of them will be left out. */
const askedPerResult = 3
const mostAsked = 100

/** What a page on GitHub is, by its path: `owner/name`, `owner/name/issues/1`, ... */
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

const isWanted = ({ repos, types }: DeveloperSearch.DeveloperSearchRequest, address: string): boolean => {
  const url = URL.parse(address)
  return url !== null && (types.length === 0 || types.includes(kindOf(url))) &&
    (repos.length === 0 || repos.some((repository) => isOf(url, repository)))
}

const toResult = ({ description, title, url }: typeof WebResult.Type) => ({
  id: url,
  url,
  ...(title === undefined || title === null ? {} : { title }),
  passages: description === undefined || description === null || description === ""
    ? []
    : [{ text: description, citation_url: url }]
})

const run = Effect.fnUntraced(function*(
  session: Session,
  { request: asked, warnings }: Effect.Success<ReturnType<typeof DeveloperSearch.decode>>,
  charge: string | undefined
) {
  const searcher = yield* Searcher
  const isFiltered = asked.types.length > 0 || asked.repos.length > 0
  const { request } = yield* Effect.mapError(
    SearchRequest.decode({
      query: asked.query,
      limit: isFiltered ? Math.min(mostAsked, asked.k * askedPerResult) : asked.k,
      categories: ["developer"],
      ...(asked.repos.length === 0 ? {} : { includeDomains: ["github.com"] })
    }),
    ApiError.fromInvalidRequest
  )
  const found = yield* Effect.mapError(
    searcher.search({ id: session.requestId, request, warnings, caller: Team.toCaller(session.team, charge) }),
    fromSearchFailure
  )
  const results = (found.data.web ?? []).filter(({ url }) => isWanted(asked, url)).slice(0, asked.k).map(toResult)
  session.note.results = results.length
  session.note.credits = found.creditsUsed
  return {
    success: true,
    results,
    ...(found.warning === null ? {} : { warning: found.warning })
  } satisfies DeveloperSearch.DeveloperSearchResponse
})

export const developer = operation({ name: "search-developer", metered: true }, (session) =>
  Effect.gen(function*() {
    const { json, text } = yield* readJson(session.request)
    const decoded = yield* Effect.mapError(DeveloperSearch.decode(json), ApiError.fromInvalidRequest)
    session.note.query = decoded.request.query
    const key = yield* keyOf(session, "search-developer", text)
    return yield* once(session, key, run(session, decoded, key?.charge))
  }))
