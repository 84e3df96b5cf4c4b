/**
 * Reads the words of a picture. The module of `@dunlin/pdf`.
 *
 * @since 0.1.0
 */
export * from "@dunlin/pdf/Ocr"
