/**
 * Parses search queries as people write them into nodes, and prints nodes as queries.
 *
 * @since 0.1.0
 */
import * as Parser from "./internal/queryParser.ts"
import * as Printer from "./internal/queryPrinter.ts"
import type { Node } from "./QueryNode.ts"

/**
 * A query. All nodes must match.
 *
 * @category models
 * @since 0.1.0
 */
export interface Query {
  readonly nodes: ReadonlyArray<Node>
}

/**
 * A part of the query that the parser read literally or omitted. There is at most one warning per kind. `text` is the
 * first occurrence (up to 40 characters of the query).
 *
 * @category models
 * @since 0.1.0
 */
export interface Warning {
  readonly code:
    | "unterminated-quote"
    | "empty-phrase"
    | "operator-without-value"
    | "invalid-operator-value"
    | "unbalanced-paren"
    | "too-deep"
    | "excluded-number"
    | "option-of-command"
    | "pasted-operator"
  readonly text: string
}

/**
 * The result of {@link parse}.
 *
 * @category models
 * @since 0.1.0
 */
export interface Parsed {
  readonly query: Query
  readonly warnings: ReadonlyArray<Warning>
}

/**
 * Returns a query of the given nodes.
 *
 * **Example** (A query from its parts)
 *
 * ```ts
 * import { Query } from "@dunlin/query-operators"
 *
 * const { query } = Query.parse("waders -gulls")
 * const narrowed: Query.Query = Query.make([...query.nodes, ...Query.parse("site:example.com").query.nodes])
 * console.log(Query.print(narrowed)) // waders -gulls site:example.com
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (nodes: ReadonlyArray<Node>): Query => ({ nodes })

/**
 * Parses a query.
 *
 * **Details**
 *
 * Never throws, whatever the text is, and takes time linear in its length. Operators: `"exact"`, `-`, `site:`,
 * `filetype:`/`ext:`, `inurl:`, `allinurl:`, `intitle:`, `allintitle:`, `intext:`, `related:`, `imagesize:`, `larger:`,
 * `before:`, `after:`, `OR`/`|`, `AND` and parentheses. Anything else that looks like an operator (`10:30`,
 * `std::vector`, an address) is a word; an operator with an unusable value is a word too, with a warning. A number with a
 * unit behind a hyphen, as in `-5 °C`, is one below zero; other short ones are excluded, with a warning. The
 * arguments of a call, such as `translate(-50%, -50%)`, are not excluded, and neither are the options of a command that
 * the query begins with, such as `tar -xzf`; a warning says so. In pasted text, such as an error line, a log line, JSON
 * or SQL, quotation marks, `OR`, `AND` and `NOT` have no meaning; `()` at the end of a query restores it.
 *
 * **Example** (Words, phrases and operators)
 *
 * ```ts
 * import { Query } from "@dunlin/query-operators"
 *
 * const { query, warnings }: Query.Parsed = Query.parse("\"hind toe\" -gull filetype:pdf")
 * console.log(query.nodes.map((node) => node._tag)) // [ 'Phrase', 'Word', 'Operator' ]
 * console.log(warnings) // []
 * ```
 *
 * @category parsing
 * @since 0.1.0
 */
export const parse = (text: string): Parsed => {
  const { nodes, warnings } = Parser.parse(text)
  return {
    query: { nodes },
    warnings: warnings.size === 0 ? [] : Array.from(warnings, ([code, text]) => ({ code, text }))
  }
}

/**
 * Writes a query in canonical form. Parsing the result gives an equal query.
 *
 * **Example** (In canonical form)
 *
 * ```ts
 * import { Query } from "@dunlin/query-operators"
 *
 * console.log(Query.print(Query.parse("  EXT:PDF   waders | gulls ").query)) // filetype:pdf waders OR gulls
 * ```
 *
 * @category printing
 * @since 0.1.0
 */
export const print = (query: Query): string => Printer.print(query.nodes)

/**
 * Returns one sentence that explains a warning, for the `warning` field of a response.
 *
 * **Example** (Describe a warning)
 *
 * ```ts
 * import { Query } from "@dunlin/query-operators"
 *
 * const { warnings } = Query.parse("waders site:")
 * const [first]: ReadonlyArray<Query.Warning> = warnings
 * console.log(first && Query.describe(first)) // The operator "site:" has no value and was searched as a word.
 * ```
 *
 * @category printing
 * @since 0.1.0
 */
export const describe = (warning: Warning): string => {
  switch (warning.code) {
    case "unterminated-quote":
      return `The quotation mark at ${JSON.stringify(warning.text)} has no closing mark and was ignored.`
    case "empty-phrase":
      return "Empty quotation marks were ignored."
    case "operator-without-value":
      return `The operator ${JSON.stringify(warning.text)} has no value and was searched as a word.`
    case "invalid-operator-value":
      return `The value in ${JSON.stringify(warning.text)} is not valid; it was searched as a word.`
    case "unbalanced-paren":
      return "A parenthesis has no closing one and was ignored."
    case "too-deep":
      return "Parentheses nested deeper than 32 were ignored."
    case "excluded-number":
      return `${JSON.stringify(warning.text)} was read as an exclusion; to search for it, put it in quotation marks.`
    case "option-of-command":
      return `${JSON.stringify(warning.text)} was read as a command's option; to exclude a word, write NOT before it.`
    case "pasted-operator":
      return `The query looks pasted, so ${JSON.stringify(warning.text)} was searched as words; to apply quotation ` +
        "marks and operators, end the query with \"()\"."
  }
}
