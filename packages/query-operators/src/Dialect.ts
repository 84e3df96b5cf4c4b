/**
 * Describes the query syntax of search providers, and writes queries in it.
 *
 * @since 0.1.0
 */
import type { Query } from "@dunlin/text/Query"
import type { Capability, Dialect, Support, TranslateOptions, Translation } from "./internal/dialectModel.ts"
import * as SupportRules from "./internal/support.ts"
import * as Translate from "./internal/translate.ts"

export type {
  Capability,
  Dialect,
  Limits,
  Parameters,
  Support,
  TranslateOptions,
  Translation
} from "./internal/dialectModel.ts"

/**
 * Translates a query for a provider: its text, its parameters, the conditions to check on the results, and warnings.
 *
 * **Details**
 *
 * The residual always contains the whole query, so that results satisfy it whatever the provider supports.
 *
 * A text that is too long for the provider loses its least important parts first, in this order:
 *
 * 1. added words of operators that are checked afterwards,
 * 2. negated operators,
 * 3. other exclusions,
 * 4. other operators except `site:`,
 * 5. alternatives,
 * 6. words, from the end.
 *
 * Of equally important parts, the last one is removed first.
 *
 * @category translating
 * @since 0.1.0
 */
export const translate = (query: Query, dialect: Dialect, options: TranslateOptions = {}): Translation =>
  Translate.translate(query, dialect, options)

/**
 * Returns how the dialect handles a part of a query, including the rules for absent entries.
 *
 * @category readers
 * @since 0.1.0
 */
export const support = (dialect: Dialect, capability: Capability): Support => SupportRules.support(dialect, capability)
