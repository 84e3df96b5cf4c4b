/** Defines the endpoints of rules, with their decoders and responses. */
import * as BatchRequest from "@dunlin/schema/BatchRequest"
import * as CrawlRequest from "@dunlin/schema/CrawlRequest"
import type { Document } from "@dunlin/schema/Document"
import * as ExtractRequest from "@dunlin/schema/ExtractRequest"
import type { InvalidRequest } from "@dunlin/schema/InvalidRequest"
import * as MapRequest from "@dunlin/schema/MapRequest"
import * as ScrapeRequest from "@dunlin/schema/ScrapeRequest"
import * as SearchRequest from "@dunlin/schema/SearchRequest"
import type * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import * as Fixtures from "./fixtures.ts"
import type { Plan } from "./jobs.ts"
import type { Course, Found } from "./model.ts"
import type { Kind } from "./rule.ts"

export const decoders: { readonly [path: string]: (body: unknown) => Effect.Effect<unknown, InvalidRequest> } = {
  "/v2/search": SearchRequest.decode,
  "/v2/scrape": ScrapeRequest.decodeBody,
  "/v2/map": MapRequest.decodeBody,
  "/v2/crawl": CrawlRequest.decodeBody,
  "/v2/batch/scrape": BatchRequest.decodeBody,
  "/v2/extract": ExtractRequest.decodeBody
}

export const idOf = (count: number): string => `00000000-0000-4000-8000-${String(count).padStart(12, "0")}`

export class Started {
  readonly plan: Plan
  constructor(plan: Plan) {
    this.plan = plan
  }
}

export const search = (id: () => string): Kind<Found, never> => ({
  method: "POST",
  path: "/v2/search",
  check: (given) => Fixtures.search(given, idOf(0)),
  make: (given) => Fixtures.search(given, id())
})

export const scrape: Kind<Document, never> = {
  method: "POST",
  path: "/v2/scrape",
  check: (given) => Fixtures.scrape(given, undefined),
  make: (given, body) => Fixtures.scrape(given, body.url)
}

export const map: Kind<ReadonlyArray<string | MapRequest.MapLink>, never> = {
  method: "POST",
  path: "/v2/map",
  check: Fixtures.map,
  make: Fixtures.map
}

const job = (base: `/${string}`, what: string): Kind<ReadonlyArray<Document>, Course> => ({
  method: "POST",
  path: base,
  check: (given) => Fixtures.documents(what, given, []),
  make: (given, { url, urls, ...options }, course = {}) =>
    new Started({
      base,
      url: url ?? urls[0],
      options,
      documents: Fixtures.documents(what, given, urls ?? []),
      course
    })
})

export const crawl = job("/v2/crawl", "a crawl")

export const batch = job("/v2/batch/scrape", "a batch")

export const extract: Kind<Schema.Json, Pick<Course, "polls" | "ends">> = {
  method: "POST",
  path: "/v2/extract",
  check: () => undefined,
  make: (data, { urls, ...options }, course = {}) =>
    new Started({ base: "/v2/extract", url: urls[0], options, documents: [], data, course })
}

export const any = (method: string, path: string): Kind<Schema.Json, never> => ({
  method: method.toUpperCase(),
  path,
  check: () => undefined,
  make: (given) => given
})
