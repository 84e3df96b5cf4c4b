/**
 * Finds the URLs of audio and video that a page names. Re-exports `@dunlin/html`.
 *
 * @since 0.1.0
 */
export * from "@dunlin/html/MediaSources"
