/** The stored part of a request, for workers on its pages. */
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
   * Key for the names of the job's pages in the ledger, which outlives the job. This secret is deleted with the job, and
   * then a line of the ledger can no longer be traced to a page. Jobs of older versions have none, and keep the keys that
   * their pages were paid under.
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

/** As many as nobody guesses. */
const bytesOfSecret = 16

/** Everything in a spec was decoded from JSON when the job was submitted; the secret is drawn here. */
export const toJson = (spec: SpecOf[keyof SpecOf]): Schema.Json =>
  ({ ...spec, ledgerSecret: randomBytes(bytesOfSecret).toString("base64url") }) as unknown as Schema.Json

/** The name of a job's page in the ledger: equal for all workers and retries, and not an address. */
export const ledgerKey = (
  { job, key }: Pick<Claim, "job" | "key">,
  { ledgerSecret }: Pick<Common, "ledgerSecret">
): string =>
  `job:${job}:${ledgerSecret === undefined ? key : createHmac("sha256", ledgerSecret).update(key).digest("base64url")}`

/** The store gives back what was put in under the kind of the job. */
export const specOf = <K extends keyof SpecOf>(_: K, { spec }: Pick<Claim | Job, "spec">): SpecOf[K] =>
  spec as unknown as SpecOf[K]
