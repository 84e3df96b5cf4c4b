/**
 * Provides all services of a search. The defaults need no server, no key, and no network except for the pages.
 *
 * @since 0.1.0
 */
import type * as ArtifactStore from "@dunlin/cache/ArtifactStore"
import type { CacheError } from "@dunlin/cache/CacheError"
import type * as PageCache from "@dunlin/cache/PageCache"
import type * as SnapshotStore from "@dunlin/cache/SnapshotStore"
import type { CreditError } from "@dunlin/credits/CreditError"
import type * as CreditLedger from "@dunlin/credits/CreditLedger"
import type * as EgressGuard from "@dunlin/fetcher/EgressGuard"
import type * as Fetcher from "@dunlin/fetcher/Fetcher"
import type { ProfileError } from "@dunlin/fetcher/FetchError"
import type { Profiles } from "@dunlin/fetcher/Profiles"
import type { PdfEngine } from "@dunlin/pdf/PdfEngine"
import type * as Answerer from "@dunlin/pipeline/Answerer"
import type { Pipeline, Result as PipelineResult, ServiceIsMissing } from "@dunlin/pipeline/Pipeline"
import type * as Reader from "@dunlin/pipeline/Reader"
import type * as ScrapePipeline from "@dunlin/pipeline/ScrapePipeline"
import type * as Scraper from "@dunlin/pipeline/Scraper"
import type { Input as ScrapeInput } from "@dunlin/pipeline/ScrapeState"
import type * as Searcher from "@dunlin/pipeline/Searcher"
import type * as SearchPipeline from "@dunlin/pipeline/SearchPipeline"
import type { Input as SearchInput } from "@dunlin/pipeline/SearchState"
import type { Stage } from "@dunlin/pipeline/Stage"
import type * as Embedder from "@dunlin/providers/Embedder"
import type * as LocalIndex from "@dunlin/providers/LocalIndex"
import type * as Reranker from "@dunlin/providers/Reranker"
import type { SearchError } from "@dunlin/providers/SearchError"
import type { SearchProvider } from "@dunlin/providers/SearchProvider"
import type * as Redactor from "@dunlin/redaction/Redactor"
import type { SearchResponse } from "@dunlin/schema/SearchResponse"
import type * as ThreatGuard from "@dunlin/threat-protection/ThreatGuard"
import type * as ModelFormats from "@dunlin/transformers/ModelFormats"
import type * as Transformer from "@dunlin/transformers/Transformer"
import * as Context from "effect/Context"
import type * as HttpClient from "effect/http/HttpClient"
import type * as Layer from "effect/Layer"
import type { PlatformError } from "effect/PlatformError"
import type * as Scope from "effect/Scope"
import { lazily } from "./internal/lazily.ts"
import { requireNode } from "./internal/nodeVersion.ts"
import { check } from "./internal/options.ts"
import { recompose } from "./internal/recompose.ts"
import type * as Settings from "./Settings.ts"
import type { SettingsError } from "./SettingsError.ts"

/**
 * The services that the layer provides.
 *
 * @category models
 * @since 0.1.0
 */
export type Services =
  | Searcher.Searcher
  | Answerer.Answerer
  | Reader.Reader
  | Scraper.Scraper
  | SearchProvider
  | LocalIndex.LocalIndex
  | Fetcher.Fetcher
  | EgressGuard.EgressGuard
  | Profiles
  | Transformer.Transformer
  | ModelFormats.ModelFormats
  | PageCache.PageCache
  | SnapshotStore.SnapshotStore
  | ArtifactStore.ArtifactStore
  | Redactor.Redactor
  | ThreatGuard.ThreatGuard
  | CreditLedger.CreditLedger

/**
 * Options of the services. Any part can be replaced by a layer, and missing parts use the embedded default. A part
 * without its own HTTP client receives one that can reach the part's configured URL, even if it is private.
 *
 * @category options
 * @since 0.1.0
 */
