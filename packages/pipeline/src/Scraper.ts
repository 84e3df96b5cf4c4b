/**
 * Scrapes a URL with scrape options, and returns a document.
 *
 * @since 0.1.0
 */
import * as Spans from "@dunlin/common/Spans"
import * as PageMemory from "@dunlin/fetcher/PageMemory"
import type { Document } from "@dunlin/schema/Document"
import type { RawPage } from "@dunlin/schema/RawPage"
import type { ScrapeOptions } from "@dunlin/schema/ScrapeOptions"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as Caller from "./Caller.ts"
import * as Deadline from "./Deadline.ts"
import { asDefault } from "./internal/defaultScraper.ts"
import { finished } from "./internal/needs.ts"
import { provided } from "./internal/provided.ts"
import { type OpenPage as StayingPage, stayingOpen } from "./internal/stayOpen.ts"
import { withoutTraces } from "./internal/withoutTraces.ts"
import * as Pipeline from "./Pipeline.ts"
import * as Retention from "./Retention.ts"
import * as ScrapeError from "./ScrapeError.ts"
import * as ScrapePipeline from "./ScrapePipeline.ts"
import type { Input, Scraped } from "./ScrapeState.ts"
import type { Stage } from "./Stage.ts"
import type { StageFailed } from "./StageFailed.ts"
import type { StageTimeout } from "./StageTimeout.ts"

/**
 * @category models
 * @since 0.1.0
 */
export interface ScrapeTask {
  readonly url: string
  readonly options: ScrapeOptions
  /** @default Caller.local */
  readonly caller?: Caller.Caller | undefined
  /** The data that may be stored. @default depends on the options */
  readonly retention?: Retention.Retention | undefined
  /**
   * A page that the caller already has, such as an uploaded file. Nothing is fetched, and no cache is used.
   *
   * @since 0.3.0
   */
  readonly page?: RawPage | undefined
}

/**
 * The service of a scraper. `D` is the type of its documents: the contract's fields and those that custom stages add.
 *
 * @category models
 * @since 0.1.0
 */
export interface Service<out D extends Document = Document> {
  /**
   * Scrapes one page within `options.timeout` and the deadline of the run. Interruption releases all sockets, pages
   * and processes.
   */
  readonly scrape: (task: ScrapeTask) => Effect.Effect<Scraped<D>, ScrapeError.ScrapeError>
  /**
   * Opens a page in the browser, with its caller's permissions, policy and profiles. The page stays open until the
   * scope closes, for at most `life`. Absent if pages cannot stay open.
   *
   * @since 0.3.0
   */
  readonly open?:
    | ((task: ScrapeTask & { readonly life: Duration.Input }) => Effect.Effect<
      OpenPage,
      ScrapeError.ScrapeError,
      Scope.Scope
    >)
    | undefined
}

/**
 * A page that stays open.
 *
 * **Example** (The title of a page after its scripts ran)
 *
 * ```ts
 * import { Fetcher } from "@dunlin/fetcher"
 * import { Scraper } from "@dunlin/pipeline"
 * import { ScrapeOptions } from "@dunlin/schema"
 * import { Services } from "dunlin"
 * import { Effect } from "effect"
 *
 * const url = "https://example.com/"
 * const titleOf = (page: Scraper.OpenPage) => page.run({ code: "document.title", timeout: "5 seconds" })
 * const program = Effect.gen(function*() {
 *   const { open } = yield* Scraper.Scraper
 *   if (open === undefined) return "no page stays open"
 *   return (yield* titleOf(yield* open({ url, options: ScrapeOptions.make(), life: "5 minutes" }))).value
 * })
 * // pages in memory have no browser
 * const services = Services.layer({ fetcher: Fetcher.layerMemory({}) })
 * console.log(await Effect.runPromise(Effect.scoped(Effect.provide(program, services)))) // no page stays open
 * ```
 *
 * @category models
 * @since 0.3.0
 */
export interface OpenPage extends StayingPage {}

/**
 * **Example** (Scrape a page)
 *
 * ```ts
 * import { Fetcher } from "@dunlin/fetcher"
 * import { Scraper } from "@dunlin/pipeline"
 * import { ScrapeOptions } from "@dunlin/schema"
 * import { Services } from "dunlin"
 * import { Effect } from "effect"
 *
 * const url = "https://example.com/"
 * const services = Services.layer({ fetcher: Fetcher.layerMemory({ [url]: "<main><h1>Hello</h1></main>" }) })
 * const task: Scraper.ScrapeTask = { url, options: ScrapeOptions.make({ formats: ["markdown"] }) }
 * const program = Scraper.Scraper.use((scraper: Scraper.Service) => scraper.scrape(task))
 * console.log((await Effect.runPromise(Effect.provide(program, services))).document.markdown) // # Hello
 * ```
 *
 * @category services
 * @since 0.1.0
 */
export class Scraper extends Context.Service<Scraper, Service>()("@dunlin/pipeline/Scraper") {}

