import * as Query from "@dunlin/query-operators/Query"
import * as QueryNode from "@dunlin/query-operators/QueryNode"
import * as TimeFilter from "@dunlin/query-operators/TimeFilter"
import * as InvalidRequest from "@dunlin/schema/InvalidRequest"
import type { SearchRequest } from "@dunlin/schema/SearchRequest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { SearchSettings } from "../SearchSettings.ts"
import type { Input, Planned, PlannedQuestion } from "../SearchState.ts"
import * as categories from "./categories.ts"

/** Reads the query and its filters and makes one question for each source, and for each category of the web source. */
export const planSearch = Effect.fnUntraced(
  function*(
    { request, warnings }: Input
  ): Effect.fn.Return<Planned & Pick<Input, "warnings">, InvalidRequest.InvalidRequest> {
    const parsed = Query.parse(request.query)
    const domains = domainNodes(request)
    const query = Query.make([...parsed.query.nodes, ...domains])
    const time = yield* readTime(request.tbs, ["tbs"])
    const { overfetch } = yield* SearchSettings
    const isFiltered = domains.length > 0 || request.ignoreInvalidURLs || request.categories.length > 0 ||
      query.nodes.some((node) => node._tag !== "Word")
    const limit = Math.min(100, isFiltered ? Math.ceil(request.limit * overfetch) : request.limit)
    const shared = {
      limit,
      country: request.country,
      ...(request.safe === undefined ? {} : { safe: request.safe })
    }

    const questions: Array<PlannedQuestion> = []
    for (const [index, source] of request.sources.entries()) {
      const ownTime = source.type === "web" && source.tbs !== undefined
        ? yield* readTime(source.tbs, ["sources", index, "tbs"])
        : time
      const location = (source.type === "web" ? source.location : undefined) ?? request.location
      const question = {
        ...shared,
        source: source.type,
        query,
        ...(location === undefined ? {} : { location }),
        // Pictures have no date.
        ...(ownTime === undefined || source.type === "images" ? {} : { time: ownTime })
      }
      if (source.type === "web" && request.categories.length > 0) {
        for (const { type } of request.categories) {
          questions.push({ ...question, category: type, query: categories.restrict(query, type) })
        }
      } else {
        questions.push(question)
      }
    }
    return {
      plan: { query: Query.make(parsed.query.nodes), questions },
      warnings: [...warnings, ...parsed.warnings.map(Query.describe)]
    }
  }
)

const domainNodes = ({ excludeDomains, includeDomains }: SearchRequest): ReadonlyArray<QueryNode.Node> => {
  const excluded = excludeDomains.map((host) => QueryNode.site(host, { negated: true }))
  const [first, ...rest] = includeDomains.map((host) => QueryNode.site(host))
  return first === undefined ? excluded : [...excluded, QueryNode.or(first, ...rest)]
}

const readTime = (tbs: string | undefined, path: ReadonlyArray<string | number>) =>
  tbs === undefined ? Effect.succeed(undefined) : Option.match(TimeFilter.parse(tbs), {
    onSome: Effect.succeed,
    onNone: () =>
      Effect.fail(InvalidRequest.at(
        path,
        "a time filter such as qdr:w, cdr:1,cd_min:01/31/2026,cd_max:02/28/2026 or sbd:1"
      ))
  })
