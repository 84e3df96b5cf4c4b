import type { Action } from "@dunlin/schema/Action"
import type { RawActionResults, RawPage } from "@dunlin/schema/RawPage"
import type { ScrapeOptions } from "@dunlin/schema/ScrapeOptions"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
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

/** The outcome of code that ran for an open page. */
export interface Ran {
  /** Value of the last statement, as JSON; null where it has none. */
  readonly value: Schema.Json
  /** What the code logged. */
  readonly stdout: string
  /** Why the code failed; empty when it did not. */
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
 * A page of a browser that stays open between calls. Calls run one after the other, each within its `timeout`. Every hop
 * passes the guards that the page was opened with.
 */
export interface OpenPage {
  readonly act: (request: {
    readonly actions: ReadonlyArray<Action>
    readonly timeout: Duration.Input
  }) => Effect.Effect<Stand & { readonly results: RawActionResults }, FetchError>
  /**
   * Runs JavaScript. Code that uses `page` gets an object with the methods of a page of Playwright that need no file and no
   * process; it runs in another page without a network. Other code runs in the page.
   */
  readonly run: (request: {
    readonly code: string
    readonly timeout: Duration.Input
  }) => Effect.Effect<Stand & Ran, FetchError>
  /** Saves the profile, where the request of the page has one with `saveChanges`; returns warnings. */
  readonly save: Effect.Effect<ReadonlyArray<string>, FetchError>
}

export class Fetcher extends Context.Service<Fetcher, {
  /** Fetches one page within its `timeout`; interruption releases every socket and page it held. */
  readonly fetch: (request: FetchRequest) => Effect.Effect<RawPage, FetchError>
  /**
   * Fails when a page that was fetched earlier, and kept, could not be fetched now, as far as that can be told without
   * asking the network: a target that was open then is closed. What wraps a fetcher hands this on.
   */
  readonly recheck: (page: RawPage) => Effect.Effect<void, FetchError>
  /**
   * Opens a page in the browser, performs the actions of the request, and keeps the page until the scope ends, at most
   * for `life`. Absent where no page can stay open.
   */
  readonly open?: (request: FetchRequest & { readonly life: Duration.Input }) => Effect.Effect<
    OpenPage,
    FetchError,
    Scope.Scope
  >
}>()("@dunlin/fetcher/Fetcher") {}
