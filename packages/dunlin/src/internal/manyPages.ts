/** Work on many pages for one caller: the job lives as long as somebody waits for its results. */
import * as EgressHttpClient from "@dunlin/fetcher/EgressHttpClient"
import * as Batch from "@dunlin/jobs/Batch"
import * as Crawl from "@dunlin/jobs/Crawl"
import type { FailedPage } from "@dunlin/jobs/Job"
import * as JobProgress from "@dunlin/jobs/JobProgress"
import * as JobRunner from "@dunlin/jobs/JobRunner"
import * as JobStore from "@dunlin/jobs/JobStore"
import * as SiteMap from "@dunlin/jobs/SiteMap"
import * as Caller from "@dunlin/pipeline/Caller"
import * as BatchRequest from "@dunlin/schema/BatchRequest"
import * as CrawlRequest from "@dunlin/schema/CrawlRequest"
import type { Document } from "@dunlin/schema/Document"
import * as MapRequest from "@dunlin/schema/MapRequest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { randomUUID } from "node:crypto"
import * as KnownPages from "./knownPages.ts"

const defaultConcurrency = 8
/** Failed pages that are told of one by one. */
const mostFailures = 100_000

const working = (concurrency: number) =>
  // Whoever turns away does not wait for what is being read.
  JobRunner.layer({ concurrency, drain: 0 }).pipe(
    Layer.provide(EgressHttpClient.layer()),
    Layer.provideMerge(JobStore.layerMemory({ mostPerHost: concurrency }))
  )

/** A page that failed keeps its place, and says why. */
const asDocument = ({ error, url }: FailedPage): Document => ({
  metadata: { sourceURL: url, url, statusCode: 0, error: error.message, errorCode: error.code }
})

const resultsOf = (job: string) => {
  const target = { team: Caller.local.team, job }
  const done = Stream.flatMap(
    JobProgress.follow(target),
    ({ results }) => Stream.fromIterable(results as ReadonlyArray<Document>)
  )
  const failed = Stream.fromIterableEffect(
    Effect.map(
      JobStore.JobStore.use((store) => store.failures({ ...target, limit: mostFailures })),
      (pages) => pages.map(asDocument)
    )
  )
  return Stream.concat(done, failed)
}

export const batch = (urls: ReadonlyArray<string>, fields: Omit<BatchRequest.BatchRequestInput, "urls">) =>
  Effect.gen(function*() {
    const request = yield* BatchRequest.decode({ ...fields, urls })
    const { id } = yield* Batch.submit({ id: randomUUID(), caller: Caller.local, request })
    return resultsOf(id)
  }).pipe(Stream.unwrap, Stream.provide(working(fields.maxConcurrency ?? defaultConcurrency)))

export const crawl = (url: string, fields: Omit<CrawlRequest.CrawlRequestInput, "url">) =>
  Effect.gen(function*() {
    const request = yield* CrawlRequest.decode({ ...fields, url })
    const { id } = yield* Crawl.submit({ id: randomUUID(), caller: Caller.local, request })
    return resultsOf(id)
  }).pipe(Stream.unwrap, Stream.provide(working(fields.maxConcurrency ?? defaultConcurrency)))

export const map = Effect.fnUntraced(function*(url: string, fields: Omit<MapRequest.MapRequestInput, "url">) {
  const request = yield* MapRequest.decode({ ...fields, url })
  const { links, warnings } = yield* Effect.provide(
    SiteMap.map({ caller: Caller.local, request, key: randomUUID(), once: true }),
    KnownPages.layer
  )
  return { links, warnings }
})
