/**
 * Runs batches: many pages with one set of scrape options.
 *
 * @since 0.1.0
 */
import * as Spans from "@dunlin/common/Spans"
import { type Caller, check } from "@dunlin/pipeline/Caller"
import * as Retention from "@dunlin/pipeline/Retention"
import type { ScrapeError } from "@dunlin/pipeline/ScrapeError"
import * as Selectors from "@dunlin/pipeline/Selectors"
import * as CanonicalUrl from "@dunlin/query-operators/CanonicalUrl"
import type { BatchRequest } from "@dunlin/schema/BatchRequest"
import * as InvalidRequest from "@dunlin/schema/InvalidRequest"
import { PageUrl } from "@dunlin/schema/ScrapeRequest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { checkWebhook } from "./internal/reachable.ts"
import { scrapePage } from "./internal/scrapePage.ts"
import { specOf, toJson } from "./internal/specs.ts"
import { announce } from "./internal/webhooks.ts"
import type { Claim, NewPage } from "./Job.ts"
import type { JobError } from "./JobError.ts"
import { JobStore } from "./JobStore.ts"
import type { Work } from "./JobWorker.ts"

/**
 * A batch that was accepted.
 *
 * @category models
 * @since 0.1.0
 */
export interface Submitted {
  readonly id: string
  /** The invalid URLs, in the given order. */
  readonly invalidUrls: ReadonlyArray<string>
}

const decodeUrl = Schema.decodeUnknownOption(PageUrl)

/**
 * Splits a list into pages and invalid URLs. A repeated URL becomes one page.
 *
 * **Example** (Each page once)
 *
 * ```ts
 * import { Batch } from "@dunlin/jobs"
 *
 * const { invalidUrls, pages } = Batch.pagesOf(["https://example.com/a", "https://example.com/a#top", "nowhere"])
 * console.log(pages.length, invalidUrls) // 1 [ 'nowhere' ]
 * ```
 */
export const pagesOf = (urls: ReadonlyArray<string>): {
  readonly pages: ReadonlyArray<NewPage>
  readonly invalidUrls: ReadonlyArray<string>
} => {
  const pages = new Map<string, NewPage>()
  const invalidUrls: Array<string> = []
  for (const text of urls) {
    const url = decodeUrl(text.trim())
    if (url._tag === "None") {
      invalidUrls.push(text)
      continue
    }
    const key = CanonicalUrl.canonical(url.value)
    if (!pages.has(key)) pages.set(key, { key, url: url.value })
  }
  return { pages: Array.from(pages.values()), invalidUrls }
}

/**
 * Submits a batch, or adds to one. Fails with `InvalidRequest` if no URL is valid, if one is invalid without
 * `ignoreInvalidURLs`, or if the webhook's URL is forbidden. Fails with `ScrapeError` if the team may not use the
 * scrape options, and with `JobError` if the batch to add to is unknown or was cancelled.
 *
 * **Example** (A batch and its worker)
 *
 * ```ts
 * import { EgressHttpClient, Fetcher } from "@dunlin/fetcher"
 * import { Batch, JobProgress, JobRunner, JobStore } from "@dunlin/jobs"
 * import { Caller } from "@dunlin/pipeline"
 * import { BatchRequest } from "@dunlin/schema"
 * import { Services } from "dunlin"
 * import { Effect, Layer, Stream } from "effect"
 *
 * const urls = ["https://example.com/a", "https://example.com/b"]
 * const pages = Object.fromEntries(urls.map((url) => [url, `<main><h1>${url.at(-1)}</h1></main>`]))
 * const layers = JobRunner.layer().pipe(
 *   Layer.provideMerge(JobStore.layerMemory()),
 *   // webhooks go to addresses that callers name: by the guarded client
 *   Layer.provide(EgressHttpClient.layer()),
 *   Layer.provideMerge(Services.layer({ fetcher: Fetcher.layerMemory(pages) }))
 * )
 *
 * const program = Effect.gen(function*() {
 *   const request = yield* BatchRequest.decode({ urls })
 *   const { id }: Batch.Submitted = yield* Batch.submit({ id: "batch-1", caller: Caller.local, request })
 *   const parts = yield* Stream.runCollect(JobProgress.follow({ team: Caller.local.team, job: id }))
 *   return parts.flatMap(({ results }) => results).length
 * })
 * console.log(await Effect.runPromise(Effect.provide(program, layers))) // 2
 * ```
 *
 * @category running
 * @since 0.1.0
 */
