/**
 * Renders pages of a PDF as pictures. The module of `@dunlin/pdf`.
 *
 * @since 0.1.0
 */
export * from "@dunlin/pdf/PdfRenderer"