export interface Options {
  /**
   * Folder for the index, the cache and the ledger. It is created if it is missing.
   *
   * @default nothing is written: everything lives in memory and ends with the layer
   */
  readonly data?: string | undefined
  /**
   * Targets `host:port` that are allowed although their IP addresses are private.
   *
   * @default none: only public addresses are dialled
   */
  readonly allow?: ReadonlyArray<string> | undefined
  /**
   * The embedded index, for example one shared by many servers. An index with vectors requires `embedder`.
   *
   * @default memory, or SQLite in `data`
   */
  readonly index?:
    | Layer.Layer<LocalIndex.LocalIndex, unknown, Embedder.Embedder | HttpClient.HttpClient>
    | undefined
  /**
   * The embedding model, with which the index finds passages that express the same meaning in other words.
   *
   * @default none: the index knows words alone
   */
  readonly embedder?: Layer.Layer<Embedder.Embedder, unknown, HttpClient.HttpClient> | undefined
  /** @default the embedded index */
  readonly provider?: Layer.Layer<SearchProvider, unknown, LocalIndex.LocalIndex | HttpClient.HttpClient> | undefined
  /** A model that reorders the provider's results. @default the provider's order is kept */
  readonly reranker?: Layer.Layer<Reranker.Reranker, unknown, HttpClient.HttpClient> | undefined
  /** Additional providers for single categories, as a layer of `CategoryProviders`. @default none */
  readonly categories?: Layer.Layer<never, unknown, HttpClient.HttpClient> | undefined
  /** @default HTTP, and a browser for requests that need one; both reject private addresses */
  readonly fetcher?: Layer.Layer<Fetcher.Fetcher, unknown, EgressGuard.EgressGuard> | undefined
  /**
   * Storage of browser profiles. A custom `fetcher` also uses it, unless the fetcher provides its own storage.
   *
   * @default memory, or an encrypted file in `data`
   */
  readonly profiles?: Layer.Layer<Profiles, unknown> | undefined
  /** @default memory, or SQLite in `data` */
  readonly cache?: Layer.Layer<PageCache.PageCache | SnapshotStore.SnapshotStore, unknown> | undefined
  /** @default memory, or files in `data` */
  readonly artifacts?: Layer.Layer<ArtifactStore.ArtifactStore, unknown> | undefined
  /**
   * Maximum number of threads that parse HTML while the main thread is busy, as in a crawl. 0 starts none.
   *
   * @default 1 where there is more than one processor, else 0
   */
  readonly htmlThreads?: number | undefined
  /** @default pdf.js, and tesseract for pages that are pictures, when it is installed */
  readonly pdf?: Layer.Layer<PdfEngine, unknown> | undefined
  /** @default formats made without a model, from sentences and structured data of the page */
  readonly models?: Layer.Layer<ModelFormats.ModelFormats, unknown, HttpClient.HttpClient> | undefined
  /** A layer of `PassageFilter`. @default none: ranking alone selects answers */
  readonly passageFilter?: Layer.Layer<never, unknown, HttpClient.HttpClient> | undefined
  /** A layer of `MediaExtractor`. @default none: requests for `audio` and `video` return a warning */
  readonly media?: Layer.Layer<never, unknown, EgressGuard.EgressGuard> | undefined
  /** @default the heuristic engine */
  readonly redactor?: Layer.Layer<Redactor.Redactor, unknown, HttpClient.HttpClient> | undefined
  /** @default only the lists of the policy, without a classifier */
  readonly threatGuard?: Layer.Layer<ThreatGuard.ThreatGuard, unknown, HttpClient.HttpClient> | undefined
  /** @default accounts without limit, in memory, or SQLite in `data` */
  readonly credits?: Layer.Layer<CreditLedger.CreditLedger, unknown> | undefined
}

