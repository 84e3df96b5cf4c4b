/**
 * The product of a shop page. The module of `@dunlin/html`.
 *
 * @since 0.1.0
 */
export * from "@dunlin/html/Product"
