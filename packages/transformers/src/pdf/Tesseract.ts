/**
 * Reads images with the program `tesseract`. Re-exports `@dunlin/pdf`.
 *
 * @since 0.1.0
 */
export * from "@dunlin/pdf/Tesseract"