/**
 * Functions that receive the default pipelines and return yours. Fields that your stages add are part of the types of
 * `scrape` and `search`.
 *
 * **Example** (Add a word count)
 *
 * ```ts
 * import { Fetcher } from "@dunlin/fetcher"
 * import { Stage } from "@dunlin/pipeline"
 * import type { Document } from "@dunlin/schema"
 * import { createClient, type Services } from "dunlin"
 *
 * const count = Stage.promise("count", ({ document }: { readonly document: Document.Document }) => ({
 *   document: { ...document, words: document.markdown?.match(/\p{L}+/gu)?.length ?? 0 }
 * }))
 * const pages = Fetcher.layerMemory({ "https://example.com/": "<main><p>The dunlin is a wader.</p></main>" })
 * const client = createClient({ scrape: (pipeline) => pipeline.insertAfter("redact", count), fetcher: pages })
 * console.log((await client.scrape("https://example.com/")).words) // 5
 * await client.close()
 *
 * // for functions that pass a pipeline on
 * type Stages = Services.ScrapeStages
 * type Ours = Services.Pipelines<Stages, Services.SearchStages>
 * const asItIs: Ours = { scrape: (pipeline) => pipeline }
 * type Given = Services.Ready<Services.Options, Stages, Services.SearchStages>
 * type Needs = Services.Requirements<Stages>
 * const needsNothingElse = (service: Needs): never => service
 * const folder = ({ data }: Given) => data
 * console.log(Object.keys(asItIs), needsNothingElse.length, folder.length) // [ 'scrape' ] 1 1
 * ```
 *
 * @category options
 * @since 0.1.0
 */
export interface Pipelines<
  ScrapeStages extends ReadonlyArray<Stage.Any>,
  SearchStages extends ReadonlyArray<Stage.Any>
> {
  /** @default the pipeline itself, `ScrapePipeline.scrape` */
  readonly scrape?: (pipeline: typeof ScrapePipeline.scrape) => Pipeline<ScrapeInput, ScrapeStages>
  /** @default the pipeline itself, `SearchPipeline.search` */
  readonly search?: (pipeline: typeof SearchPipeline.search) => Pipeline<SearchInput, SearchStages>
}

/**
 * Options whose pipelines can run. For other options, this is a type that describes the error. The compiler message
 * then starts with the option's name, and ends with the stage and the field.
 *
 * @category problems
 * @since 0.2.0
 */
export type Ready<
  Given,
  Scrape extends ReadonlyArray<Stage.Any>,
  Search extends ReadonlyArray<Stage.Any>,
  Available = unknown
> = unknown extends Wrong<Scrape, Search, Available> ? Given & Pipelines<Scrape, Search>
  : Wrong<Scrape, Search, Available>

type Wrong<Scrape extends ReadonlyArray<Stage.Any>, Search extends ReadonlyArray<Stage.Any>, Available> = FirstOf<
  Scraper.Accepts<Scrape>,
  FirstOf<Searcher.Accepts<Search>, FirstOf<Provided<Scrape, Available>, Provided<Search, Available>>>
>

type FirstOf<Problem, Other> = unknown extends Problem ? Other : Problem

type Provided<Stages extends ReadonlyArray<Stage.Any>, Available> = unknown extends Available ? unknown
  : [Exclude<Stage.Services<Stages[number]>, Available | Scope.Scope>] extends [never] ? unknown
  : ServiceIsMissing<{ service: Exclude<Stage.Services<Stages[number]>, Available | Scope.Scope> }>

/**
 * The stages of the default scrape pipeline.
 *
 * @category models
 * @since 0.1.0
 */
export type ScrapeStages = typeof ScrapePipeline.scrape.stages

/**
 * The stages of the default search pipeline.
 *
 * @category models
 * @since 0.1.0
 */
export type SearchStages = typeof SearchPipeline.search.stages

type LayerError<L> = L extends Layer.Layer<infer _A, infer E, infer _R> ? E : never

/**
 * The errors of the layer for given options: errors of the layers in the options, and errors of the default parts.
 *
 * @category models
 * @since 0.1.0
 */
export type Failure<O> =
  | { readonly [Key in keyof O]: LayerError<O[Key]> }[keyof O]
  | SearchError
  | (O extends { readonly data: string } ? SettingsError | CacheError | CreditError : never)

/**
 * Known options. Any other name is a compile error at that name. An `index` with vectors but without `embedder` is
 * also an error, and so is an unused `embedder`.
 *
 * @category models
 * @since 0.1.0
 */
