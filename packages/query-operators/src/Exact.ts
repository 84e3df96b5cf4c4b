/**
 * Checks whether a text contains a phrase exactly.
 *
 * @since 0.2.0
 */
export * from "@dunlin/text/Exact"
