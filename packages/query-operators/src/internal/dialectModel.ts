/** Syntax of an engine, and a query written in it. */
import type { HostTarget, ImageSize, Operator } from "@dunlin/text/QueryNode"
import type { Residual } from "../Residual.ts"
import type { Window } from "../TimeFilter.ts"

/**
 * How a provider deals with a part of a query.
 *
 * - `native`: it is written into the query text.
 * - `parameter`: it becomes a parameter of the request, see {@link Parameters}.
 * - `residual`: the provider cannot do it; it is enforced on the results where they show it.
 * - `unsupported`: neither is possible; it is left out with a warning.
 *
 * @category models
 * @since 0.1.0
 */
export type Support = "native" | "parameter" | "residual" | "unsupported"

/**
 * The parts of a query a dialect says something about. `phrase` is quoted text, `-word` and `-phrase` exclusions, `or`
 * alternatives; an operator with `-` is its negation. `allinurl:` and `allintitle:` are put as several `inurl:` and
 * `intitle:`.
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
  /** The provider's name, as it stands in warnings. */
  readonly name: string
  /**
   * Absent: `residual`. An absent negated operator is like the operator itself, an absent `-phrase` like `-word`, and
   * an absent `related` is `unsupported`.
   */
  readonly supports: Partial<Record<Capability, Support>>
  /** Whether what is native or a parameter is really applied; when not, it is checked strictly afterwards. Default: true. */
  readonly trusted?: boolean | undefined
  /** To the provider, words are hints rather than conditions: those of operators and alternatives are added. Default: false. */
  readonly semantic?: boolean | undefined
  /** Limits of a query. */
  readonly limits?: Limits | undefined
  /** Writes an operator in another way than `name:value`; the sign is added in front. `""` leaves it out. */
  readonly write?: ((operator: Operator) => string | undefined) | undefined
  /** Writes the exclusion of a word or of quoted text. Default: `-` in front. */
  readonly exclude?: ((text: string) => string) | undefined
  /** Makes a word harmless that the provider would take for a command. Default: leaves it. */
  readonly escapeWord?: ((word: string) => string) | undefined
  /** The same for the text inside quotation marks. */
  readonly escapePhrase?: ((phrase: string) => string) | undefined
}

/**
 * What a query may be at most.
 *
 * @category models
 * @since 0.1.0
 */
export interface Limits {
  /** Code points of the text. */
  readonly characters?: number | undefined
  /** Words of the text, separated by white space. */
  readonly words?: number | undefined
  /** Domains in each of {@link Parameters}' lists. */
  readonly domains?: number | undefined
  /** Domains to include and to exclude cannot be given together. */
  readonly eitherDomains?: boolean | undefined
  /** How many times `AND`, `OR` and `NOT` (or `-` before a word) may occur. */
  readonly booleans?: number | undefined
}

/**
 * Parameters that are sent with the text. Lists are empty when there is nothing.
 *
 * @category models
 * @since 0.1.0
 */
export interface Parameters {
  readonly includeDomains: ReadonlyArray<string>
  readonly excludeDomains: ReadonlyArray<string>
  /** Quoted text, also when it is in the text as well. */
  readonly phrases: ReadonlyArray<string>
  readonly excludedText: ReadonlyArray<string>
  readonly fileTypes: ReadonlyArray<string>
  /** From `after:`, `YYYY-MM-DD`. */
  readonly after?: string
  /** From `before:`, `YYYY-MM-DD`. */
  readonly before?: string
  readonly related?: HostTarget
  readonly imageSize?: ImageSize
  readonly largerThan?: ImageSize
}

/**
 * A query put to a provider.
 *
 * @category models
 * @since 0.1.0
 */
export interface Translation {
  /** The query text; empty when the query has nothing the provider could search for. */
  readonly text: string
  readonly parameters: Parameters
  /** Checked on the results, see `Residual.filter`. */
  readonly residual: Residual
  /** Sentences about what could not be put to the provider. */
  readonly warnings: ReadonlyArray<string>
}

/**
 * What is searched for; operators about images only apply to images.
 *
 * @category models
 * @since 0.1.0
 */
export interface TranslateOptions {
  /** Default: `web`. */
  readonly source?: "web" | "images" | "news" | undefined
  /** The time window results must be in, where they have a date. */
  readonly window?: Window | undefined
}