/**
 * The scraper in a context whose documents have the type `D`.
 *
 * @category models
 * @since 0.1.0
 */
export interface Of<in out D extends Document> {
  readonly "~document": D
}

/**
 * Returns the key of the scraper, for a context in which documents have the type `D`; `Services.compose` returns it.
 *
 * **Example** (Documents with a custom field)
 *
 * ```ts
 * import { Fetcher } from "@dunlin/fetcher"
 * import { Scraper, Stage } from "@dunlin/pipeline"
 * import { type Document, ScrapeOptions } from "@dunlin/schema"
 * import { Services } from "dunlin"
 * import { Effect } from "effect"
 *
 * const url = "https://example.com/"
 * const count = Stage.promise("count", ({ document }: { readonly document: Document.Document }) => ({
 *   document: { ...document, characters: document.markdown?.length ?? 0 }
 * }))
 * const { layer } = Services.compose({
 *   scrape: (pipeline) => pipeline.insertAfter("redact", count),
 *   fetcher: Fetcher.layerMemory({ [url]: "<main><h1>Hello</h1></main>" })
 * })
 *
 * type Counted = Scraper.DocumentOf<readonly [typeof count]>
 * const scraper = Scraper.of<Counted>()
 * const program = Effect.gen(function*(): Effect.fn.Return<number, unknown, Scraper.Of<Counted>> {
 *   const { document } = yield* (yield* scraper).scrape({ url, options: ScrapeOptions.make() })
 *   return document.characters
 * })
 * console.log(await Effect.runPromise(Effect.provide(program, layer))) // 7
 * ```
 *
 * @category services
 * @since 0.1.0
 */
export const of = <D extends Document>(): Context.Service<Of<D>, Service<D>> =>
  Scraper as unknown as Context.Service<Of<D>, Service<D>>

type FieldsOf<D> = Omit<D, keyof Document>

type Field<Out> = Out extends { readonly document: infer D } ? FieldsOf<D>
  : Out extends { readonly scraped: { readonly document: infer D } } ? FieldsOf<D>
  : {}

type Fields<Stages extends ReadonlyArray<Stage.Any>> = Stages extends
  readonly [infer Head extends Stage.Any, ...infer Tail extends ReadonlyArray<Stage.Any>]
  ? Field<Stage.Out<Head>> & Fields<Tail>
  : {}

/**
 * The document type of the given stages.
 *
 * @category models
 * @since 0.1.0
 */
export type DocumentOf<Stages extends ReadonlyArray<Stage.Any>> = keyof Fields<Stages> extends never ? Document
  : Document & { readonly [Name in keyof Fields<Stages>]: Fields<Stages>[Name] }

/**
 * `unknown` if the stages form a scraper; otherwise the error that the compiler shows.
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
 * Creates a scraper for a custom pipeline that ends with `scraped`.
 *
 * **Example** (A custom pipeline)
 *
 * ```ts
 * import { Pipeline, Scraper, type ScrapeState, Stage } from "@dunlin/pipeline"
 * import { ScrapeOptions } from "@dunlin/schema"
 * import { Effect } from "effect"
 *
 * const name = Stage.promise("name", ({ url }: ScrapeState.Input) => ({
 *   scraped: {
 *     document: { markdown: `# ${new URL(url).hostname}` },
 *     usage: { outcome: "delivered" as const },
 *     warnings: [],
 *     text: ""
 *   }
 * }))
 * const program = Effect.gen(function*() {
 *   const scraper = yield* Scraper.make(Pipeline.make<ScrapeState.Input>()(name))
 *   const { document } = yield* scraper.scrape({ url: "https://example.com/", options: ScrapeOptions.make() })
 *   return document.markdown
 * })
 * console.log(await Effect.runPromise(program)) // # example.com
 *
 * // `unknown`: these stages make a scraper
 * const accepted: Scraper.Accepts<readonly [typeof name]> = true
 * const yielded: Scraper.Yields<Stage.Stage.Out<typeof name>, never> = true
 * console.log(accepted, yielded) // true true
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = Effect.fnUntraced(function*<const Stages extends ReadonlyArray<Stage.Any>>(
  pipeline: Accepted<Stages>
): Effect.fn.Return<Service, never, Stage.Services<Stages[number]>> {
  const services = yield* Effect.context<Stage.Services<Stages[number]>>()
  const provide = provided(services)
  const proven = pipeline as Pipeline.Pipeline<Input, Stages>
  const ends = finished(proven, "finish", "scraped")
  const runAll = (input: Input) =>
    provide(
      ends(Pipeline.run<Input, Stages>(proven, input as Pipeline.Ready<Input, Stages>))
    ) as unknown as Effect.Effect<
      { readonly scraped: Scraped },
      ScrapeError.ScrapeError | StageTimeout | StageFailed
    >
  return Scraper.of({
    open: stayingOpen(services as Context.Context<never>),
    scrape: Spans.fn("Scraper.scrape")(function*({ caller = Caller.local, options, page, retention, url }) {
      const left = Math.min(options.timeout, yield* Deadline.remaining)
      const applied = retention ?? Retention.of([], options)
      const given = page === undefined ? {} : { given: page }
      const state = yield* runAll({
        url,
        caller,
        retention: applied,
        ...withoutTraces(options, applied),
        ...given
      }).pipe(
        Effect.catchReason(
          "ScrapeError",
          "FetchFailed",
          ({ error }, failure) =>
            error.reason._tag !== "Timeout" ?
              Effect.fail(failure) :
              Effect.flatMap(Deadline.remaining, (remaining) =>
                remaining <= TIMER_SLACK_MS ? timedOut(left) : Effect.fail(failure))
        ),
        Deadline.within(options.timeout),
        PageMemory.bounded,
        Caller.onBehalfOf(caller),
        Effect.timeoutOrElse({ duration: left, orElse: () => timedOut(left) }),
        Effect.catchTag(["StageTimeout", "StageFailed"], (error) => Effect.fail(ScrapeError.make(error)))
      )
      return state.scraped
    })
  })
})

/**
 * `unknown` if the pipeline ends with `scraped` and can fail only with the errors of a scrape. Otherwise a type whose
 * name the compiler shows as an error message.
 *
 * @category models
 * @since 0.1.0
 */
