/**
 * Runs a search request, and returns the response.
 *
 * @since 0.1.0
 */
import * as Spans from "@dunlin/common/Spans"
import type { Settlement } from "@dunlin/credits/CreditLedger"
import type { Document } from "@dunlin/schema/Document"
import type { SearchRequest } from "@dunlin/schema/SearchRequest"
import type { NewsResult, SearchResponse, WebResult } from "@dunlin/schema/SearchResponse"
import type * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Queue from "effect/Queue"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import * as crypto from "node:crypto"
import * as Caller from "./Caller.ts"
import { isDefault } from "./internal/defaultScraper.ts"
import { finished } from "./internal/needs.ts"
import { overCaller } from "./internal/provided.ts"
import * as Receipt from "./internal/receipt.ts"
import { runWithin } from "./internal/runWithin.ts"
import { costMore } from "./internal/settleSearch.ts"
import * as Pipeline from "./Pipeline.ts"
import * as PipelineObserver from "./PipelineObserver.ts"
import { Scraper } from "./Scraper.ts"
import * as SearchEvent from "./SearchEvent.ts"
import { type SearchFailure, SearchTimeout } from "./SearchFailure.ts"
import * as SearchPipeline from "./SearchPipeline.ts"
import type { Condition, Input, Many, Settled } from "./SearchState.ts"
import type { Stage } from "./Stage.ts"

/**
 * @category models
 * @since 0.1.0
 */
export interface SearchTask {
  readonly request: SearchRequest
  /** @default Caller.local */
  readonly caller?: Caller.Caller | undefined
  /** Id of the search job. @default a random UUID */
  readonly id?: string | undefined
  /** Additional warnings, for example about the decoding of the request. */
  readonly warnings?: ReadonlyArray<string> | undefined
  /** A condition on results in addition to the request's conditions. @default none */
  readonly condition?: Condition | undefined
  /** Several queries that replace the query of the request. Each page is returned once. */
  readonly many?: Many | undefined
  /** Runs with the credits that a stream was charged: for the whole search, or for the received events. */
  readonly onCharged?: ((credits: number) => void) | undefined
}

/**
 * The service of a searcher. `Response` is the type of its responses.
 *
 * @category models
 * @since 0.1.0
 */
export interface Service<out Response extends SearchResponse = SearchResponse> {
  /**
   * Searches, and scrapes the hits if requested, within `request.timeout`. Slow or failed pages lead to partial
   * results. A search without any result in time fails with `SearchTimeout`. Interruption releases all resources.
   */
  readonly search: (task: SearchTask) => Effect.Effect<Response, SearchFailure>

  /**
   * Searches and returns events while the search runs. The last event is `Done`. If a reader stops early, only the
   * hits and pages that it received are charged.
   */
  readonly stream: (task: SearchTask) => Stream.Stream<SearchEvent.Event<Response>, SearchFailure>
}

/**
 * **Example** (Run a search)
 *
 * ```ts
 * import { Searcher } from "@dunlin/pipeline"
 * import { SearchProvider } from "@dunlin/providers"
 * import { SearchRequest } from "@dunlin/schema"
 * import { Services } from "dunlin"
 * import { Effect, Stream } from "effect"
 *
 * const services = Services.layer({
 *   provider: SearchProvider.layerMemory([
 *     { source: "web", url: "https://example.com/", title: "Hello", description: "", position: 1 }
 *   ])
 * })
 * const program = Effect.gen(function*() {
 *   const task: Searcher.SearchTask = yield* SearchRequest.decode({ query: "hello" })
 *   const searcher: Searcher.Service = yield* Searcher.Searcher
 *   const { data } = yield* searcher.search(task)
 *   const events = yield* Stream.runCollect(searcher.stream(task))
 *   return [data.web?.[0]?.title, events.at(-1)?._tag]
 * })
 * console.log(await Effect.runPromise(Effect.provide(program, services))) // [ 'Hello', 'Done' ]
 * ```
 *
 * @category services
 * @since 0.1.0
 */
export class Searcher extends Context.Service<Searcher, Service>()("@dunlin/pipeline/Searcher") {}

/**
 * The searcher in a context whose responses have the type `Response`.
 *
 * @category models
 * @since 0.1.0
 */
export interface Of<in out Response extends SearchResponse> {
  readonly "~response": Response
}

