/**
 * What a page of a shop sells. The module of `@dunlin/html`.
 *
 * @since 0.1.0
 */
export * from "@dunlin/html/Product"
