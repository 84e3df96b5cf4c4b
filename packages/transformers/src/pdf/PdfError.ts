/**
 * Declares the error of a PDF engine, with its reasons. Re-exports `@dunlin/pdf`.
 *
 * @since 0.1.0
 */
export * from "@dunlin/pdf/PdfError"