export type Known<O, Also extends string = never> =
  & { readonly [Key in Exclude<keyof O, keyof Options | "scrape" | "search" | Also>]: never }
  & EmbedderOf<O>

type EmbedderOf<O> = O extends { readonly index: Layer.Layer<infer _A, infer _E, infer R> }
  ? Embedder.Embedder extends R ? { readonly embedder: Layer.Layer<Embedder.Embedder, unknown, HttpClient.HttpClient> }
  : { readonly embedder?: undefined }
  : unknown

/**
 * The services that a pipeline's stages require in addition to the available ones.
 *
 * @category models
 * @since 0.1.0
 */
export type Requirements<Stages extends ReadonlyArray<Stage.Any>> = Exclude<
  Stage.Services<Stages[number]>,
  Services | Scope.Scope
>

/**
 * Composes the services. Throws `InvalidOptions` for unknown or invalid options; TypeScript rejects these at compile
 * time.
 *
 * **Example** (In Effect)
 *
 * ```ts
 * import { Searcher } from "@dunlin/pipeline"
 * import { SearchProvider } from "@dunlin/providers"
 * import { SearchRequest } from "@dunlin/schema"
 * import { Services } from "dunlin"
 * import { Effect, type Layer } from "effect"
 *
 * const options = {
 *   provider: SearchProvider.layerMemory([
 *     { source: "web", url: "https://example.com/", title: "Hello", description: "", position: 1 }
 *   ])
 * } satisfies Services.Options & Services.Known<{}>
 * const services: Layer.Layer<Services.Services, Services.Failure<typeof options>> = Services.layer(options)
 *
 * const program = Effect.gen(function*() {
 *   const searcher = yield* Searcher.Searcher
 *   const { data } = yield* searcher.search(yield* SearchRequest.decode({ query: "hello" }))
 *   return data.web?.[0]?.title
 * })
 * console.log(await Effect.runPromise(Effect.provide(program, services))) // Hello
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = <
  const O extends Options = {},
  const Scrape extends ReadonlyArray<Stage.Any> = ScrapeStages,
  const Search extends ReadonlyArray<Stage.Any> = SearchStages
>(
  options?: Ready<Options & O & Known<O>, Scrape, Search>
): Layer.Layer<Services, Failure<O>, Requirements<Scrape> | Requirements<Search>> =>
  // The composing code does not know the stages. The type `Accepts` has already checked that they fit.
  composed((options ?? {}) as Options) as Layer.Layer<
    Services,
    Failure<O>,
    Requirements<Scrape> | Requirements<Search>
  >

/**
 * Returns the same layer together with the keys of its scraper and its searcher. The keys' types include the fields
 * that your stages add.
 *
 * **Example** (A typed custom field)
 *
 * ```ts
 * import { Fetcher } from "@dunlin/fetcher"
 * import { Stage } from "@dunlin/pipeline"
 * import { type Document, ScrapeOptions } from "@dunlin/schema"
 * import { Services } from "dunlin"
 * import { Effect } from "effect"
 *
 * const count = Stage.promise("count", ({ document }: { readonly document: Document.Document }) => ({
 *   document: { ...document, words: document.markdown?.match(/\p{L}+/gu)?.length ?? 0 }
 * }))
 * const services = Services.compose({
 *   scrape: (pipeline) => pipeline.insertAfter("redact", count),
 *   fetcher: Fetcher.layerMemory({ "https://example.com/": "<main><p>The dunlin is a wader.</p></main>" })
 * })
 *
 * const program = Effect.gen(function*() {
 *   const scraper = yield* services.Scraper
 *   const { document } = yield* scraper.scrape({ url: "https://example.com/", options: ScrapeOptions.make() })
 *   return document.words
 * })
 * console.log(await Effect.runPromise(Effect.provide(program, services.layer))) // 5
 *
 * // what it is, for a function that takes one
 * type Composed = Services.Composed<{}, readonly [typeof count], Services.SearchStages>
 * type Found = Services.Answer<readonly [typeof count], Services.SearchStages>
 * const wordsOf = (found: Found): number | undefined => found.data.web?.[0]?.words
 * const scraperOf = (composed: Composed) => composed.Scraper
 * console.log(wordsOf.length, scraperOf.length) // 1 1
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const compose = <
  const O extends Options = {},
  const Scrape extends ReadonlyArray<Stage.Any> = ScrapeStages,
  const Search extends ReadonlyArray<Stage.Any> = SearchStages
>(options?: Ready<Options & O & Known<O>, Scrape, Search>): Composed<O, Scrape, Search> => ({
  layer: layer<O, Scrape, Search>(options) as never,
  Scraper: Context.Service("@dunlin/pipeline/Scraper" satisfies typeof Scraper.Scraper.key),
  Searcher: Context.Service("@dunlin/pipeline/Searcher" satisfies typeof Searcher.Searcher.key)
})

/**
 * A composition: its layer and its service keys.
 *
 * @category models
 * @since 0.1.0
 */
