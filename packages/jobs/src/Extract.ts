/**
 * Runs extractions: structured data from many pages in one schema.
 *
 * @since 0.1.0
 */
import * as Spans from "@dunlin/common/Spans"
import type { CreditError } from "@dunlin/credits/CreditError"
import { type CreditLedger, Operation } from "@dunlin/credits/CreditLedger"
import type { Fetcher } from "@dunlin/fetcher/Fetcher"
import { type Caller, check } from "@dunlin/pipeline/Caller"
import * as Retention from "@dunlin/pipeline/Retention"
import type { ScrapeError } from "@dunlin/pipeline/ScrapeError"
import type { Scraper } from "@dunlin/pipeline/Scraper"
import type { Document } from "@dunlin/schema/Document"
import type { ExtractRequest } from "@dunlin/schema/ExtractRequest"
import * as InvalidRequest from "@dunlin/schema/InvalidRequest"
import * as MapRequest from "@dunlin/schema/MapRequest"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import type * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { pagesOf } from "./Batch.ts"
import { checkWebhook } from "./internal/reachable.ts"
import { failed, scrapePage } from "./internal/scrapePage.ts"
import { specOf, toJson } from "./internal/specs.ts"
import { announce } from "./internal/webhooks.ts"
import type { Claim, Job, OwedWork } from "./Job.ts"
import type { JobError } from "./JobError.ts"
import { JobStore } from "./JobStore.ts"
import type { Work } from "./JobWorker.ts"
import * as SiteMap from "./SiteMap.ts"

const PAGES_PER_WILDCARD = 50
const MAX_RESULTS_PER_READ = 1000
const MAX_RESULT_BYTES_PER_READ = 50 * 1024 * 1024

/**
 * The state of an extraction.
 *
 * @category models
 * @since 0.1.0
 */
export interface Extracted {
  /** `undefined` until the first page is done. */
  readonly data: Schema.Json | undefined
  /** The source pages of each top-level field. */
  readonly sources: Readonly<Record<string, ReadonlyArray<string>>>
}

/** Replaces each URL that ends in `/*` by pages of its site, and returns the maps that found these pages. */
const expand = Effect.fnUntraced(function*(urls: ReadonlyArray<string>, caller: Caller, id: string, search?: string) {
  const expanded: Array<string> = []
  const maps: Array<OwedWork & Pick<SiteMap.Held, "take">> = []
  for (const [at, url] of urls.entries()) {
    if (!url.endsWith("/*")) {
      expanded.push(url)
      continue
    }
    const start = url.slice(0, -1)
    const request = yield* MapRequest.decode({
      url: start,
      limit: PAGES_PER_WILDCARD,
      ...(search === undefined ? {} : { search })
    })
    const { cost, links, reservation, take } = yield* SiteMap.hold({
      caller,
      request,
      key: `job:${id}:map:${at}`,
      once: false
    })
    if (cost > 0 && reservation !== undefined) {
      maps.push({ key: `map:${at}`, url: start, credits: cost, reservation, take })
    }
    expanded.push(...links.map((link) => link.url))
  }
  return { expanded, maps }
})

/** Charges maps after the job is accepted. If the ledger is unavailable, a worker charges them later. */
const payFor = (store: JobStore["Service"], job: string, maps: ReadonlyArray<OwedWork & Pick<SiteMap.Held, "take">>) =>
  Effect.forEach(
    maps,
    ({ credits, reservation, take }) =>
      Effect.ignore(Effect.flatMap(take, (charged) => store.paid([{ job, id: reservation, credits, charged }]))),
    {
      discard: true
    }
  ).pipe(Effect.provideService(Operation, "extract"))

/**
 * Submits an extraction. URLs that end in `/*` are mapped first.
 *
 * @category running
 * @since 0.1.0
 */
