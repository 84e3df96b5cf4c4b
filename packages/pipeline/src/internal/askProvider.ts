import { Bypass } from "@dunlin/providers/ResultCache"
import type { SearchError } from "@dunlin/providers/SearchError"
import { SearchProvider } from "@dunlin/providers/SearchProvider"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { CategoryProviders } from "../CategoryProviders.ts"
import * as Retention from "../Retention.ts"
import type { Authorized, Found, Input, Planned, PlannedQuestion } from "../SearchState.ts"
import * as Many from "./manyQueries.ts"
import { redactorOf, redactWarnings } from "./redactFields.ts"
import { warned } from "./warned.ts"

/** If some queries fail, their failure is a warning. If all fail, the search fails. */
export const askProvider = (
  state: Input & Authorized & Planned,
  services: Context.Context<SearchProvider>
): Effect.Effect<Searched, SearchError> => {
  const tasks = tasksOf(state.plan.questions, services)
  const answered = tasks.length === 1 ? askOne(tasks[0]!) : askAll(tasks, state.many?.queries)
  const redactPII = state.request.scrapeOptions?.redactPII ?? false
  const searched = Effect.flatMapEager(answered, ({ warnings, ...found }) =>
    Effect.mapEager(
      redactWarnings(warnings, redactPII, redactorOf(services)),
      (added) => ({ ...found, warnings: warned(state.warnings, added) })
    ))
  return Retention.keeps(state.retention) ? searched : Effect.provideService(searched, Bypass, true)
}

type Searched = Found & Pick<Input, "warnings">

interface Task {
  readonly provider: SearchProvider["Service"]
  readonly question: PlannedQuestion
}

const tasksOf = (
  questions: ReadonlyArray<PlannedQuestion>,
  services: Context.Context<SearchProvider>
): ReadonlyArray<Task> => {
  const general = Context.get(services, SearchProvider)
  const special = Context.get(services, CategoryProviders)
  const tasks: Array<Task> = []
  for (const question of questions) {
    const { category, query, unrestricted = query } = question
    const own = category === undefined ? undefined : special[category]
    if (own !== undefined) tasks.push({ provider: own, question: { ...question, query: unrestricted } })
    tasks.push({ provider: general, question })
  }
  return tasks
}

const askOne = ({ provider, question }: Task): Effect.Effect<Searched, SearchError> =>
  Effect.map(
    provider.search(question),
    ({ hits, suggestion, warnings }) => ({ answers: [{ question, hits }], suggestion, warnings })
  )

const askAll = Effect.fnUntraced(
  function*(
    tasks: ReadonlyArray<Task>,
    queries: ReadonlyArray<string> | undefined
  ): Effect.fn.Return<Searched, SearchError> {
    const results = yield* Effect.forEach(
      tasks,
      ({ provider, question }) => Effect.result(provider.search(question)),
      { concurrency: 4 }
    )
    const answers: Array<Found["answers"][number]> = []
    const warnings: Array<string> = []
    let suggestion: string | undefined
    const failures: Array<{ readonly error: SearchError; readonly question: PlannedQuestion }> = []
    for (const [index, { question }] of tasks.entries()) {
      const result = results[index]!
      if (Result.isFailure(result)) {
        failures.push({ error: result.failure, question })
        continue
      }
      answers.push({ question, hits: result.success.hits })
      warnings.push(...result.success.warnings)
      suggestion ??= result.success.suggestion
    }
    if (failures[0] !== undefined && answers.length === 0) return yield* failures[0].error
    if (queries !== undefined) {
      return {
        answers,
        ...Many.accountOf(queries, tasks.map(({ question }) => question), results)
      }
    }
    for (const { error, question } of failures) {
      warnings.push(`No results for ${describe(question)}: ${error.message.replace(/[.]$/, "")}.`)
    }
    return { answers, suggestion, warnings }
  }
)

const describe = ({ category, source }: PlannedQuestion): string =>
  category === undefined ? `the source ${source}` : `the category ${category}`
