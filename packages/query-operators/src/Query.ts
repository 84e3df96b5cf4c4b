/**
 * Parses search queries into nodes, and prints them.
 *
 * @since 0.1.0
 */
export * from "@dunlin/text/Query"
