/**
 * The best passages of some pages, within a number of tokens. The module of `@dunlin/text`.
 *
 * @since 0.1.0
 */
export * from "@dunlin/text/Budget"
