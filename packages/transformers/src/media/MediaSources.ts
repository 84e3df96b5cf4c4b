/**
 * Addresses of sound and video that a page names. The module of `@dunlin/html`.
 *
 * @since 0.1.0
 */
export * from "@dunlin/html/MediaSources"
