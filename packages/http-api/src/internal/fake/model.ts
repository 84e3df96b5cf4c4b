/** Defines the rules of a fake server, and its records. */
import type { BatchRequestInput } from "@dunlin/schema/BatchRequest"
import type { CrawlRequestInput } from "@dunlin/schema/CrawlRequest"
import type { Document } from "@dunlin/schema/Document"
import type { ErrorCode } from "@dunlin/schema/ErrorBody"
import type { ExtractRequestInput } from "@dunlin/schema/ExtractRequest"
import type { MapLink, MapRequestInput } from "@dunlin/schema/MapRequest"
import type { ScrapeRequestInput } from "@dunlin/schema/ScrapeRequest"
import type { SearchRequestInput } from "@dunlin/schema/SearchRequest"
import type { ImageResult, NewsResult, WebResult } from "@dunlin/schema/SearchResponse"
import type * as Duration from "effect/Duration"
import * as Schema from "effect/Schema"

/**
 * A received request.
 *
 * @category models
 * @since 0.2.0
 */
export interface Call {
  readonly method: string
  /** Without the query string. */
  readonly path: string
  /** Headers by name, in lower case. */
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  /** The received JSON; `undefined` if there was none. */
  readonly body: any
  /** The status of the response; 0 if no response was sent. */
  readonly status: number
  /** Why no rule matched. `undefined` if a rule matched, and for requests that the contract rejects. */
  readonly unexpected?: string
}

/**
 * Which requests a rule applies to. The given fields must be equal, or match a regular expression; lists must be
 * equal item by item. A function can decide instead. By default a rule applies to every request.
 *
 * @category models
 * @since 0.2.0
 */
export type Matching<Body> =
  | { readonly [Key in keyof Body]?: Body[Key] | RegExp }
  | ((body: any) => boolean)

/**
 * @category models
 * @since 0.2.0
 */
export interface Refusal {
  /** The message of the error. @default the code */
  readonly error?: string
  readonly details?: Schema.Json
  /** The `Retry-After` header: seconds, or an HTTP date. */
  readonly retryAfter?: number | string
}

/**
 * The responses to a rule's requests, in order. The last one is repeated.
 *
 * @category models
 * @since 0.2.0
 */
export interface Rule<Body, Given, Settings = never> {
  /**
   * Responds with a value, or with a function of the request. Throws `InvalidFixture` if the value breaks the
   * contract.
   */
  readonly answers: (given: Given | ((body: Body) => Given), settings?: Settings) => Rule<Body, Given, Settings>
  /**
   * Fails with a code of the contract, which determines the status, or with a status such as 402, 408, 429, 500 or
   * 502.
   */
  readonly fails: (failure: ErrorCode | number, more?: Refusal) => Rule<Body, Given, Settings>
  /** Closes the connection without a response. */
  readonly breaks: () => Rule<Body, Given, Settings>
  /**
   * Delays the next response by this time, or until a promise resolves. `"Infinity"` never responds. If the promise
   * rejects, the request fails with its reason, like an unexpected request.
   */
  readonly waits: (until: Duration.Input | Promise<unknown>) => Rule<Body, Given, Settings>
}

type Short<Result, Optional extends keyof Result> = Omit<Result, Optional> & Partial<Pick<Result, Optional>>

/**
 * The response of a search. Defaults replace missing fields.
 *
 * @category models
 * @since 0.2.0
 */
export interface Found {
  readonly web?: ReadonlyArray<Short<WebResult, "position" | "description">>
  readonly news?: ReadonlyArray<Short<NewsResult, "position" | "snippet">>
  readonly images?: ReadonlyArray<Short<ImageResult, "position">>
  readonly warning?: string
  readonly suggestion?: string
  /** @default 2 */
  readonly creditsUsed?: number
}

/**
 * The progress of a job, as its client's polls show it.
 *
 * @category models
 * @since 0.2.0
 */
export interface Course {
  /**
   * Responses to the first polls: the number of finished documents, or a failure. After them, the job has ended.
   *
   * @default the job has ended at the first poll
   */
  readonly polls?: ReadonlyArray<number | ErrorCode>
  /** @default "completed" */
  readonly ends?: "completed" | "failed"
  /** Number of documents per response. `next` is the URL of the following ones. @default all */
  readonly pageSize?: number
  readonly failures?: ReadonlyArray<{ readonly url: string; readonly code?: string; readonly error?: string }>
}

/**
 * @category models
 * @since 0.2.0
 */
export interface FakeServer extends AsyncDisposable {
  /** `http://127.0.0.1:` and the port: the base URL for a client. */
  readonly url: string
  /** The received requests, in order. */
  readonly calls: ReadonlyArray<Call>
  readonly search: (wanted?: Matching<SearchRequestInput>) => Rule<SearchRequestInput, Found>
  /** Responds to a scrape. A document without `metadata` gets the URL and status 200. */
  readonly scrape: (wanted?: Matching<ScrapeRequestInput>) => Rule<ScrapeRequestInput, Document>
  readonly map: (wanted?: Matching<MapRequestInput>) => Rule<MapRequestInput, ReadonlyArray<string | MapLink>>
  readonly crawl: (wanted?: Matching<CrawlRequestInput>) => Rule<CrawlRequestInput, ReadonlyArray<Document>, Course>
  readonly batch: (wanted?: Matching<BatchRequestInput>) => Rule<BatchRequestInput, ReadonlyArray<Document>, Course>
  /** The response is the extracted data. */
  readonly extract: (
    wanted?: Matching<ExtractRequestInput>
  ) => Rule<ExtractRequestInput, Schema.Json, Pick<Course, "polls" | "ends">>
  /** Creates a rule for any other endpoint. Its responses are JSON. */
  readonly on: (method: string, path: `/${string}`, wanted?: Matching<any>) => Rule<any, Schema.Json>
  /**
   * Stops immediately and closes open connections. Rejects with `UnexpectedCalls` if a request matched no rule, so
   * that a test fails even if it ignored the error response.
   */
  readonly close: () => Promise<void>
}

/**
 * A response that the contract does not allow.
 *
 * @category errors
 * @since 0.2.0
 */
export class InvalidFixture extends Schema.TaggedError<InvalidFixture>()("InvalidFixture", {
  what: Schema.String,
  why: Schema.String
}) {
  override get message(): string {
    return `the response to ${this.what} is invalid: ${this.why}`
  }
}

/**
 * Requests that matched no rule, each with the closest one.
 *
 * @category errors
 * @since 0.2.0
 */
export class UnexpectedCalls extends Schema.TaggedError<UnexpectedCalls>()("UnexpectedCalls", {
  calls: Schema.Array(Schema.String)
}) {
  override get message(): string {
    return this.calls.join("\n\n")
  }
}
