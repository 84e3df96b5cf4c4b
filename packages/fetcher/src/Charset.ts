/**
 * Decodes the bytes of a page into text: the decoder of `@dunlin/schema`.
 *
 * @since 0.1.0
 */
export * from "@dunlin/text/Charset"
