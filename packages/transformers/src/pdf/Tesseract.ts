/**
 * Reads pictures by the program `tesseract`. The module of `@dunlin/pdf`.
 *
 * @since 0.1.0
 */
export * from "@dunlin/pdf/Tesseract"
