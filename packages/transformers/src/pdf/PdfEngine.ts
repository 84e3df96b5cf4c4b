/**
 * Turns the bytes of a PDF into Markdown. The module of `@dunlin/pdf`.
 *
 * @since 0.1.0
 */
export * from "@dunlin/pdf/PdfEngine"
