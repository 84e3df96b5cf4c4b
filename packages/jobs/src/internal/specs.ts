/** What the store keeps of a request, for whoever works on its pages. */
import type { Caller } from "@dunlin/pipeline/Caller"
import type { Retention } from "@dunlin/pipeline/Retention"
import type { CrawlRequest } from "@dunlin/schema/CrawlRequest"
import type { ScrapeOptions } from "@dunlin/schema/ScrapeOptions"
import type { Webhook } from "@dunlin/schema/Webhook"
import type * as Schema from "effect/Schema"
import type { Claim, Job } from "../Job.ts"

interface Common {
  readonly caller: Caller
  readonly retention: Retention
  readonly webhook?: Webhook | undefined
}

export interface BatchSpec extends Common {
  readonly options: ScrapeOptions
  readonly invalidUrls: ReadonlyArray<string>
}

export interface CrawlSpec extends Common {
  readonly request: CrawlRequest
}

export interface ExtractSpec extends Common {
  readonly options: ScrapeOptions
  readonly showSources: boolean
  readonly invalidUrls: ReadonlyArray<string>
}

export interface SpecOf {
  readonly batch: BatchSpec
  readonly crawl: CrawlSpec
  readonly extract: ExtractSpec
}

/** Everything in a spec was decoded from JSON when the job was submitted. */
export const toJson = (spec: SpecOf[keyof SpecOf]): Schema.Json => spec as unknown as Schema.Json

/** The store gives back what was put in under the kind of the job. */
export const specOf = <K extends keyof SpecOf>(_: K, { spec }: Pick<Claim | Job, "spec">): SpecOf[K] =>
  spec as unknown as SpecOf[K]
