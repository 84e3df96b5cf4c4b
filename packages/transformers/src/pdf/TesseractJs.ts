/**
 * Reads pictures by tesseract.js. The module of `@dunlin/pdf`.
 *
 * @since 0.1.0
 */
export * from "@dunlin/pdf/TesseractJs"
