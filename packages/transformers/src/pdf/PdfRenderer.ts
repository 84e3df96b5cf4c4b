/**
 * Renders pages of a PDF as images. Re-exports `@dunlin/pdf`.
 *
 * @since 0.1.0
 */
export * from "@dunlin/pdf/PdfRenderer"
