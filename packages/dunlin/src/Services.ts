/**
 * Everything a search needs, composed with defaults that need nothing: no server, no key, no network but the pages.
 *
 * @since 0.1.0
 */
import type * as ArtifactStore from "@dunlin/cache/ArtifactStore"
import type * as PageCache from "@dunlin/cache/PageCache"
import type * as SnapshotStore from "@dunlin/cache/SnapshotStore"
import type * as CreditLedger from "@dunlin/credits/CreditLedger"
import * as EgressGuard from "@dunlin/fetcher/EgressGuard"
import * as Fetcher from "@dunlin/fetcher/Fetcher"
import * as Answerer from "@dunlin/pipeline/Answerer"
import * as Reader from "@dunlin/pipeline/Reader"
import * as Scraper from "@dunlin/pipeline/Scraper"
import * as Searcher from "@dunlin/pipeline/Searcher"
import * as LocalIndex from "@dunlin/providers/LocalIndex"
import type { SearchProvider } from "@dunlin/providers/SearchProvider"
import * as Redactor from "@dunlin/redaction/Redactor"
import * as ThreatGuard from "@dunlin/threat-protection/ThreatGuard"
import * as ModelFormats from "@dunlin/transformers/ModelFormats"
import type { PdfEngine } from "@dunlin/transformers/PdfEngine"
import * as PdfJs from "@dunlin/transformers/PdfJs"
import * as Transformer from "@dunlin/transformers/Transformer"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { join } from "node:path"
import { dataFolder } from "./internal/dataFolder.ts"
import { artifactsIn, cacheIn, creditsIn } from "./internal/defaults.ts"
import { searchSettings } from "./internal/settings/search.ts"
import { fromSettings } from "./internal/settings/services.ts"
import { tellUnknown } from "./internal/settings/unknown.ts"
import * as Settings from "./Settings.ts"

/**
 * What the layer provides.
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
  | Transformer.Transformer
  | ModelFormats.ModelFormats
  | PageCache.PageCache
  | SnapshotStore.SnapshotStore
  | ArtifactStore.ArtifactStore
  | Redactor.Redactor
  | ThreatGuard.ThreatGuard
  | CreditLedger.CreditLedger

/**
 * Every part can be swapped by its layer; what is not given is the embedded default.
 *
 * @category options
 * @since 0.1.0
 */
export interface Options {
  /**
   * Folder for the index, the cache and the ledger, created when missing.
   *
   * @default nothing is written: everything lives in memory and ends with the layer
   */
  readonly data?: string | undefined
  /**
   * Single targets, as `host:port`, that may be private addresses.
   *
   * @default none: only public addresses are dialled
   */
  readonly allow?: ReadonlyArray<string> | undefined
  /** @default the embedded index */
  readonly provider?: Layer.Layer<SearchProvider, unknown, LocalIndex.LocalIndex> | undefined
  /** Providers that are asked beside it for single categories, as a layer of `CategoryProviders`. @default none */
  readonly categories?: Layer.Layer<never, unknown> | undefined
  /** @default HTTP, and a browser for what needs one, both guarded against private addresses */
  readonly fetcher?: Layer.Layer<Fetcher.Fetcher, unknown, EgressGuard.EgressGuard> | undefined
  /** @default memory, or SQLite in `data` */
  readonly cache?: Layer.Layer<PageCache.PageCache | SnapshotStore.SnapshotStore, unknown> | undefined
  /** @default memory, or files in `data` */
  readonly artifacts?: Layer.Layer<ArtifactStore.ArtifactStore, unknown> | undefined
  /** @default pdf.js, and tesseract for pages that are pictures, when it is installed */
  readonly pdf?: Layer.Layer<PdfEngine, unknown> | undefined
  /** @default without a model: sentences and structured data of the page itself */
  readonly models?: Layer.Layer<ModelFormats.ModelFormats, unknown> | undefined
  /** A layer of `MediaExtractor`. @default none: `audio` and `video` are a warning */
  readonly media?: Layer.Layer<never, unknown, EgressGuard.EgressGuard> | undefined
  /** @default the heuristic engine */
  readonly redactor?: Layer.Layer<Redactor.Redactor, unknown> | undefined
  /** @default the lists of the policy alone, no classifier */
  readonly threatGuard?: Layer.Layer<ThreatGuard.ThreatGuard, unknown> | undefined
  /** @default accounts without limit, in memory, or SQLite in `data` */
  readonly credits?: Layer.Layer<CreditLedger.CreditLedger, unknown> | undefined
}

/**
 * Composes the services.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (options: Options = {}): Layer.Layer<Services, unknown> =>
  Layer.unwrap(Effect.gen(function*() {
    const { data } = options
    if (data !== undefined) yield* dataFolder(data, "data")
    const file = (name: string) => data === undefined ? undefined : join(data, name)
    const index = LocalIndex.layerIndex({ filename: file("index.sqlite") ?? ":memory:" })
    const provider = (options.provider ?? LocalIndex.layerProvider).pipe(Layer.provideMerge(index))
    const guard = EgressGuard.layer({ allow: options.allow ?? [] })
    const fetcher = (options.fetcher ?? Fetcher.layer()).pipe(Layer.provideMerge(guard))
    return Layer.mergeAll(Searcher.layer, Answerer.layer, Reader.layer).pipe(
      Layer.provide(options.categories ?? Layer.empty),
      Layer.provideMerge(Scraper.layer.pipe(Layer.provide(options.media ?? Layer.empty))),
      Layer.provideMerge(Layer.mergeAll(
        provider,
        fetcher,
        Transformer.layer.pipe(Layer.provide(options.pdf ?? PdfJs.layer())),
        options.models ?? ModelFormats.layerExtractive,
        options.cache ?? cacheIn(file("cache.sqlite")),
        options.artifacts ?? artifactsIn(file("artifacts")),
        options.redactor ?? Redactor.layer,
        options.threatGuard ?? ThreatGuard.layerLists,
        options.credits ?? creditsIn(file("credits.sqlite"))
      ))
    )
  }))

/**
 * The same with the settings of the environment; see `Settings`. Text in pictures is read when tesseract is installed.
 * Names that look like settings and are none are logged as warnings.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerConfig = (options?: {
  /** Replaces settings of the environment. */
  readonly settings?: Partial<Settings.Settings> | undefined
  /**
   * What an account has that was never granted anything.
   *
   * @default "unlimited"
   */
  readonly initialCredits?: number | "unlimited" | undefined
}): Layer.Layer<Services, unknown> =>
  Layer.unwrap(Effect.gen(function*() {
    const settings = { ...yield* Settings.read, ...options?.settings }
    const parts = yield* fromSettings(settings, { initialCredits: options?.initialCredits ?? "unlimited" })
    yield* tellUnknown
    return layer(parts).pipe(Layer.provide(searchSettings(settings)))
  }))
