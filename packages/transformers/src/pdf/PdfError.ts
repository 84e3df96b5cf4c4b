/**
 * The error of a PDF engine, with its reasons. The module of `@dunlin/pdf`.
 *
 * @since 0.1.0
 */
export * from "@dunlin/pdf/PdfError"
