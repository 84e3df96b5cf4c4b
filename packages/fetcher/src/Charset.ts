/**
 * Decodes the bytes of a page into text. Re-exports the decoder of `@dunlin/text`.
 *
 * @since 0.1.0
 */
export * from "@dunlin/text/Charset"
