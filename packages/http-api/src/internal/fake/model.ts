/** The rules of a fake server, and its records. */
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
 * A request that came.
 *
 * @category models
 * @since 0.2.0
 */
export interface Call {
  readonly method: string
  /** Without the query of the address. */
  readonly path: string
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  /** The JSON that was sent, as it was sent; `undefined` when there was none. */
  readonly body: any
  /** The status that was answered; 0 until then, and when the connection was broken. */
  readonly status: number
  /** Why no rule answered it; `undefined` when one did, and for what the contract itself refuses. */
  readonly unexpected?: string
}

/**
 * Which requests a rule is for: the fields that are named must be equal, or fit a regular expression; lists must be equal
 * item by item. Or a function that says so. Without anything it is for every request.
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
  /** The sentence of the error. @default the code */
  readonly error?: string
  readonly details?: Schema.Json
  /** The header `Retry-After`: seconds, or a date of HTTP. */
  readonly retryAfter?: number | string
}

/**
 * The answers to the requests of a rule, in turn; the last one is given again.
 *
 * @category models
 * @since 0.2.0
 */
export interface Rule<Body, Given, Settings = never> {
  /**
   * Answers so, or with what a function makes of the request. Throws `InvalidFixture` when that breaks the contract.
   */
  readonly answers: (given: Given | ((body: Body) => Given), settings?: Settings) => Rule<Body, Given, Settings>
  /**
   * Fails with a code of the contract, whose status the API chooses, or with a status: 402, 408, 429, 500, 502 ...
   */
  readonly fails: (failure: ErrorCode | number, more?: Refusal) => Rule<Body, Given, Settings>
  /** Closes the connection without an answer. */
  readonly breaks: () => Rule<Body, Given, Settings>
  /**
   * Delays the next response by this time, or until a promise is fulfilled. `"Infinity"` never responds. When the promise
   * is rejected, the request fails like an unexpected one, with the reason.
   */
  readonly waits: (until: Duration.Input | Promise<unknown>) => Rule<Body, Given, Settings>
}

/** A result whose place and text need not be given. */
type Short<Result, Optional extends keyof Result> = Omit<Result, Optional> & Partial<Pick<Result, Optional>>

/**
 * The answer to a search. The rest of the body is filled in.
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
 * How a job goes on while its client asks.
 *
 * @category models
 * @since 0.2.0
 */
export interface Course {
  /**
   * Responses to the first polls of the job: its progress as a number of documents, or a failure. After them the job has
   * ended. @default the job has ended at the first poll
   */
  readonly polls?: ReadonlyArray<number | ErrorCode>
  /** @default "completed" */
  readonly ends?: "completed" | "failed"
  /** Documents in one answer; the others are at `next`. @default all */
  readonly pageSize?: number
  /** Pages that failed. */
  readonly failures?: ReadonlyArray<{ readonly url: string; readonly code?: string; readonly error?: string }>
}

/**
 * @category models
 * @since 0.2.0
 */
export interface FakeServer extends AsyncDisposable {
  /** `http://127.0.0.1:` and the port: the base URL of a client. */
  readonly url: string
  /** What came, in order. */
  readonly calls: ReadonlyArray<Call>
  readonly search: (wanted?: Matching<SearchRequestInput>) => Rule<SearchRequestInput, Found>
  /** A document without `metadata` gets the address and status 200. */
  readonly scrape: (wanted?: Matching<ScrapeRequestInput>) => Rule<ScrapeRequestInput, Document>
  readonly map: (wanted?: Matching<MapRequestInput>) => Rule<MapRequestInput, ReadonlyArray<string | MapLink>>
  readonly crawl: (wanted?: Matching<CrawlRequestInput>) => Rule<CrawlRequestInput, ReadonlyArray<Document>, Course>
  readonly batch: (wanted?: Matching<BatchRequestInput>) => Rule<BatchRequestInput, ReadonlyArray<Document>, Course>
  /** The answer is the data. */
  readonly extract: (
    wanted?: Matching<ExtractRequestInput>
  ) => Rule<ExtractRequestInput, Schema.Json, Pick<Course, "polls" | "ends">>
  /** Any other endpoint, whose JSON is answered as it is given. */
  readonly on: (method: string, path: `/${string}`, wanted?: Matching<any>) => Rule<any, Schema.Json>
  /**
   * Ends at once, with the connections that are open. Rejects with `UnexpectedCalls` when a request came that no rule was
   * for: a test that swallowed the failure fails here.
   */
  readonly close: () => Promise<void>
}

/**
 * An answer that the contract does not allow.
 *
 * @category errors
 * @since 0.2.0
 */
export class InvalidFixture extends Schema.TaggedError<InvalidFixture>()("InvalidFixture", {
  /** The answer to what. */
  what: Schema.String,
  why: Schema.String
}) {
  override get message(): string {
    return `the answer to ${this.what} breaks the contract: ${this.why}`
  }
}

/**
 * Requests that no rule was for, each with what came close.
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