export type Yields<State, Error> = State extends { readonly scraped: Scraped }
  ? [Error] extends [Failure] ? unknown : Pipeline.UnexpectedError<{ error: Exclude<Error, Failure> }>
  : Pipeline.ResultIsMissing<{ stage: "finish"; field: "scraped"; wanted: Scraped }>

type Failure = ScrapeError.ScrapeError | StageTimeout | StageFailed

/** Timers may fire this much too early. */
const TIMER_SLACK_MS = 5

const timedOut = (milliseconds: number) =>
  Effect.fail(ScrapeError.make(new ScrapeError.ScrapeTimeout({ milliseconds })))

/**
 * The default scraper.
 *
 * **Example** (In an application)
 *
 * ```ts
 * import { ArtifactStore, PageCache, SnapshotStore } from "@dunlin/cache"
 * import { Fetcher } from "@dunlin/fetcher"
 * import { Scraper } from "@dunlin/pipeline"
 * import { Redactor } from "@dunlin/redaction"
 * import { ScrapeOptions } from "@dunlin/schema"
 * import { ThreatGuard } from "@dunlin/threat-protection"
 * import { ModelFormats, PdfEngine, Transformer } from "@dunlin/transformers"
 * import { Effect, Layer } from "effect"
 *
 * const url = "https://example.com/"
 * const scraper = Scraper.layer.pipe(Layer.provide([
 *   Fetcher.layerMemory({ [url]: "<main><p>Write to ann@example.com.</p></main>" }),
 *   PageCache.layerMemory(),
 *   SnapshotStore.layerMemory,
 *   ArtifactStore.layerMemory(),
 *   Transformer.layer.pipe(Layer.provide(PdfEngine.layerMemory(""))),
 *   ModelFormats.layerExtractive,
 *   Redactor.layer,
 *   ThreatGuard.layerLists
 * ]))
 * const options = ScrapeOptions.make({ redactPII: true })
 * const program = Scraper.Scraper.use((_) => _.scrape({ url, options }))
 * console.log((await Effect.runPromise(Effect.provide(program, scraper))).document.markdown) // Write to <EMAIL>.
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layer: Layer.Layer<Scraper, never, Stage.Services<(typeof ScrapePipeline.scrape.stages)[number]>> = Layer
  .effect(Scraper, Effect.map(make(ScrapePipeline.scrape), asDefault))

/**
 * Provides a scraper with a custom pipeline.
 *
 * **Example** (Without unneeded stages)
 *
 * ```ts
 * import { PageCache } from "@dunlin/cache"
 * import { Fetcher } from "@dunlin/fetcher"
 * import { Scraper, ScrapePipeline } from "@dunlin/pipeline"
 * import { ScrapeOptions } from "@dunlin/schema"
 * import { Services } from "dunlin"
 * import { Effect, Layer } from "effect"
 *
 * const url = "https://example.com/"
 * const fetcher = Fetcher.layerMemory({ [url]: "<main><p>Write to ann@example.com.</p></main>" })
 * const scraper = Scraper.layerPipeline(ScrapePipeline.scrape.without("redact")).pipe(
 *   Layer.provide(Services.layer({ fetcher })),
 *   Layer.provide(PageCache.layerMemory())
 * )
 * const program = Scraper.Scraper.use((_) => _.scrape({ url, options: ScrapeOptions.make() }))
 * console.log((await Effect.runPromise(Effect.provide(program, scraper))).document.markdown) // Write to ann@example.com.
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerPipeline = <const Stages extends ReadonlyArray<Stage.Any>>(
  pipeline: Accepted<Stages>
): Layer.Layer<Scraper, never, Stage.Services<Stages[number]>> => Layer.effect(Scraper, make(pipeline))
