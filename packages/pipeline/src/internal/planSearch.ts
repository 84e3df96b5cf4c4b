import * as Category from "@dunlin/query-operators/Category"
import * as Domains from "@dunlin/query-operators/Domains"
import * as Place from "@dunlin/query-operators/Place"
import * as Query from "@dunlin/query-operators/Query"
import * as TimeFilter from "@dunlin/query-operators/TimeFilter"
import * as InvalidRequest from "@dunlin/schema/InvalidRequest"
import * as Limits from "@dunlin/schema/Limits"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { SearchSettings } from "../SearchSettings.ts"
import type { Input, Planned, PlannedQuestion } from "../SearchState.ts"
import * as Selectors from "../Selectors.ts"
import { warned } from "./warned.ts"

export const planSearch = Effect.fnUntracedEager(
  function*(
    { condition, many, request, warnings }: Input,
    services: Context.Context<never>
  ): Effect.fn.Return<Planned & Pick<Input, "warnings">, InvalidRequest.InvalidRequest> {
    const parsed = (many?.queries ?? [request.query]).map((query) => Query.parse(query))
    if (request.scrapeOptions !== undefined) yield* Selectors.check(request.scrapeOptions, ["scrapeOptions"])
    const time = yield* readTime(request.tbs, ["tbs"])
    const overfetch = Math.max(condition?.overfetch ?? 0, Context.get(services, SearchSettings).overfetch)
    // Providers apply only the query, so all other conditions are checked here.
    const isFilteredHere = condition !== undefined || request.ignoreInvalidURLs || request.categories.length > 0
    const askFor = (written: Query.Query) => {
      const query = Domains.restrict(written, { include: request.includeDomains, exclude: request.excludeDomains })
      const isFiltered = isFilteredHere || query.nodes.some((node) => node._tag !== "Word")
      return {
        query,
        limit: Math.min(100, isFiltered ? Math.ceil(request.limit * overfetch) : request.limit),
        ...(isFiltered && !isFilteredHere ? { wanted: request.limit } : {})
      }
    }
    const shared = {
      ...askFor(parsed[0]!.query),
      country: request.country,
      ...(request.safe === undefined ? {} : { safe: request.safe })
    }

    const places = new Map<string, Place.Resolved>()
    const questions: Array<PlannedQuestion> = []
    for (const [index, source] of request.sources.entries()) {
      const ownTime = source.type === "web" && source.tbs !== undefined
        ? yield* readTime(source.tbs, ["sources", index, "tbs"])
        : time
      const written = (source.type === "web" ? source.location : undefined) ?? request.location
      if (written !== undefined && !places.has(written)) {
        places.set(written, yield* Place.resolve(written, { country: request.country }))
      }
      const location = written === undefined ? undefined : nameOf(places.get(written)) ?? written
      const question = {
        ...shared,
        source: source.type,
        ...(location === undefined ? {} : { location }),
        // Images have no date.
        ...(ownTime === undefined || source.type === "images" ? {} : { time: ownTime })
      }
      if (source.type === "web" && request.categories.length > 0) {
        for (const { type } of request.categories) {
          questions.push(inCategory(question, type))
        }
      } else {
        questions.push(question)
      }
    }
    const distinctQuestions = distinct(questions)
    if (distinctQuestions.length > Limits.searchMaxQuestions) {
      return yield* InvalidRequest.at(
        ["sources"],
        `sources and categories that result in at most ${Limits.searchMaxQuestions} different requests to the engine, not ${distinctQuestions.length}`
      )
    }
    if (distinctQuestions.length * parsed.length > Math.max(distinctQuestions.length, Limits.searchMaxQuestionsOfAll)) {
      return yield* InvalidRequest.at(
        ["queries"],
        `queries, sources and categories that result in at most ${Limits.searchMaxQuestionsOfAll} different requests to the engine, not ${
          distinctQuestions.length * parsed.length
        }`
      )
    }
    const added = [
      ...parsed.flatMap((each) => each.warnings.map(Query.describe)),
      ...[...places.values()].flatMap((place) => place.warnings)
    ]
    return {
      plan: many === undefined
        ? { query: parsed[0]!.query, questions: distinctQuestions }
        : {
          query: joined(parsed.map(({ query }) => query)),
          questions: parsed.flatMap(({ query }, of) =>
            distinctQuestions.map(({ category, wanted: _, ...question }) => {
              const own = { ...question, ...askFor(query), of }
              return category === undefined ? own : inCategory(own, category)
            })
          )
        },
      warnings: warned(warnings, added)
    }
  }
)

const inCategory = (question: PlannedQuestion, type: Category.Category): PlannedQuestion => ({
  ...question,
  category: type,
  query: Category.restrict(question.query, [type]),
  unrestricted: question.query
})

const joined = (queries: ReadonlyArray<Query.Query>): Query.Query => {
  const nodes = new Map(queries.flatMap(({ nodes }) => nodes.map((node) => [JSON.stringify(node), node] as const)))
  return Query.make([...nodes.values()])
}

/** A source's own filter may equal that of the request, so equal queries occur once. */
const distinct = (questions: ReadonlyArray<PlannedQuestion>): ReadonlyArray<PlannedQuestion> => {
  if (questions.length === 1) return questions
  const seen = new Set<string>()
  return questions.filter(({ category, location, source, time }) => {
    const count = seen.size
    return seen.add(JSON.stringify([source, category, location, written(time)])).size > count
  })
}

const written = (time: TimeFilter.TimeFilter | undefined) =>
  time === undefined ? undefined : [time.range, time.from, time.to, time.sortByDate, time.verbatim]

// Providers cannot resolve the short form of a place, so they receive its full name.
const nameOf = (resolved: Place.Resolved | undefined): string | undefined =>
  resolved === undefined ? undefined : Option.getOrUndefined(resolved.place)?.name

const readTime = (tbs: string | undefined, path: ReadonlyArray<string | number>) =>
  tbs === undefined ? Effect.succeed(undefined) : Option.match(TimeFilter.parse(tbs), {
    onSome: Effect.succeed,
    onNone: () =>
      Effect.fail(InvalidRequest.at(
        path,
        "a time filter such as qdr:w, cdr:1,cd_min:01/31/2026,cd_max:02/28/2026 or sbd:1"
      ))
  })
