import type { Action } from "@dunlin/schema/Action"
import type { RawActionResults, RawPage } from "@dunlin/schema/RawPage"
import type { ScrapeOptions } from "@dunlin/schema/ScrapeOptions"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import type { FetchError } from "../FetchError.ts"

/** The scrape options that engines use. A whole `ScrapeOptions` value is accepted. */
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
      readonly markdown?: boolean | undefined
    }
    | undefined
}

export interface Ran {
  readonly value: Schema.Json
  readonly stdout: string
  readonly stderr: string
  readonly isKilled: boolean
}

export interface Stand {
  readonly url: string
  readonly warnings: ReadonlyArray<string>
}

/**
 * A browser page that stays open between calls. Calls run one after the other, each with its own `timeout`. The guards
 * of the request that opened the page check every navigation.
 */
export interface OpenPage {
  readonly act: (request: {
    readonly actions: ReadonlyArray<Action>
    readonly timeout: Duration.Input
  }) => Effect.Effect<Stand & { readonly results: RawActionResults }, FetchError>
  /**
   * Runs JavaScript. Code that uses `page` receives the Playwright page methods that need no file and no process; that
   * code runs in another page without network access. Other code runs in the page itself.
   */
  readonly run: (request: {
    readonly code: string
    readonly timeout: Duration.Input
  }) => Effect.Effect<Stand & Ran, FetchError>
  /** Saves the profile, if the page's request has one with `saveChanges`. Returns warnings. */
  readonly save: Effect.Effect<ReadonlyArray<string>, FetchError>
}

export class Fetcher extends Context.Service<Fetcher, {
  readonly fetch: (request: FetchRequest) => Effect.Effect<RawPage, FetchError>
  /**
   * Fails if a cached page would be blocked today, as far as that is known without network access. Wrappers of a
   * fetcher must pass this on.
   */
  readonly recheck: (page: RawPage) => Effect.Effect<void, FetchError>
  /**
   * Opens a page in the browser, performs the request's actions, and keeps the page open until the scope closes, at
   * most for `life`. Absent if pages cannot stay open.
   */
  readonly open?: (request: FetchRequest & { readonly life: Duration.Input }) => Effect.Effect<
    OpenPage,
    FetchError,
    Scope.Scope
  >
}>()("@dunlin/fetcher/Fetcher") {}
