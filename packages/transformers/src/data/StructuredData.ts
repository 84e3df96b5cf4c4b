/**
 * Reads JSON-LD, microdata and RDFa as plain values. Re-exports `@dunlin/html`.
 *
 * @since 0.1.0
 */
export * from "@dunlin/html/StructuredData"
