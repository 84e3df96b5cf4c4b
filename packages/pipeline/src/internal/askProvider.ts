import { Bypass } from "@dunlin/providers/ResultCache"
import type { SearchError } from "@dunlin/providers/SearchError"
import { SearchProvider } from "@dunlin/providers/SearchProvider"
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
export const askProvider = Effect.fnUntraced(
  function*(
    state: Input & Authorized & Planned
  ): Effect.fn.Return<Found & Pick<Input, "warnings">, SearchError, SearchProvider> {
    const general = yield* SearchProvider
    const special = yield* CategoryProviders
    const tasks = state.plan.questions.flatMap((question) => {
      const own = question.category === undefined ? undefined : special[question.category]
      const { unrestricted = question.query } = question
      return [
        ...(own === undefined ? [] : [{ provider: own, question: { ...question, query: unrestricted } }]),
        { provider: general, question }
      ]
    })
    const asked = yield* Effect.forEach(
      tasks,
      ({ provider, question }) =>
        Effect.map(Effect.result(provider.search(question)), (result) => ({ question, result })),
      { concurrency: tasks.length === 1 ? 1 : 4 }
    ).pipe(Retention.keeps(state.retention) ? identity : Effect.provideService(Bypass, true))
    const failures = asked.flatMap(({ result }) => Result.isFailure(result) ? [result.failure] : [])
    if (failures[0] !== undefined && failures.length === asked.length) return yield* failures[0]
    const answers = asked.flatMap(({ question, result }) =>
      Result.isSuccess(result) ? [{ question, ...result.success }] : []
    )
    const failed = asked.flatMap(({ question, result }) =>
      Result.isFailure(result)
        ? [`No results for ${describe(question)}: ${result.failure.message.replace(/[.]$/, "")}.`]
        : []
    )
    return {
      answers,
      warnings: [...state.warnings, ...new Set([...answers.flatMap((answer) => answer.warnings), ...failed])]
    }
  }
)

const describe = ({ category, source }: PlannedQuestion): string =>
  category === undefined ? `the source ${source}` : `the category ${category}`
