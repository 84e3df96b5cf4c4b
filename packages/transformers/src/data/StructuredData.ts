/**
 * JSON-LD, microdata and RDFa as plain values. The module of `@dunlin/html`.
 *
 * @since 0.1.0
 */
export * from "@dunlin/html/StructuredData"
