/**
 * The passages of a text that answer a query. The module of `@dunlin/text`.
 *
 * @since 0.1.0
 */
export * from "@dunlin/text/Passages"
