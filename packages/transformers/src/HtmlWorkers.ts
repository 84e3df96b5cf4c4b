/**
 * Parses large pages in worker threads, so that the event loop of the embedding service stays free.
 *
 * @since 0.1.0
 */
import * as PackageFile from "@dunlin/common/PackageFile"
import * as Threads from "@dunlin/common/Threads"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import type { Done } from "./internal/reading/formats.ts"
import type { Answer, Question } from "./internal/reading/worker.ts"
import { Crashed, TransformError } from "./TransformError.ts"

/**
 * @category options
 * @since 0.1.0
 */
export interface Options {
  /**
   * The maximum number of threads. They start with the first large page and stop when they are idle.
   *
   * @default one less than the processors, at least 1, at most 4
   */
  readonly size?: number | undefined
  /**
   * The timeout of one page. A thread that takes longer is stopped.
   *
   * @default "30 seconds"
   */
  readonly timeout?: Duration.Input | undefined
  /**
   * The heap size of one thread in MiB.
   *
   * @default 1024
   */
  readonly maxHeap?: number | undefined
}

/**
 * Runs jobs of this package.
 *
 * @category models
 * @since 0.1.0
 */
export interface Workers {
  /**
   * Runs jobs of this package in threads.
   * @internal
   */
  readonly run: (question: Question) => Effect.Effect<Done, TransformError>
}

const asker = { here: import.meta.url, name: "@dunlin/transformers", module: "HtmlWorkers" }

/**
 * Builds a pool of threads that stops when its scope closes.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (options: Options = {}): Effect.Effect<Workers, never, Scope.Scope> =>
  Effect.map(
    Threads.make<Question, Answer>({ ...options, entry: PackageFile.module(asker, "internal/reading/worker") }),
    ({ run }) => ({
      run: (question) =>
        run(question).pipe(
          Effect.mapError((cause) => new TransformError({ reason: new Crashed({ cause }) })),
          Effect.flatMap((answer) =>
            "done" in answer ? Effect.succeed(answer.done) : Effect.fail(decodeError(answer.error))
          )
        )
    })
  )

const decodeError = Schema.decodeSync(TransformError)
