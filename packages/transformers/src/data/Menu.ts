/**
 * The menu of a restaurant. The module of `@dunlin/html`.
 *
 * @since 0.1.0
 */
export * from "@dunlin/html/Menu"
