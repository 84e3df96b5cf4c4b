/**
 * Query syntax of a search provider, and how a query is written in it.
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
 * Puts a query to a provider: its text, its parameters, what remains to be checked on the results, and warnings.
 *
 * **Details**
 *
 * The residual always holds the whole query, so that results are true whatever the provider made of it. A text that is
 * too long for the provider loses what is needed least: first operators that are checked afterwards, then
 * alternatives and exclusions, then words from the end.
 *
 * @category translating
 * @since 0.1.0
 */
export const translate = (query: Query, dialect: Dialect, options: TranslateOptions = {}): Translation =>
  Translate.translate(query, dialect, options)

/**
 * How the dialect treats a part of a query, with the rules for absent entries applied.
 *
 * @category readers
 * @since 0.1.0
 */
export const support = (dialect: Dialect, capability: Capability): Support => SupportRules.support(dialect, capability)
