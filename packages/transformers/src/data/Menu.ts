/**
 * Reads the menu of a restaurant. Re-exports `@dunlin/html`.
 *
 * @since 0.1.0
 */
export * from "@dunlin/html/Menu"
