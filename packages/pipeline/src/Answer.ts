/**
 * The best passages about a query within a number of tokens.
 *
 * @since 0.1.0
 */
import * as InvalidRequest from "@dunlin/schema/InvalidRequest"
import * as Effect from "effect/Effect"
import type { Citation } from "./Citation.ts"

/**
 * Limits of the budget, in tokens. The minimum has room for one source and one sentence; the maximum is the context of
 * a large model.
 *
 * @category constants
 * @since 0.1.0
 */
export const maxTokens = { minimum: 50, maximum: 200_000 } as const

/**
 * Fails when a budget is none.
 *
 * @category decoding
 * @since 0.1.0
 */
export const checkMaxTokens = (tokens: unknown): Effect.Effect<number, InvalidRequest.InvalidRequest> =>
  typeof tokens === "number" && Number.isInteger(tokens) && tokens >= maxTokens.minimum && tokens <= maxTokens.maximum
    ? Effect.succeed(tokens)
    : Effect.fail(
      InvalidRequest.at(["maxTokens"], `a whole number of tokens from ${maxTokens.minimum} to ${maxTokens.maximum}`)
    )

/**
 * What an answer may take.
 *
 * @category models
 * @since 0.1.0
 */
export interface Budgeted {
  readonly budget: {
    /** Most tokens of the text of the answer. */
    readonly maxTokens: number
    /** The part of it that is kept back for models that count otherwise. @default `Budget.defaultMargin` */
    readonly margin?: number | undefined
  }
}

/**
 * A page that was found.
 *
 * @category models
 * @since 0.1.0
 */
export interface Source {
  readonly url: string
  readonly title: string
  readonly date?: string | undefined
  /** Whether passages are of the page itself, which their offsets then quote, or of what the provider says of it. */
  readonly of: "page" | "description"
  /** Why the page could not be read, as the code of a `ScrapeError`. */
  readonly error?: string | undefined
  /** Of a search for several queries: those that found it. */
  readonly queries?: ReadonlyArray<string> | undefined
  /** How many passages of the answer are from it. */
  readonly passages: number
}

/**
 * @category models
 * @since 0.1.0
 */
export interface Answer {
  /** Id of the search job. */
  readonly id: string
  /** The passages with their sources, to be given to a model as they are. */
  readonly text: string
  /** Of `text`; never above the budget. */
  readonly tokens: number
  /** The passages of `text`, with offsets into the Markdown of the pages, and links that open at each. */
  readonly passages: ReadonlyArray<Citation>
  /** How many sentences would have been worth it but found no room. */
  readonly leftOut: number
  /** The words of the query that the sources lack, as they are typed. Pages may use other words for the same. */
  readonly missing: ReadonlyArray<string>
  /** Words that the sources have, but no passage together with the rest of the query; absent when there are none. */
  readonly apart?: ReadonlyArray<string> | undefined
  /** Words of the query that were searched in another spelling, each with that spelling; absent when there are none. */
  readonly corrected?: Readonly<Record<string, string>> | undefined
  /** The parts of a query that asks for several things, each with its missing words; absent when nothing is missing. */
  readonly parts?:
    | ReadonlyArray<{
      readonly query: string
      readonly missing: ReadonlyArray<string>
      readonly apart?: ReadonlyArray<string>
    }>
    | undefined
  /** Everything that was found, best first. */
  readonly sources: ReadonlyArray<Source>
  /** Warnings, or null. */
  readonly warning: string | null
  readonly creditsUsed: number
}

/**
 * What the pack stage adds.
 *
 * @category models
 * @since 0.1.0
 */
export interface Answered {
  readonly answer: Answer
}
