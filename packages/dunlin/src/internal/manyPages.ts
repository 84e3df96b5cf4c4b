/** Works on many pages for one caller. When the caller stops reading the results, the job is cancelled. */
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
import * as InvalidRequest from "@dunlin/schema/InvalidRequest"
import * as MapRequest from "@dunlin/schema/MapRequest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { randomUUID } from "node:crypto"
import * as KnownPages from "./knownPages.ts"
import { strict } from "./strict.ts"
import { unaudited } from "./unaudited.ts"
import { warned } from "./warned.ts"

const DEFAULT_CONCURRENT_PAGES = 8
const MAX_FAILURES_LISTED = 100_000

const working = (concurrency: number) =>
  // A caller that stops reading does not wait for pages in progress.
  JobRunner.layer({ concurrency, drain: 0 }).pipe(
    Layer.provide(EgressHttpClient.layer()),
    Layer.provideMerge(JobStore.layerMemory({ mostPerHost: concurrency }))
  )

const asDocument = ({ error, url }: FailedPage): Document => ({
  metadata: { sourceURL: url, url, statusCode: 0, error: error.message, errorCode: error.code }
})

const resultsOf = (job: string, warnings: ReadonlyArray<string>) => {
  const target = { team: Caller.local.team, job }
  const done = Stream.flatMap(
    JobProgress.follow(target),
    ({ results }) => Stream.fromIterable(results as ReadonlyArray<Document>)
  )
  const failed = Stream.fromIterableEffect(
    Effect.map(
      JobStore.JobStore.use((store) => store.failures({ ...target, limit: MAX_FAILURES_LISTED })),
      (pages) => pages.map(asDocument)
    )
  )
  return Stream.map(Stream.concat(done, failed), (document) => warned(document, warnings))
}

const running = <E, R>(
  request: { readonly maxConcurrency?: number | undefined },
  warnings: ReadonlyArray<string>,
  submit: (id: string) => Effect.Effect<{ readonly id: string }, E, R>
) =>
  Stream.unwrap(Effect.map(submit(randomUUID()), ({ id }) => resultsOf(id, warnings))).pipe(
    Stream.provide(working(request.maxConcurrency ?? DEFAULT_CONCURRENT_PAGES))
  )

/** Fields of jobs that continue on a server after the request. A client's jobs end with the call. */
const ofServer = ["webhook", "appendToId", "prompt"] as const

const refuseOfServer = (fields: object): Effect.Effect<void, InvalidRequest.InvalidRequest> => {
  const named = ofServer.filter((name) => Object.hasOwn(fields, name))
  return named.length === 0 ? Effect.void : Effect.fail(InvalidRequest.make(named.map((name) => ({
    path: [name],
    code: "unrecognized_keys",
    message: "Only supported by a server (`dunlin serve`)"
  }))))
}

export const batch = (urls: ReadonlyArray<string>, fields: Omit<BatchRequest.BatchRequestInput, "urls">) =>
  Stream.unwrap(Effect.gen(function*() {
    yield* refuseOfServer(fields)
    const { request, warnings } = yield* BatchRequest.decodeBody({ ...fields, urls }, strict)
    return running(
      request,
      [...warnings, ...unaudited(request)],
      (id) => Batch.submit({ id, caller: Caller.local, request })
    )
  }))

export const crawl = (url: string, fields: Omit<CrawlRequest.CrawlRequestInput, "url">) =>
  Stream.unwrap(Effect.gen(function*() {
    yield* refuseOfServer(fields)
    const { request, warnings } = yield* CrawlRequest.decodeBody({ ...fields, url }, strict)
    return running(
      request,
      [...warnings, ...unaudited(request.scrapeOptions)],
      (id) => Crawl.submit({ id, caller: Caller.local, request })
    )
  }))

export const map = Effect.fnUntraced(function*(url: string, fields: Omit<MapRequest.MapRequestInput, "url">) {
  const request = yield* MapRequest.decode({ ...fields, url }, strict)
  const { links, omitted, warnings } = yield* Effect.provide(
    SiteMap.map({ caller: Caller.local, request, key: randomUUID(), once: true }),
    KnownPages.layer
  )
  return { links, omitted, warnings }
})
