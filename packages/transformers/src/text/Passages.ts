/**
 * Finds the passages of a text that answer a query. Re-exports `@dunlin/text`.
 *
 * @since 0.1.0
 */
export * from "@dunlin/text/Passages"
