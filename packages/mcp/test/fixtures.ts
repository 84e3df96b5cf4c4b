import { ArtifactStore, PageCache, SnapshotStore } from "@dunlin/cache"
import { CreditLedger } from "@dunlin/credits"
import { Fetcher } from "@dunlin/fetcher"
import { Answerer, Reader, Scraper } from "@dunlin/pipeline"
import { SearchProvider } from "@dunlin/providers"
import { Redactor } from "@dunlin/redaction"
import { ThreatGuard } from "@dunlin/threat-protection"
import { ModelFormats, PdfEngine, Transformer } from "@dunlin/transformers"
import { Layer } from "effect"

export const hit = (name: string, fields: Partial<SearchProvider.WebHit> = {}): SearchProvider.WebHit => ({
  source: "web",
  url: `https://example.com/${name}`,
  title: `Title of ${name}`,
  description: `Description of ${name}`,
  position: 1,
  ...fields
})

/** What the tools need, over fixed hits and pages. */
export const services = (options: {
  readonly provider?: Layer.Layer<SearchProvider.SearchProvider>
  readonly hits?: ReadonlyArray<SearchProvider.WebHit>
  readonly pages?: Readonly<Record<string, Fetcher.MemoryPage>>
}) =>
  Layer.mergeAll(Answerer.layer, Reader.layer).pipe(
    Layer.provideMerge(Scraper.layer),
    Layer.provideMerge(Layer.mergeAll(
      PageCache.layerMemory(),
      SnapshotStore.layerMemory,
      ArtifactStore.layerMemory(),
      ModelFormats.layerExtractive,
      ThreatGuard.layerLists,
      Redactor.layer,
      Transformer.layer.pipe(Layer.provide(PdfEngine.layerMemory("# A PDF"))),
      CreditLedger.layerMemory({ initial: "unlimited" }),
      options.provider ?? SearchProvider.layerMemory(options.hits ?? []),
      Fetcher.layerMemory(options.pages ?? {})
    ))
  )