export interface Composed<
  O extends Options,
  Scrape extends ReadonlyArray<Stage.Any>,
  Search extends ReadonlyArray<Stage.Any>
> {
  readonly layer: Layer.Layer<
    Services | Scraper.Of<Scraper.DocumentOf<Scrape>> | Searcher.Of<Answer<Scrape, Search>>,
    Failure<O>,
    Requirements<Scrape> | Requirements<Search>
  >
  readonly Scraper: Context.Service<
    Scraper.Of<Scraper.DocumentOf<Scrape>>,
    Scraper.Service<Scraper.DocumentOf<Scrape>>
  >
  readonly Searcher: Context.Service<
    Searcher.Of<Answer<Scrape, Search>>,
    Searcher.Service<Answer<Scrape, Search>>
  >
}

/**
 * The response type of a search: the type that your search stage returns. By default it is the contract's response
 * with the fields that your scrape stages add.
 *
 * @category models
 * @since 0.1.0
 */
export type Answer<Scrape extends ReadonlyArray<Stage.Any>, Search extends ReadonlyArray<Stage.Any>> =
  & Searcher.ResponseOf<Scraper.DocumentOf<Scrape>>
  & Own<PipelineResult<SearchInput, Search>>

type Own<State> = State extends { readonly response: infer Response extends SearchResponse }
  ? SearchResponse extends Response ? unknown : Response
  : unknown

const composed = (options: Options) => {
  requireNode(globalThis.process?.versions)
  check("Services.layer", options)
  const pipelines = recompose("Services.layer", options) as Pipelines<ScrapeStages, SearchStages>
  return lazily(() => import("./internal/composed.ts"), (module) => module.composed(options, pipelines))
}

/**
 * The errors of services that are built from the environment. They are an invalid setting, an unreadable threat list,
 * or an index, cache, ledger or profile store that cannot be opened.
 *
 * @category errors
 * @since 0.1.0
 */
export type ConfigFailure = SettingsError | SearchError | CacheError | CreditError | ProfileError | PlatformError

/**
 * Provides the same services with the environment's settings; see `Settings`. Text in images is read if tesseract is
 * installed. Unknown names that look like settings are logged as warnings.
 *
 * **Example** (Settings from the environment)
 *
 * ```ts
 * import { Services } from "dunlin"
 * import { ConfigProvider, Effect, Layer } from "effect"
 *
 * const environment = ConfigProvider.layer(ConfigProvider.fromEnv({ env: { DUNLIN_PROVIDER: "no-such-engine" } }))
 * const failure: Services.ConfigFailure = await Effect.runPromise(
 *   Effect.flip(Effect.scoped(Layer.build(Services.layerConfig().pipe(Layer.provide(environment)))))
 * )
 * console.log(failure._tag) // SettingsError
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerConfig = (options?: {
  readonly settings?: Partial<Settings.Settings> | undefined
  /** @default "unlimited" */
  readonly initialCredits?: number | "unlimited" | undefined
}): Layer.Layer<Services, ConfigFailure> =>
  lazily(
    () => import("./internal/configured.ts"),
    (module) => module.configured({ ...options?.settings }, { initialCredits: options?.initialCredits ?? "unlimited" })
  )
