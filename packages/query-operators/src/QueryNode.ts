/**
 * Defines the nodes of a search query: words, phrases, operators and groups. Each may be negated.
 *
 * @since 0.1.0
 */
export * from "@dunlin/text/QueryNode"
