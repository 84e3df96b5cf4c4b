/**
 * A PDF after parsing: Markdown as a whole and page by page. The module of `@dunlin/pdf`.
 *
 * @since 0.1.0
 */
export * from "@dunlin/pdf/PdfDocument"
