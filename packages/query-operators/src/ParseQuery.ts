/**
 * Parses queries as users type them.
 *
 * @since 0.1.0
 */
import * as InvalidOptions from "@dunlin/schema/InvalidOptions"
import * as Query from "@dunlin/text/Query"
import * as Schema from "effect/Schema"

const Input = Schema.Struct({ query: Schema.String })

/**
 * Parses a query with its operators; every string is a valid query. Throws `InvalidOptions` for other values.
 *
 * **Example** (Parse a typed query)
 *
 * ```ts
 * import { parseQuery } from "@dunlin/query-operators"
 *
 * const { query, warnings } = parseQuery("waders -gulls \"hind toe")
 * console.log(query.nodes.length, warnings.map(({ code }) => code)) // 4 [ 'unterminated-quote' ]
 * ```
 *
 * @category conversions
 * @since 0.1.0
 */
export const parseQuery = (query: string): Query.Parsed =>
  Query.parse(InvalidOptions.read("parseQuery", Input, { query }).query)
