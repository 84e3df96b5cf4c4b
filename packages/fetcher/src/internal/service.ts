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
      /** Whether only the text of the page is used, so that its Markdown may replace its HTML. */
      readonly markdown?: boolean | undefined
    }
    | undefined
}

/** The result of code that ran on an open page. */
export interface Ran {
  /** The value of the last statement as JSON; null if it has none. */
  readonly value: Schema.Json
  /** The text that the code logged. */
  readonly stdout: string
  /** The error of failed code; empty on success. */
  readonly stderr: string
  /** Whether the code was stopped at its timeout. */
  readonly isKilled: boolean
}

/** The state of an open page after a call. */
export interface Stand {
  readonly url: string
  /** Warnings about the call, in whole sentences. */
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
  /** Fetches a page within its `timeout`. Interruption releases all sockets and pages. */
  readonly fetch: (request: FetchRequest) => Effect.Effect<RawPage, FetchError>
  /**
   * Fails if a page that was cached earlier would be blocked today, as far as this is known without network access. An
   * example is a target that is no longer allowed. Wrappers of a fetcher must pass this on.
   */
  readonly recheck: (page: RawPage) => Effect.Effect<void, FetchError>
  /**
   * Opens a page in the browser, performs the actions of the request, and keeps the page open until the scope closes,
   * at most for `life`. Absent if pages cannot stay open.
   */
  readonly open?: (request: FetchRequest & { readonly life: Duration.Input }) => Effect.Effect<
    OpenPage,
    FetchError,
    Scope.Scope
  >
}>()("@dunlin/fetcher/Fetcher") {}
