/**
 * Search queries: parsed into nodes, and printed back.
 *
 * @since 0.1.0
 */
export * from "@dunlin/text/Query"
