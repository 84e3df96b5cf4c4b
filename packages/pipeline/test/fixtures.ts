import { ArtifactStore, PageCache, SnapshotStore } from "@dunlin/cache"
import { CreditLedger } from "@dunlin/credits"
import { Fetcher } from "@dunlin/fetcher"
import { Scraper, Searcher } from "@dunlin/pipeline"
import type { SearchProvider } from "@dunlin/providers"
import { Redactor } from "@dunlin/redaction"
import type { RawPage } from "@dunlin/schema"
import { ThreatGuard } from "@dunlin/threat-protection"
import { ModelFormats, PdfEngine, Transformer } from "@dunlin/transformers"
import { Effect, Layer } from "effect"

/** Gets these pages from memory, each as it has become meanwhile. */
export const changing = (
  pages: Parameters<typeof Fetcher.layerMemory>[0],
  change: (page: RawPage.RawPage) => Effect.Effect<RawPage.RawPage>
) =>
  Layer.effect(
    Fetcher.Fetcher,
    Effect.map(Fetcher.Fetcher, (inner) =>
      Fetcher.Fetcher.of({ ...inner, fetch: (request) => Effect.flatMap(inner.fetch(request), change) }))
  ).pipe(Layer.provide(Fetcher.layerMemory(pages)))

export const webHit = (
  name: string,
  fields: Partial<SearchProvider.WebHit> = {}
): SearchProvider.WebHit => ({
  source: "web",
  url: `https://example.com/${name}`,
  title: `Title of ${name}`,
  description: `Description of ${name}`,
  position: 1,
  ...fields
})

export const page = (name: string) =>
  `<html lang="en"><head><title>${name}</title></head><body><main><h1>${name}</h1><p>The text of the page ${name}, ` +
  "which is long enough to count as the main content of a page that somebody wrote with care.</p></main></body></html>"

/** Everything but the provider and the pages, in memory. */
export const services = Layer.mergeAll(
  PageCache.layerMemory(),
  SnapshotStore.layerMemory,
  ArtifactStore.layerMemory(),
  ModelFormats.layerExtractive,
  ThreatGuard.layerLists,
  Redactor.layer,
  Transformer.layer.pipe(Layer.provide(PdfEngine.layerMemory("# A PDF"))),
  CreditLedger.layerMemory({ initial: 1000 })
)

/** A searcher over fixed hits and pages. */
export const searcher = (options: {
  readonly provider: Layer.Layer<SearchProvider.SearchProvider>
  readonly pages?: Readonly<Record<string, Fetcher.MemoryPage>>
}) =>
  Searcher.layer.pipe(
    Layer.provideMerge(Scraper.layer),
    Layer.provideMerge(Layer.mergeAll(services, options.provider, Fetcher.layerMemory(options.pages ?? {})))
  )
