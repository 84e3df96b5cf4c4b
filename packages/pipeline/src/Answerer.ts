/**
 * Returns the passages that answer a search request within a token limit.
 *
 * @since 0.1.0
 */
import * as Spans from "@dunlin/common/Spans"
import { ScrapeOptions } from "@dunlin/schema/ScrapeOptions"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as Scope from "effect/Scope"
import * as crypto from "node:crypto"
import type { Answer, Answered, Budgeted } from "./Answer.ts"
import * as AnswerPipeline from "./AnswerPipeline.ts"
import * as Caller from "./Caller.ts"
import { overCaller } from "./internal/provided.ts"
import { runWithin } from "./internal/runWithin.ts"
import * as Pipeline from "./Pipeline.ts"
import type { SearchTask } from "./Searcher.ts"
import { type SearchFailure, SearchTimeout } from "./SearchFailure.ts"
import type { Input } from "./SearchState.ts"
import type { Stage } from "./Stage.ts"

/**
 * @category models
 * @since 0.1.0
 */
export interface AnswerTask extends SearchTask, Budgeted {}

/**
 * @category services
 * @since 0.1.0
 */
export class Answerer extends Context.Service<Answerer, {
  /**
   * Searches, reads pages whose text the provider does not have, and selects the best passages within the token
   * limit, all within `request.timeout`. For slow or failed pages, descriptions are used. Without `scrapeOptions`,
   * pages are read as Markdown. Interruption releases all resources.
   */
  readonly answer: (task: AnswerTask) => Effect.Effect<Answer, SearchFailure>
}>()("@dunlin/pipeline/Answerer") {}

/**
 * Creates an answerer for a custom pipeline that ends with `answer`.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = Effect.fnUntraced(function*<const Stages extends ReadonlyArray<Stage.Any>>(
  pipeline:
    & Pipeline.Pipeline<Input & Budgeted, Stages>
    & Pipeline.Check<Input & Budgeted, Stages>
    & Yields<Pipeline.Result<Input & Budgeted, Stages>, Stage.Error<Stages[number]>>
) {
  const services = Context.omit(Scope.Scope)(yield* Effect.context<Stage.Services<Stages[number]>>())
  const overServices = overCaller(services)
  const runAll = (input: Input & Budgeted) =>
    Pipeline.run<Input & Budgeted, Stages>(
      pipeline,
      input as Pipeline.Ready<Input & Budgeted, Stages>
    ) as unknown as Effect.Effect<Answered, SearchFailure, Stage.Services<Stages[number]>>

  return Answerer.of({
    answer: ({ budget, caller = Caller.local, id, many, request, warnings = [] }) =>
      Effect.suspend(() => {
        const milliseconds = request.timeout
        const known = id ?? crypto.randomUUID()
        const input = {
          id: known,
          request: request.scrapeOptions === undefined ? { ...request, scrapeOptions: asMarkdown() } : request,
          caller,
          warnings,
          budget,
          many
        }
        return Spans.within(
          "Answerer.answer",
          { attributes: { "dunlin.search.id": known, "dunlin.answer.tokens": budget.maxTokens } },
          (fiber) =>
            runWithin(Effect.scoped(runAll(input)), fiber, {
              milliseconds,
              team: caller.team,
              services: overServices,
              toAnswer: ({ answer }) => answer,
              orElse: () => Effect.fail(new SearchTimeout({ milliseconds }))
            })
        )
      })
  })
})

let markdown: ScrapeOptions | undefined

const asMarkdown = (): ScrapeOptions => markdown ??= Schema.decodeUnknownSync(ScrapeOptions)({ formats: ["markdown"] })

/**
 * `unknown` if the pipeline ends with `answer` and can fail only with the errors of a search. Otherwise a type whose name
 * the compiler shows as an error message.
 *
 * @category models
 * @since 0.1.0
 */
export type Yields<State, Error> = State extends Answered
  ? [Error] extends [SearchFailure] ? unknown : { readonly unexpectedError: Exclude<Error, SearchFailure> }
  : { readonly lacksField: "answer" }

/**
 * The default answerer.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = Layer.effect(Answerer, make(AnswerPipeline.answer))
