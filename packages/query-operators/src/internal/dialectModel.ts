/** Declares the syntax of an engine, and a query written in it. */
import type { HostTarget, ImageSize, Operator } from "@dunlin/text/QueryNode"
import type { Residual } from "../Residual.ts"
import type { Window } from "../TimeFilter.ts"

/**
 * The way in which a provider handles a part of a query.
 *
 * - `native`: it is written into the query text.
 * - `parameter`: it becomes a request parameter, see {@link Parameters}.
 * - `residual`: the provider does not support it; it is checked on the results if they show it.
 * - `unsupported`: neither is possible; it is dropped with a warning.
 *
 * @category models
 * @since 0.1.0
 */
export type Support = "native" | "parameter" | "residual" | "unsupported"

/**
 * The parts of a query that a dialect describes. `phrase` is quoted text, `-word` and `-phrase` are exclusions, `or` is
 * a choice of alternatives. An operator with `-` is its negation. `allinurl:` and `allintitle:` become several `inurl:`
 * and `intitle:`.
 *
 * @category models
 * @since 0.1.0
 */
export type Capability =
  | "phrase"
  | "-word"
  | "-phrase"
  | "or"
  | `${"" | "-"}${Exclude<Operator["name"], "allinurl" | "allintitle">}`

/**
 * The dialect of one provider.
 *
 * @category models
 * @since 0.1.0
 */
export interface Dialect {
  readonly name: string
  /**
   * The support for each capability. An absent capability is `residual`, but an absent `related` is `unsupported`. An
   * absent negated operator has the support of the operator, and an absent `-phrase` that of `-word`.
   */
  readonly supports: Partial<Record<Capability, Support>>
  /**
   * Whether the provider reliably applies native parts and parameters. If it does not, they are checked strictly
   * afterwards.
   * @default true
   */
  readonly trusted?: boolean | undefined
  /**
   * Whether words are hints for the provider and not conditions. If they are, words of operators and alternatives are
   * added.
   * @default false
   */
  readonly semantic?: boolean | undefined
  readonly limits?: Limits | undefined
  /**
   * Writes an operator in another form than `name:value`, without its sign. If it returns `""`, the operator is
   * omitted.
   */
  readonly write?: ((operator: Operator) => string | undefined) | undefined
  /** Writes the exclusion of a word or of quoted text. @default a leading `-` */
  readonly exclude?: ((text: string) => string) | undefined
  /** Escapes a word that the provider would read as a command. @default unchanged */
  readonly escapeWord?: ((word: string) => string) | undefined
  /** Escapes text inside quotation marks that the provider would read as a command. */
  readonly escapePhrase?: ((phrase: string) => string) | undefined
}

/**
 * The maximum size of a query.
 *
 * @category models
 * @since 0.1.0
 */
export interface Limits {
  /** The maximum code points of the text. */
  readonly characters?: number | undefined
  /** The maximum number of words in the text, separated by white space. */
  readonly words?: number | undefined
  /** The maximum number of domains in each list of {@link Parameters}. */
  readonly domains?: number | undefined
  /** Whether domains to include and to exclude cannot be combined. */
  readonly eitherDomains?: boolean | undefined
  /** The maximum number of `AND`, `OR` and `NOT` (or `-` before a word). */
  readonly booleans?: number | undefined
}

/**
 * The parameters that are sent with the text. Unused lists are empty.
 *
 * @category models
 * @since 0.1.0
 */
export interface Parameters {
  readonly includeDomains: ReadonlyArray<string>
  readonly excludeDomains: ReadonlyArray<string>
  /** The quoted texts, even if they are also in the query text. */
  readonly phrases: ReadonlyArray<string>
  readonly excludedText: ReadonlyArray<string>
  readonly fileTypes: ReadonlyArray<string>
  /** The day of `after:`, as `YYYY-MM-DD`. */
  readonly after?: string
  /** The day of `before:`, as `YYYY-MM-DD`. */
  readonly before?: string
  readonly related?: HostTarget
  readonly imageSize?: ImageSize
  readonly largerThan?: ImageSize
}

/**
 * A query translated for a provider.
 *
 * @category models
 * @since 0.1.0
 */
export interface Translation {
  /** The query text; empty if the provider has nothing to search for. */
  readonly text: string
  readonly parameters: Parameters
  /** Conditions to check on the results with `Residual.filter`. */
  readonly residual: Residual
  /** Warnings about parts that the provider does not support. */
  readonly warnings: ReadonlyArray<string>
}

/**
 * The kind of search. Image operators only apply to images.
 *
 * @category models
 * @since 0.1.0
 */
export interface TranslateOptions {
  /** @default "web" */
  readonly source?: "web" | "images" | "news" | undefined
  /** The time range of results. Results without a date are kept. */
  readonly window?: Window | undefined
}
