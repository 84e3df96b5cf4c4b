/**
 * Declares a parsed PDF: Markdown as a whole and per page. Re-exports `@dunlin/pdf`.
 *
 * @since 0.1.0
 */
export * from "@dunlin/pdf/PdfDocument"