/**
 * Returns the key of the searcher, for a context in which responses have the type `Response`; `Services.compose`
 * returns it.
 *
 * **Example** (Responses with a custom field)
 *
 * ```ts
 * import { Searcher } from "@dunlin/pipeline"
 * import { type Document, SearchRequest } from "@dunlin/schema"
 * import { Effect } from "effect"
 *
 * type Response = Searcher.ResponseOf<Document.Document & { readonly words: number }>
 * const searcher = Searcher.of<Response>()
 *
 * // provided by the layer of `Services.compose`, whose stages add `words`
 * const program: Effect.Effect<number, unknown, Searcher.Of<Response>> = Effect.gen(function*() {
 *   const task = yield* SearchRequest.decode({ query: "hello" })
 *   const { data } = yield* (yield* searcher).search(task)
 *   return data.web?.[0]?.words ?? 0
 * })
 * console.log(Effect.isEffect(program)) // true
 * ```
 *
 * @category services
 * @since 0.1.0
 */
export const of = <Response extends SearchResponse>(): Context.Service<Of<Response>, Service<Response>> =>
  Searcher as unknown as Context.Service<Of<Response>, Service<Response>>

/** A failed page lacks the derived fields, so they are optional. */
type WithFields<Item, D extends Document> = Item & Partial<Omit<D, keyof Document>>

/**
 * The response type of a search whose documents have the type `D`.
 *
 * @category models
 * @since 0.1.0
 */
export type ResponseOf<D extends Document> = [Exclude<keyof D, keyof Document>] extends [never] ? SearchResponse
  : Omit<SearchResponse, "data"> & {
    readonly data: Omit<SearchResponse["data"], "web" | "news"> & {
      readonly web?: ReadonlyArray<WithFields<WebResult, D>>
      readonly news?: ReadonlyArray<WithFields<NewsResult, D>>
    }
  }

/**
 * `unknown` if the stages form a searcher. Otherwise a type whose name the compiler shows as an error message.
 *
 * @category problems
 * @since 0.1.0
 */
export type Accepts<Stages extends ReadonlyArray<Stage.Any>> = unknown extends Pipeline.Check<Input, Stages>
  ? Yields<Pipeline.Result<Input, Stages>, Stage.Error<Stages[number]>>
  : Pipeline.Check<Input, Stages>

type Accepted<Stages extends ReadonlyArray<Stage.Any>> = unknown extends Accepts<Stages>
  ? Pipeline.Pipeline<Input, Stages>
  : Accepts<Stages>

