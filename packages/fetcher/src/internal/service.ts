import type { RawPage } from "@dunlin/schema/RawPage"
import type { ScrapeOptions } from "@dunlin/schema/ScrapeOptions"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type { FetchError } from "../FetchError.ts"

/** What the engines read of the canonical scrape options; a whole `ScrapeOptions` fits. */
export type FetchOptions = Pick<
  ScrapeOptions,
  | "headers"
  | "waitFor"
  | "mobile"
  | "skipTlsVerification"
  | "location"
  | "blockAds"
  | "proxy"
  | "actions"
  | "profile"
  | "formats"
>

export interface FetchRequest {
  readonly url: string
  readonly options: FetchOptions
  readonly timeout: Duration.Input
  readonly needs?:
    | {
      readonly browser?: boolean | undefined
      readonly computedStyles?: boolean | undefined
      /** Whether the text of the page is all that is read of it, so that its Markdown serves as well. */
      readonly markdown?: boolean | undefined
    }
    | undefined
}

export class Fetcher extends Context.Service<Fetcher, {
  /** Fetches one page within its `timeout`; interruption releases every socket and page it held. */
  readonly fetch: (request: FetchRequest) => Effect.Effect<RawPage, FetchError>
  /**
   * Fails when a page that was fetched earlier, and kept, could not be fetched now, as far as that can be told without
   * asking the network: a target that was open then is closed. What wraps a fetcher hands this on.
   */
  readonly recheck: (page: RawPage) => Effect.Effect<void, FetchError>
}>()("@dunlin/fetcher/Fetcher") {}
