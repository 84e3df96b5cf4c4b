/**
 * Defines the kinds of documents, and the ids of passages and blocks. The file has no imports, because browsers load
 * it, too.
 */

/** Pages are 0 and pictures 1. Each kind has separate segments. */
export type Kind = 0 | 1

/**
 * A passage's id is the id of its page times this number, plus its position. A million characters have fewer
 * passages.
 */
export const PASSAGES_PER_PAGE = 4096

/** A block's id is the id of its segment times this number, plus its position. */
export const BLOCKS_PER_SEGMENT = 1 << 20
