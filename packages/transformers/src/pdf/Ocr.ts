/**
 * Reads the words of an image. Re-exports `@dunlin/pdf`.
 *
 * @since 0.1.0
 */
export * from "@dunlin/pdf/Ocr"
