/**
 * From a URL and scrape options to a document.
 *
 * @since 0.1.0
 */
import type { ScrapeOptions } from "@dunlin/schema/ScrapeOptions"
import * as Spans from "@dunlin/schema/Spans"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Caller from "./Caller.ts"
import * as Deadline from "./Deadline.ts"
import { provided } from "./internal/provided.ts"
import * as Pipeline from "./Pipeline.ts"
import * as Retention from "./Retention.ts"
import * as ScrapeError from "./ScrapeError.ts"
import * as ScrapePipeline from "./ScrapePipeline.ts"
import type { Input, Scraped } from "./ScrapeState.ts"
import type { Stage, StageTimeout } from "./Stage.ts"

/**
 * @category models
 * @since 0.1.0
 */
export interface ScrapeTask {
  readonly url: string
  readonly options: ScrapeOptions
  /** @default Caller.local */
  readonly caller?: Caller.Caller | undefined
  /** What may be left behind; by default what the options say. */
  readonly retention?: Retention.Retention | undefined
}

/**
 * @category services
 * @since 0.1.0
 */
export class Scraper extends Context.Service<Scraper, {
  /**
   * Scrapes one page within `options.timeout` and the deadline of the run. Interruption releases every socket, page
   * and process it holds.
   */
  readonly scrape: (task: ScrapeTask) => Effect.Effect<Scraped, ScrapeError.ScrapeError>
}>()("@dunlin/pipeline/Scraper") {}

/**
 * A scraper that runs a pipeline of your own, as long as it ends with `scraped`.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = Effect.fnUntraced(function*<const Stages extends ReadonlyArray<Stage.Any>>(
  pipeline:
    & Pipeline.Pipeline<Input, Stages>
    & Pipeline.Check<Input, Stages>
    & Yields<Pipeline.Result<Input, Stages>, Stage.Error<Stages[number]>>
) {
  const provide = provided(yield* Effect.context<Stage.Services<Stages[number]>>())
  // `Yields` has proven the result and the errors; the compiler cannot see it for a pipeline it does not know.
  const runAll = (input: Input) =>
    provide(Pipeline.run<Input, Stages>(pipeline, input as Pipeline.Ready<Input, Stages>)) as unknown as Effect.Effect<
      { readonly scraped: Scraped },
      ScrapeError.ScrapeError | StageTimeout
    >
  return Scraper.of({
    scrape: Spans.fn("Scraper.scrape")(function*({ caller = Caller.local, options, retention, url }) {
      const left = Math.min(options.timeout, yield* Deadline.remaining)
      const state = yield* runAll({
        url,
        options,
        caller,
        retention: retention ?? Retention.of([], options),
        warnings: []
      }).pipe(
        // the fetcher may be the first to notice that the time is over; it is one failure all the same
        Effect.catchReason(
          "ScrapeError",
          "FetchFailed",
          ({ error }, failure) =>
            error.reason._tag !== "Timeout" ?
              Effect.fail(failure) :
              Effect.flatMap(Deadline.remaining, (remaining) =>
                remaining <= timerSlack ? timedOut(left) : Effect.fail(failure))
        ),
        Deadline.within(options.timeout),
        Effect.timeoutOrElse({ duration: left, orElse: () => timedOut(left) }),
        Effect.catchTag("StageTimeout", (error) => timedOut(error.milliseconds))
      )
      return state.scraped
    })
  })
})

/**
 * `unknown` when the pipeline ends with `scraped` and fails as a scrape may; otherwise what the compiler shows.
 *
 * @category models
 * @since 0.1.0
 */
export type Yields<State, Error> = State extends { readonly scraped: Scraped }
  ? [Error] extends [ScrapeError.ScrapeError | StageTimeout] ? unknown
  : { readonly unexpectedError: Exclude<Error, ScrapeError.ScrapeError | StageTimeout> }
  : { readonly lacksField: "scraped" }

/** Timers may fire this many milliseconds early. */
const timerSlack = 5

const timedOut = (milliseconds: number) =>
  Effect.fail(ScrapeError.make(new ScrapeError.ScrapeTimeout({ milliseconds })))

/**
 * The default scraper.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = Layer.effect(Scraper, make(ScrapePipeline.scrape))

/**
 * A scraper over a pipeline of your own.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerPipeline = <const Stages extends ReadonlyArray<Stage.Any>>(
  pipeline:
    & Pipeline.Pipeline<Input, Stages>
    & Pipeline.Check<Input, Stages>
    & Yields<Pipeline.Result<Input, Stages>, Stage.Error<Stages[number]>>
): Layer.Layer<Scraper, never, Stage.Services<Stages[number]>> => Layer.effect(Scraper, make(pipeline))