export const submit = Effect.fn("Extract.submit")(function*({ caller, id, request }: {
  /** Id chosen by the caller. Submitting the same id again returns the same extraction. */
  readonly id: string
  readonly caller: Caller
  readonly request: ExtractRequest
}): Effect.fn.Return<
  { readonly id: string; readonly invalidUrls: ReadonlyArray<string> },
  InvalidRequest.InvalidRequest | JobError | ScrapeError | CreditError,
  JobStore | Scraper | CreditLedger | Fetcher | Scope.Scope
> {
  const store = yield* JobStore
  const { ignoreInvalidURLs, prompt, schema, scrapeOptions, showSources, systemPrompt, urls, webhook } = request
  yield* check(caller, scrapeOptions)
  yield* checkWebhook(webhook)
  const { expanded, maps } = yield* expand(urls, caller, id, prompt)
  const { invalidUrls, pages } = pagesOf(expanded)
  const [firstInvalid] = invalidUrls
  if (pages.length === 0 || (firstInvalid !== undefined && !ignoreInvalidURLs)) {
    return yield* InvalidRequest.at(["urls", Math.max(0, urls.indexOf(firstInvalid ?? ""))], "an http or https URL")
  }
  const prompts = [systemPrompt, prompt].filter(Predicate.isNotUndefined).join("\n\n")
  const options = {
    ...scrapeOptions,
    formats: [{
      type: "json" as const,
      ...(schema === undefined ? {} : { schema }),
      ...(prompts === "" ? {} : { prompt: prompts })
    }]
  }
  const retention = Retention.of([], options)
  const { created } = yield* store.submit({
    id,
    team: caller.team,
    kind: "extract",
    spec: toJson({
      options,
      caller,
      retention,
      showSources,
      invalidUrls,
      ...(webhook === undefined ? {} : { webhook })
    }),
    ephemeral: false,
    sealed: !Retention.keeps(retention),
    owed: maps.map(({ take: _, ...owed }) => owed),
    pages
  })
  if (created) yield* payFor(store, id, maps)
  yield* announce(store, { id, team: caller.team, kind: "extract", webhook, sealed: !Retention.keeps(retention) })
  return { id, invalidUrls }
}, Effect.scoped)

/**
 * The error code of pages without data. The document's warnings give the reason, for example that a prompt needs a
 * language model, and the settings that configure one.
 *
 * **Example** (A page without data is not charged)
 *
 * ```ts
 * import { Extract } from "@dunlin/jobs"
 *
 * // `code` of a failed page
 * const isEmpty = ({ code }: { readonly code: string }) => code === Extract.nothingExtracted
 * console.log(isEmpty({ code: "EXTRACT_NO_DATA" })) // true
 * ```
 *
 * @category constants
 * @since 0.2.0
 */
export const nothingExtracted = "EXTRACT_NO_DATA"

/** An empty list counts as data. */
const hasData = ({ json }: Document): boolean => json !== undefined && json !== null

/**
 * Works on a page of an extraction. A page without data fails and is not charged.
 *
 * @category running
 * @since 0.1.0
 */
export const work = Spans.fn("Extract.work")(function*(claim: Claim) {
  const spec = specOf("extract", claim)
  const page = yield* scrapePage(claim, spec, spec.options, ({ document }) => Effect.succeed(hasData(document)))
  if (page._tag === "Unread") return page.work
  const { json, metadata, warning } = page.document
  if (!hasData(page.document)) {
    return failed(nothingExtracted, warning ?? "the page contains no matching data", page.charged)
  }
  const result = { url: metadata?.url ?? claim.url, json: json! }
  return { _tag: "Settle", outcome: { _tag: "Done", result, credits: page.charged } } satisfies Work
})

const combine = (pages: ReadonlyArray<{ readonly url: string; readonly json: Schema.Json }>): Extracted => {
  const [only] = pages
  const sources: Record<string, Array<string>> = {}
  if (only === undefined) return { data: undefined, sources }
  if (pages.every(({ json }) => !isFields(json))) {
    return { data: pages.length === 1 ? only.json : pages.map(({ json }) => json), sources }
  }
  const data = new Map<string, Schema.Json>()
  for (const { json, url } of pages) {
    if (!isFields(json)) continue
    for (const [name, value] of Object.entries(json)) {
      if (isNothing(value)) {
        if (!data.has(name)) data.set(name, value)
        continue
      }
      const known = data.get(name)
      if (Array.isArray(known) && Array.isArray(value)) data.set(name, joined(known, value))
      else if (known === undefined || isNothing(known)) data.set(name, value)
      else continue
      const named = sources[name] ??= []
      named.push(url)
    }
  }
  return { data: Object.fromEntries(data), sources }
}

const isFields = (value: Schema.Json): value is { readonly [name: string]: Schema.Json } =>
  Predicate.isObject(value) && !Array.isArray(value)

const isNothing = (value: Schema.Json): boolean =>
  value === null || value === "" || (Array.isArray(value) && value.length === 0)

const joined = (one: ReadonlyArray<Schema.Json>, other: ReadonlyArray<Schema.Json>): ReadonlyArray<Schema.Json> =>
  Array.from(new Map([...one, ...other].map((entry) => [JSON.stringify(entry), entry])).values())

/**
 * Returns the merged data of the pages that are done.
 *
 * @category running
 * @since 0.1.0
 */
export const result = Effect.fn("Extract.result")(function*(
  job: Pick<Job, "id" | "team">
): Effect.fn.Return<Extracted, JobError, JobStore> {
  const store = yield* JobStore
  const { results } = yield* store.results({
    team: job.team,
    job: job.id,
    skip: 0,
    limit: MAX_RESULTS_PER_READ,
    maxBytes: MAX_RESULT_BYTES_PER_READ
  })
  return combine(results as unknown as ReadonlyArray<{ readonly url: string; readonly json: Schema.Json }>)
})