/**
 * Creates a searcher for a custom pipeline that ends with `response`.
 *
 * **Example** (A custom pipeline)
 *
 * ```ts
 * import { Pipeline, Searcher, type SearchState, Stage } from "@dunlin/pipeline"
 * import { SearchRequest } from "@dunlin/schema"
 * import { Effect } from "effect"
 *
 * const echo = Stage.promise("echo", ({ id, request }: SearchState.Input) => ({
 *   response: {
 *     success: true as const,
 *     data: { web: [{ url: "https://example.com/", title: request.query, description: "", position: 1 }] },
 *     warning: null,
 *     id,
 *     creditsUsed: 0
 *   }
 * }))
 * const program = Effect.gen(function*() {
 *   const searcher = yield* Searcher.make(Pipeline.make<SearchState.Input>()(echo))
 *   const { data } = yield* searcher.search(yield* SearchRequest.decode({ query: "hello" }))
 *   return data.web?.[0]?.title
 * })
 * console.log(await Effect.runPromise(program)) // hello
 *
 * // `unknown`: these stages make a searcher
 * const accepted: Searcher.Accepts<readonly [typeof echo]> = true
 * const yielded: Searcher.Yields<Stage.Stage.Out<typeof echo>, never> = true
 * console.log(accepted, yielded) // true true
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = Effect.fnUntraced(function*<const Stages extends ReadonlyArray<Stage.Any>>(
  pipeline: Accepted<Stages>
): Effect.fn.Return<Service, never, Stage.Services<Stages[number]>> {
  // Each run has its own scope, because the scope of the service lives longer.
  const services = Context.omit(Scope.Scope)(yield* Effect.context<Stage.Services<Stages[number]>>())
  const overServices = withScraperOf(services)
  const proven = pipeline as Pipeline.Pipeline<Input, Stages>
  const ends = finished(proven, "settle", "response")
  const runAll = (input: Input) =>
    ends(Pipeline.run<Input, Stages>(proven, input as Pipeline.Ready<Input, Stages>)) as unknown as Effect.Effect<
      Settled,
      SearchFailure,
      Stage.Services<Stages[number]>
    >

  const search = (task: SearchTask): Effect.Effect<SearchResponse, SearchFailure> =>
    task.id === undefined ? Effect.suspend(() => searchAs(crypto.randomUUID(), task)) : searchAs(task.id, task)

  const searchAs = (id: string, task: SearchTask): Effect.Effect<SearchResponse, SearchFailure> => {
    const { caller = Caller.local, condition, many, request, warnings = [] } = task
    const milliseconds = request.timeout
    return Spans.within(
      "Searcher.search",
      { attributes: { "dunlin.search.id": id, "dunlin.search.limit": request.limit } },
      (fiber) =>
        runWithin(Effect.scoped(runAll({ id, request, caller, warnings, condition, many })), fiber, {
          milliseconds,
          team: caller.team,
          services: overServices,
          toAnswer: ({ response }) => response,
          orElse: () => Effect.fail(new SearchTimeout({ milliseconds }))
        })
    )
  }

  const stream = (task: SearchTask): Stream.Stream<SearchEvent.SearchEvent, SearchFailure> =>
    Stream.unwrap(Effect.gen(function*() {
      const receipt = new Receipt.Receipt()
      const queue = yield* Queue.bounded<SearchEvent.SearchEvent, SearchFailure | Cause.Done>(EVENTS_AHEAD)
      const offer = (event: SearchEvent.SearchEvent) => Effect.asVoid(Queue.offer(queue, event))
      const note = ({ charged }: Settlement) => Effect.sync(() => task.onCharged?.(charged))
      // Charges the received events after the search has ended.
      yield* Effect.addFinalizer(() =>
        Effect.ignore(
          Effect.flatMap(receipt.breakOff, (settlement) => settlement === undefined ? Effect.void : note(settlement))
        )
      )
      const all = search(task).pipe(
        Effect.provideService(SearchEvent.SearchEvents, offer),
        Effect.provideService(PipelineObserver.PipelineObserver, observe(offer)),
        Effect.provideService(Receipt.Current, receipt),
        Effect.tapError(() => Effect.flatMap(Effect.andThen(receipt.whenTold, receipt.end), note)),
        Effect.flatMap((response) =>
          Effect.andThen(
            receipt.whenTold,
            Effect.uninterruptible(Effect.tap(receipt.end, note))
          ).pipe(Effect.flatMap((settlement) => offer({ _tag: "Done", response: settledAs(response, settlement) })))
        ),
        Effect.matchCauseEffect({
          onSuccess: () => Queue.end(queue),
          onFailure: (cause) => Queue.failCause(queue, cause)
        })
      )
      yield* Effect.forkScoped(all)
      // A pulled event counts as received, so events are pulled one at a time.
      const next = Effect.map(Queue.take(queue), (event) => {
        receipt.record(event)
        return [event] as const
      })
      return Stream.fromPull(Effect.succeed(next))
    }))

  return Searcher.of({ search, stream })
})

/** Events that are buffered for a slow reader. */
const EVENTS_AHEAD = 16

const settledAs = (response: SearchResponse, { shortfall }: Settlement): SearchResponse =>
  shortfall === 0 ? response : {
    ...response,
    warning: [...response.warning === null ? [] : [response.warning], costMore(shortfall)].join(" ")
  }

const withScraperOf = <Services>(services: Context.Context<Services>) => {
  const composed = Context.getOption(services as Context.Context<never>, Scraper)
  const over = overCaller(services)
  if (Option.isNone(composed) || !isDefault(composed.value)) return over
  const overScraper = overCaller(Context.omit(Scraper)(services as Context.Context<Services | Scraper>))
  return (caller: Context.Context<never>): Context.Context<Services> =>
    Option.isSome(Context.getOption(caller, Scraper)) ? overScraper(caller) as Context.Context<Services> : over(caller)
}

