/** Defines the part of a request that is stored for the workers of its pages. */
import type { Caller } from "@dunlin/pipeline/Caller"
import type { Retention } from "@dunlin/pipeline/Retention"
import type { CrawlRequest } from "@dunlin/schema/CrawlRequest"
import type { ScrapeOptions } from "@dunlin/schema/ScrapeOptions"
import type { Webhook } from "@dunlin/schema/Webhook"
import type * as Schema from "effect/Schema"
import { createHmac, randomBytes } from "node:crypto"
import type { Claim, Job } from "../Job.ts"

interface Common {
  /**
   * Secret for ledger names of the job's pages. It is deleted with the job. A ledger line can then not be traced to a
   * page.
   */
  readonly ledgerSecret?: string | undefined
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

const JOB_SECRET_BYTES = 16

export const toJson = (spec: SpecOf[keyof SpecOf]): Schema.Json =>
  ({ ...spec, ledgerSecret: randomBytes(JOB_SECRET_BYTES).toString("base64url") }) as unknown as Schema.Json

export const ledgerKey = (
  { job, key }: Pick<Claim, "job" | "key">,
  { ledgerSecret }: Pick<Common, "ledgerSecret">
): string =>
  `job:${job}:${ledgerSecret === undefined ? key : createHmac("sha256", ledgerSecret).update(key).digest("base64url")}`

export const specOf = <K extends keyof SpecOf>(_: K, { spec }: Pick<Claim | Job, "spec">): SpecOf[K] =>
  spec as unknown as SpecOf[K]
