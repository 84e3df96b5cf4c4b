/**
 * Selects the best passages about a query within a token limit.
 *
 * @since 0.1.0
 */
import * as InvalidRequest from "@dunlin/schema/InvalidRequest"
import * as Effect from "effect/Effect"
import type { Citation } from "./Citation.ts"

/**
 * Limits of `maxTokens`. The minimum fits one source and one sentence; the maximum is the context of a large model.
 *
 * @category constants
 * @since 0.1.0
 */
export const maxTokens = { minimum: 50, maximum: 200_000 } as const

/**
 * Fails if the token limit is invalid.
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
 * The token limit of an answer.
 *
 * @category models
 * @since 0.1.0
 */
export interface Budgeted {
  readonly budget: {
    /** Maximum number of tokens of the answer's text. */
    readonly maxTokens: number
    /** Share of `maxTokens` that is reserved for models with another tokenizer. @default `Budget.defaultMargin` */
    readonly margin?: number | undefined
  }
}

/**
 * A page that the search found.
 *
 * @category models
 * @since 0.1.0
 */
export interface Source {
  readonly url: string
  readonly title: string
  readonly date?: string | undefined
  /** The source of the passages: the page, with offsets into it, or the provider's description. */
  readonly of: "page" | "description"
  /** Why the page could not be read, as a `ScrapeError` code. */
  readonly error?: string | undefined
  readonly queries?: ReadonlyArray<string> | undefined
  readonly passages: number
}

/**
 * @category models
 * @since 0.1.0
 */
export interface Answer {
  readonly id: string
  /** The passages with their sources, ready to be passed to a model. */
  readonly text: string
  /** Tokens of `text`; never above the limit. */
  readonly tokens: number
  /** The passages of `text`, with offsets into the pages' Markdown and links to each passage. */
  readonly passages: ReadonlyArray<Citation>
  /** Number of relevant sentences that exceed the token limit. */
  readonly leftOut: number
  /** Words of the query that no source contains, as typed. Pages may use synonyms. */
  readonly missing: ReadonlyArray<string>
  /**
   * Query words that the sources contain, but that no passage contains together with the other query words; absent if
   * there are none.
   */
  readonly apart?: ReadonlyArray<string> | undefined
  /** Words of the query that were searched in another spelling, each with that spelling; absent if there are none. */
  readonly corrected?: Readonly<Record<string, string>> | undefined
  /** The parts of a query that asks for several things, each with its missing words; absent if no word is missing. */
  readonly parts?:
    | ReadonlyArray<{
      readonly query: string
      readonly missing: ReadonlyArray<string>
      readonly apart?: ReadonlyArray<string>
    }>
    | undefined
  /** All hits, best first. */
  readonly sources: ReadonlyArray<Source>
  /** Warnings, or null. */
  readonly warning: string | null
  readonly creditsUsed: number
}

/**
 * The result of the pack stage.
 *
 * @category models
 * @since 0.1.0
 */
export interface Answered {
  readonly answer: Answer
}