// Converts changes of the state to events: the duration of each stage, and new warnings. Stages of a page have its
// URL in their state.
const observe = (emit: (event: SearchEvent.SearchEvent) => Effect.Effect<void>): PipelineObserver.Observer => ({
  around: (stage, effect, state) =>
    Effect.flatMap(
      Clock.currentTimeMillis,
      (start) =>
        Effect.tap(effect, () =>
          Effect.flatMap(Clock.currentTimeMillis, (end) =>
            emit({ _tag: "StageFinished", stage, milliseconds: end - start, ...pageOf(state) })))
    ),
  advanced: (_stage, before, after) => {
    const known = new Set(warningsOf(before))
    const added = warningsOf(after).filter((message) => !known.has(message))
    return Effect.forEach(added, (message) => emit({ _tag: "Warning", message, ...pageOf(after) }), { discard: true })
  }
})

const pageOf = (state: object): { readonly url?: string } =>
  "url" in state && typeof state.url === "string" ? { url: state.url } : {}

const warningsOf = (state: object): ReadonlyArray<string> =>
  "warnings" in state && Array.isArray(state.warnings) ? state.warnings : []

/**
 * `unknown` if the pipeline ends with `response` and can fail only with the errors of a search. Otherwise a type whose
 * name the compiler shows as an error message.
 *
 * @category models
 * @since 0.1.0
 */
export type Yields<State, Error> = State extends Settled
  ? [Error] extends [SearchFailure] ? unknown : Pipeline.UnexpectedError<{ error: Exclude<Error, SearchFailure> }>
  : Pipeline.ResultIsMissing<{ stage: "settle"; field: "response"; wanted: SearchResponse }>

/**
 * The default searcher.
 *
 * **Example** (With your own services)
 *
 * ```ts
 * import { CreditLedger } from "@dunlin/credits"
 * import { Scraper, Searcher } from "@dunlin/pipeline"
 * import { SearchProvider } from "@dunlin/providers"
 * import { SearchRequest } from "@dunlin/schema"
 * import { ThreatGuard } from "@dunlin/threat-protection"
 * import { ModelFormats } from "@dunlin/transformers"
 * import { Effect, Layer } from "effect"
 *
 * const searcher = Searcher.layer.pipe(Layer.provide([
 *   SearchProvider.layerMemory([
 *     { source: "web", url: "https://example.com/", title: "Hello", description: "", position: 1 }
 *   ]),
 *   // nothing is scraped here
 *   Layer.mock(Scraper.Scraper, {}),
 *   CreditLedger.layerNoop,
 *   ThreatGuard.layerNoop,
 *   ModelFormats.layerExtractive
 * ]))
 * const program = Effect.gen(function*() {
 *   const { data } = yield* (yield* Searcher.Searcher).search(yield* SearchRequest.decode({ query: "hello" }))
 *   return data.web?.length
 * })
 * console.log(await Effect.runPromise(Effect.provide(program, searcher))) // 1
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layer: Layer.Layer<
  Searcher,
  never,
  Exclude<Stage.Services<(typeof SearchPipeline.search.stages)[number]>, Scope.Scope>
> = Layer.effect(Searcher, make(SearchPipeline.search))

/**
 * Provides a searcher with a custom pipeline.
 *
 * **Example** (Hits without passages)
 *
 * ```ts
 * import { Searcher, SearchPipeline } from "@dunlin/pipeline"
 * import { SearchProvider } from "@dunlin/providers"
 * import { SearchRequest } from "@dunlin/schema"
 * import { Services } from "dunlin"
 * import { Effect, Layer } from "effect"
 *
 * const searcher = Searcher.layerPipeline(SearchPipeline.search.without("highlight")).pipe(
 *   Layer.provide(Services.layer({
 *     provider: SearchProvider.layerMemory([
 *       { source: "web", url: "https://example.com/", title: "Hello", description: "As the engine says", position: 1 }
 *     ])
 *   }))
 * )
 * const program = Effect.gen(function*() {
 *   const { data } = yield* (yield* Searcher.Searcher).search(yield* SearchRequest.decode({ query: "hello" }))
 *   return data.web?.[0]?.description
 * })
 * console.log(await Effect.runPromise(Effect.provide(program, searcher))) // As the engine says
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerPipeline = <const Stages extends ReadonlyArray<Stage.Any>>(
  pipeline: Accepted<Stages>
): Layer.Layer<Searcher, never, Exclude<Stage.Services<Stages[number]>, Scope.Scope>> =>
  Layer.effect(Searcher, make(pipeline))