export const submit = Effect.fn("Batch.submit")(function*(task: {
  /** Id chosen by the caller. Submitting the same id again returns the same batch. */
  readonly id: string
  readonly caller: Caller
  readonly request: BatchRequest
  /** Jobs of a team with a higher priority run first. @default 0 */
  readonly priority?: number | undefined
}): Effect.fn.Return<Submitted, InvalidRequest.InvalidRequest | JobError | ScrapeError, JobStore> {
  const store = yield* JobStore
  const { appendToId, ignoreInvalidURLs, maxConcurrency, urls, webhook, ...options } = task.request
  yield* Selectors.check(options)
  yield* check(task.caller, options)
  const { invalidUrls, pages } = pagesOf(urls)
  const [firstInvalid] = invalidUrls
  if (firstInvalid !== undefined && (!ignoreInvalidURLs || pages.length === 0)) {
    return yield* InvalidRequest.at(["urls", urls.indexOf(firstInvalid)], "an http or https URL")
  }
  if (appendToId !== undefined) {
    yield* store.append({ team: task.caller.team, job: appendToId, pages })
    return { id: appendToId, invalidUrls }
  }
  yield* checkWebhook(webhook)
  const retention = Retention.of([], options)
  yield* store.submit({
    id: task.id,
    team: task.caller.team,
    kind: "batch",
    spec: toJson({
      options,
      caller: task.caller,
      retention,
      invalidUrls,
      ...(webhook === undefined ? {} : { webhook })
    }),
    priority: task.priority,
    maxConcurrency,
    ephemeral: !Retention.keeps(retention),
    pages
  })
  yield* announce(store, {
    id: task.id,
    team: task.caller.team,
    kind: "batch",
    webhook,
    sealed: !Retention.keeps(retention)
  })
  return { id: task.id, invalidUrls }
})

/**
 * Works on a page of a batch.
 *
 * **Example** (A custom worker)
 *
 * ```ts
 * import { Fetcher } from "@dunlin/fetcher"
 * import { Batch, JobStore, JobWorker } from "@dunlin/jobs"
 * import { Caller } from "@dunlin/pipeline"
 * import { BatchRequest } from "@dunlin/schema"
 * import { Services } from "dunlin"
 * import { Deferred, Effect, Layer } from "effect"
 *
 * const url = "https://example.com/"
 * const layers = JobStore.layerMemory().pipe(
 *   Layer.provideMerge(Services.layer({ fetcher: Fetcher.layerMemory({ [url]: "<main><h1>Hello</h1></main>" }) }))
 * )
 * const program = Effect.gen(function*() {
 *   const settled = yield* Deferred.make<string>()
 *   yield* JobWorker.start({
 *     handlers: { batch: Batch.work },
 *     beforeSettle: (_claim, outcome) => Deferred.succeed(settled, outcome._tag)
 *   })
 *   const request = yield* BatchRequest.decode({ urls: [url] })
 *   yield* Batch.submit({ id: "batch-1", caller: Caller.local, request })
 *   return yield* Deferred.await(settled)
 * })
 * console.log(await Effect.runPromise(Effect.scoped(program).pipe(Effect.provide(layers)))) // Done
 * ```
 *
 * @category running
 * @since 0.1.0
 */
export const work = Spans.fn("Batch.work")(function*(claim: Claim) {
  const spec = specOf("batch", claim)
  const page = yield* scrapePage(claim, spec, spec.options)
  if (page._tag === "Unread") return page.work
  return {
    _tag: "Settle",
    outcome: { _tag: "Done", result: page.document as Schema.Json, credits: page.charged }
  } satisfies Work
})
