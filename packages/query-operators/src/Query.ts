/**
 * Search queries as people write them: read into nodes, and printed back.
 *
 * @since 0.1.0
 */
export * from "@dunlin/text/Query"
