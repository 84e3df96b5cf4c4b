/**
 * Defines the kinds of documents, and the ids of passages and blocks. The file has no imports, because browsers load
 * it, too.
 */

/** Pages are 0 and pictures 1. Each kind has separate segments. */
export type Kind = 0 | 1

/** Factor of a page's id in the ids of its passages. A million characters have fewer passages. */
export const PASSAGES_PER_PAGE = 4096

/** Factor of a segment's id in the ids of its blocks. */
export const BLOCKS_PER_SEGMENT = 1 << 20
