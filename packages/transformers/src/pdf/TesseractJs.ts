/**
 * Reads images with tesseract.js. Re-exports `@dunlin/pdf`.
 *
 * @since 0.1.0
 */
export * from "@dunlin/pdf/TesseractJs"
