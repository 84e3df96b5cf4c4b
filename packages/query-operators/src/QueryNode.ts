/**
 * The nodes of a search query: words, phrases, operators and groups, each of which may be negated.
 *
 * @since 0.1.0
 */
export * from "@dunlin/text/QueryNode"
