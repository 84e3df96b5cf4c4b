/**
 * Reads the product of a shop page. Re-exports `@dunlin/html`.
 *
 * @since 0.1.0
 */
export * from "@dunlin/html/Product"
