/** Kinds of documents, and the ids of passages and blocks. A file without imports: browsers load it, too. */

/** Pages are 0, and pictures 1. Each kind has its own segments. */
export type Kind = 0 | 1

/** The id of a passage is the id of its page times this number, plus its position. A million characters need fewer. */
export const PASSAGES_PER_PAGE = 4096

/** The id of a block is the id of its segment times this number, plus its position. */
export const BLOCKS_PER_SEGMENT = 1 << 20
