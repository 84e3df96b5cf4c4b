import { Bypass } from "@dunlin/providers/ResultCache"
import type { SearchError } from "@dunlin/providers/SearchError"
import { SearchProvider } from "@dunlin/providers/SearchProvider"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import * as Result from "effect/Result"
import { CategoryProviders } from "../CategoryProviders.ts"
import * as Retention from "../Retention.ts"
import type { Authorized, Found, Input, Planned, PlannedQuestion } from "../SearchState.ts"

/**
 * Asks every question. When some of them fail the others are still an answer, and the failure is a warning; when all
 * fail, the search fails.
 */
export const askProvider = Effect.fnUntracedEager(
  function*(
    state: Input & Authorized & Planned,
    services: Context.Context<SearchProvider>
  ): Effect.fn.Return<Found & Pick<Input, "warnings">, SearchError, SearchProvider> {
    const general = Context.get(services, SearchProvider)
    const special = Context.get(services, CategoryProviders)
    const tasks = state.plan.questions.flatMap((question): ReadonlyArray<Task> => {
      const own = question.category === undefined ? undefined : special[question.category]
      const { unrestricted = question.query } = question
      const task = { provider: general, question }
      return own === undefined ? [task] : [{ provider: own, question: { ...question, query: unrestricted } }, task]
    })
    const results = yield* askAll(tasks).pipe(
      Retention.keeps(state.retention) ? identity : Effect.provideService(Bypass, true)
    )
    const answers: Array<Found["answers"][number]> = []
    const warnings = new Set<string>()
    const failures: Array<{ readonly error: SearchError; readonly question: PlannedQuestion }> = []
    for (const [index, { question }] of tasks.entries()) {
      const result = results[index]!
      if (Result.isFailure(result)) {
        failures.push({ error: result.failure, question })
        continue
      }
      answers.push({ question, hits: result.success.hits })
      for (const warning of result.success.warnings) warnings.add(warning)
    }
    if (failures[0] !== undefined && answers.length === 0) return yield* failures[0].error
    for (const { error, question } of failures) {
      warnings.add(`No results for ${describe(question)}: ${error.message.replace(/[.]$/, "")}.`)
    }
    return { answers, warnings: warnings.size === 0 ? state.warnings : [...state.warnings, ...warnings] }
  }
)

interface Task {
  readonly provider: SearchProvider["Service"]
  readonly question: PlannedQuestion
}

const askAll = ([first, ...others]: ReadonlyArray<Task>) =>
  first !== undefined && others.length === 0
    ? Effect.map(ask(first), (result) => [result])
    : Effect.forEach(first === undefined ? [] : [first, ...others], ask, { concurrency: 4 })

const ask = ({ provider, question }: Task) => Effect.result(provider.search(question))

const describe = ({ category, source }: PlannedQuestion): string =>
  category === undefined ? `the source ${source}` : `the category ${category}`
