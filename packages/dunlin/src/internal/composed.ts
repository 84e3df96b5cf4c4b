/** Builds all services of a search from options. This part of `Services` loads the stages. */
import * as EgressGuard from "@dunlin/fetcher/EgressGuard"
import * as Fetcher from "@dunlin/fetcher/Fetcher"
import * as Answerer from "@dunlin/pipeline/Answerer"
import * as Reader from "@dunlin/pipeline/Reader"
import * as ScrapePipeline from "@dunlin/pipeline/ScrapePipeline"
import * as Scraper from "@dunlin/pipeline/Scraper"
import * as Searcher from "@dunlin/pipeline/Searcher"
import * as SearchPipeline from "@dunlin/pipeline/SearchPipeline"
import * as LocalIndex from "@dunlin/providers/LocalIndex"
import * as Redactor from "@dunlin/redaction/Redactor"
import * as ThreatGuard from "@dunlin/threat-protection/ThreatGuard"
import * as ModelFormats from "@dunlin/transformers/ModelFormats"
import * as PdfJs from "@dunlin/transformers/PdfJs"
import * as Transformer from "@dunlin/transformers/Transformer"
import * as VersionComparer from "@dunlin/transformers/VersionComparer"
import * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import { join } from "node:path"
import type { Options, Pipelines, ScrapeStages, SearchStages } from "../Services.ts"
import { dataFolder } from "./dataFolder.ts"
import { artifactsIn, cacheIn, creditsIn, profilesIn } from "./defaults.ts"
import * as EngineMemory from "./engineMemory.ts"
import * as FromIndex from "./fromIndex.ts"
import { JobsFile } from "./jobsFile.ts"
import { lazily } from "./lazily.ts"
import { ownServices } from "./ownServices.ts"
import { pdfjs } from "./pdfjs.ts"
import { RunsFolder } from "./runsFolder.ts"

const over = <A, E, R>(
  part: Layer.Layer<A, E, R | HttpClient.HttpClient>
): Layer.Layer<A, E, Exclude<R, HttpClient.HttpClient>> => Layer.provide(part, ownServices)

const indexOf = (
  { embedder, index }: Options,
  filename: string | undefined
): Layer.Layer<LocalIndex.LocalIndex, unknown> => {
  if (embedder === undefined) {
    // `Known` has proven that the index needs no model.
    return over(index ?? LocalIndex.layerIndex({ filename })) as Layer.Layer<LocalIndex.LocalIndex, unknown>
  }
  const withVectors = index ?? Layer.effect(LocalIndex.LocalIndex, LocalIndex.makeWithVectors({ filename }))
  return over(withVectors.pipe(Layer.provide(embedder)))
}

const reranked = ({ provider = LocalIndex.layerProvider, reranker }: Options) =>
  reranker === undefined
    ? provider
    : lazily(() => import("@dunlin/providers/Reranker"), ({ layerProvider }) => layerProvider(provider)).pipe(
      Layer.provide(reranker)
    )

export const composed = (options: Options, pipelines: Pipelines<ScrapeStages, SearchStages>) =>
  Layer.unwrap(Effect.gen(function*() {
    const { data } = options
    if (data !== undefined) yield* dataFolder(data, "data")
    const file = (name: string) => data === undefined ? undefined : join(data, name)
    const index = indexOf(options, file("index.sqlite"))
    const provider = over(reranked(options)).pipe(Layer.provideMerge(index))
    const guard = EgressGuard.layer({ allow: options.allow ?? [] })
    const cache = options.cache ?? cacheIn(file("cache.sqlite"))
    const network = (options.fetcher ?? Fetcher.layer()).pipe(
      Layer.provide(EngineMemory.layer.pipe(Layer.provide(cache))),
      Layer.provideMerge(options.profiles ?? profilesIn(file("profiles"))),
      Layer.provideMerge(guard)
    )
    const fetcher = FromIndex.layer.pipe(Layer.provideMerge(network), Layer.provide(index))
    const { scrape, search } = pipelines
    const scraper = scrape === undefined ? Scraper.layer : Scraper.layerPipeline(scrape(ScrapePipeline.scrape))
    const searcher = search === undefined ? Searcher.layer : Searcher.layerPipeline(search(SearchPipeline.search))
    const answerer = Answerer.layer.pipe(Layer.provide(over(options.passageFilter ?? Layer.empty)))
    // Not memoized: a program with its own scraper would otherwise receive this searcher.
    return Layer.mergeAll(Layer.fresh(searcher), answerer, Reader.layer).pipe(
      Layer.provide(over(options.categories ?? Layer.empty)),
      Layer.provideMerge(Layer.fresh(scraper).pipe(Layer.provide(options.media ?? Layer.empty))),
      Layer.provideMerge(Layer.mergeAll(
        provider,
        fetcher,
        Transformer.layerWith({ threads: options.htmlThreads }).pipe(Layer.provide(options.pdf ?? PdfJs.layer(pdfjs))),
        VersionComparer.layer,
        over(options.models ?? ModelFormats.layerExtractive),
        cache,
        options.artifacts ?? artifactsIn(file("artifacts")),
        over(options.redactor ?? Redactor.layer),
        over(options.threatGuard ?? ThreatGuard.layerLists),
        options.credits ?? creditsIn(file("credits.sqlite")),
        Layer.succeed(RunsFolder, file("runs")),
        Layer.succeed(JobsFile, file("jobs.sqlite"))
      ))
    )
  }))
