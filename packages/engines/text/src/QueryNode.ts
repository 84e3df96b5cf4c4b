/**
 * Defines the nodes of a search query: words, phrases, operators and groups. Each may be negated.
 *
 * @since 0.1.0
 */

/**
 * A single search term, as the user wrote it (NFC, never empty).
 *
 * @category models
 * @since 0.1.0
 */
export interface Word {
  readonly _tag: "Word"
  readonly value: string
  readonly negated: boolean
  /**
   * Whether an `AND` is next to the node. The node is then required, although words otherwise only affect the ranking.
   */
  readonly required?: true
}

/**
 * A text that must appear exactly. White space inside is collapsed, and it never contains a quotation mark.
 *
 * @category models
 * @since 0.1.0
 */
export interface Phrase {
  readonly _tag: "Phrase"
  readonly value: string
  readonly negated: boolean
}

/**
 * The URL in an operator. The host is in lower-case ASCII: IDNs as punycode, IPv6 addresses in brackets, without a
 * leading `*.`, with the port if there is one. The path starts with `/` and has no trailing one, or is `""`.
 *
 * @category models
 * @since 0.1.0
 */
export interface HostTarget {
  readonly host: string
  readonly path: string
}

/**
 * Pixel dimensions, each 1 to 999999.
 *
 * @category models
 * @since 0.1.0
 */
export interface ImageSize {
  readonly width: number
  readonly height: number
}

/**
 * The operators `site:` and `related:`.
 *
 * @category models
 * @since 0.1.0
 */
export interface HostOperator {
  readonly _tag: "Operator"
  readonly name: "site" | "related"
  readonly value: HostTarget
  readonly negated: boolean
}

/**
 * Operators with one string: `filetype:` (an extension in lower case, also written `ext:`), `inurl:`, `intitle:`,
 * `intext:`, `before:` and `after:` (a date as `YYYY-MM-DD`).
 *
 * @category models
 * @since 0.1.0
 */
export interface TextOperator {
  readonly _tag: "Operator"
  readonly name: "filetype" | "inurl" | "intitle" | "intext" | "before" | "after"
  readonly value: string
  readonly negated: boolean
}

/**
 * The operators `allinurl:` and `allintitle:`. They include every following word or phrase without negation (at least
 * one).
 *
 * @category models
 * @since 0.1.0
 */
export interface ListOperator {
  readonly _tag: "Operator"
  readonly name: "allinurl" | "allintitle"
  readonly value: ReadonlyArray<string>
  readonly negated: boolean
}

/**
 * The operators `imagesize:` (exactly) and `larger:` (more than, in both dimensions).
 *
 * @category models
 * @since 0.1.0
 */
export interface SizeOperator {
  readonly _tag: "Operator"
  readonly name: "imagesize" | "larger"
  readonly value: ImageSize
  readonly negated: boolean
}

/**
 * An operator with its decoded value.
 *
 * @category models
 * @since 0.1.0
 */
export type Operator = HostOperator | TextOperator | ListOperator | SizeOperator

/**
 * The name of an operator. `ext:` becomes `filetype`.
 *
 * @category models
 * @since 0.1.0
 */
export type OperatorName = Operator["name"]

/**
 * Two or more alternatives.
 *
 * @category models
 * @since 0.1.0
 */
export interface Or {
  readonly _tag: "Or"
  readonly items: ReadonlyArray<Node>
  readonly negated: boolean
}

/**
 * A parenthesised sequence of two or more items, which must all match.
 *
 * @category models
 * @since 0.1.0
 */
export interface And {
  readonly _tag: "And"
  readonly items: ReadonlyArray<Node>
  readonly negated: boolean
  /**
   * Whether an `AND` is next to the group. Every item is then required, although words otherwise only affect the
   * ranking.
   */
  readonly required?: true
}

/**
 * Any part of a query. Groups are nested at most 32 levels deep.
 *
 * @category models
 * @since 0.1.0
 */
export type Node = Word | Phrase | Operator | Or | And

/**
 * Makes a word.
 *
 * @category constructors
 * @since 0.1.0
 */
export const word = (value: string, negated = false): Word => ({ _tag: "Word", value, negated })

/**
 * Makes a phrase.
 *
 * @category constructors
 * @since 0.1.0
 */
export const phrase = (value: string, negated = false): Phrase => ({ _tag: "Phrase", value, negated })

/**
 * Makes a `site:` operator from a host in canonical form (see {@link HostTarget}).
 *
 * @category constructors
 * @since 0.1.0
 */
export const site = (host: string, options?: { readonly path?: string; readonly negated?: boolean }): HostOperator => ({
  _tag: "Operator",
  name: "site",
  value: { host, path: options?.path ?? "" },
  negated: options?.negated ?? false
})

/**
 * Makes an operator with one string value.
 *
 * @category constructors
 * @since 0.1.0
 */
export const text = (name: TextOperator["name"], value: string, negated = false): TextOperator => ({
  _tag: "Operator",
  name,
  value,
  negated
})

/**
 * Makes a group of alternatives. A single alternative is returned unchanged.
 *
 * @category constructors
 * @since 0.1.0
 */
export const or = (first: Node, ...rest: ReadonlyArray<Node>): Node =>
  rest.length === 0 ? first : { _tag: "Or", items: [first, ...rest], negated: false }

/**
 * Makes a group whose items must all match. A single item is returned unchanged.
 *
 * @category constructors
 * @since 0.1.0
 */
export const and = (first: Node, ...rest: ReadonlyArray<Node>): Node =>
  rest.length === 0 ? first : { _tag: "And", items: [first, ...rest], negated: false }

/**
 * Returns the node with the opposite sign: negated or not negated.
 *
 * @category combinators
 * @since 0.1.0
 */
export const negate = (node: Node): Node => ({ ...node, negated: !node.negated })

const plus = /^\+(?=\p{L})/u

/**
 * Normalizes a required word: `+word` becomes a required `word`, as in search engines. Other nodes stay unchanged. In
 * `+49` the sign is part of the word.
 *
 * **Example** (Require a word with a plus)
 *
 * ```ts
 * import { Query, QueryNode } from "@dunlin/query-operators"
 *
 * const { query } = Query.parse("+tide tables")
 * console.log(query.nodes.map(QueryNode.demanded).map((node) => node._tag === "Word" && node.required === true))
 * // [ true, false ]
 * ```
 *
 * @category combinators
 * @since 0.2.0
 */
export const demanded = (node: Node): Node =>
  node._tag === "Word" && !node.negated && plus.test(node.value)
    ? { ...node, value: node.value.slice(1), required: true }
    : node
