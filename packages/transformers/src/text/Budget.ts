/**
 * Selects the best passages of several pages within a token limit. Re-exports `@dunlin/text`.
 *
 * @since 0.1.0
 */
export * from "@dunlin/text/Budget"
