/**
 * Converts a PDF to Markdown. Re-exports `@dunlin/pdf`.
 *
 * @since 0.1.0
 */
export * from "@dunlin/pdf/PdfEngine"
