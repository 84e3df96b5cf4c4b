/**
 * HTML: one parse, and pure functions that read every format from it. The module of `@dunlin/html`.
 *
 * @since 0.1.0
 */
export * from "@dunlin/html/Html"
