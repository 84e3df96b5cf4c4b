/**
 * Whether a text contains a phrase exactly as it is written.
 *
 * @since 0.2.0
 */
export * from "@dunlin/text/Exact"
