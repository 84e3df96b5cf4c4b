import type { Counter } from "../../Tokens.ts"
import { type Block, blocksOf } from "./marked.ts"

const lastOf = (blocks: ReadonlyArray<Block>, from: number): number => {
  let low = 0
  let high = blocks.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (blocks[middle]!.end <= from) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Returns the end of the piece that starts at `from`. It has at most `maxTokens` tokens, but at least one character.
 * Blocks are counted individually, and the piece once more at the end, because token counts are not additive.
 */
export const cut = (text: string, from: number, maxTokens: number, count: Counter): number => {
  const blocks = blocksOf(text)
  const first = lastOf(blocks, from)
  if (first >= blocks.length) return text.length
  const ends: Array<{ readonly end: number; readonly isParagraph: boolean }> = []
  let sum = 0
  let at = from
  for (let i = first; i < blocks.length; i++) {
    // The blank lines after a block belong to the block, so that the pieces together are the whole text.
    const end = blocks[i + 1]?.start ?? text.length
    if (end - at > maxTokens * MAX_CHARACTERS_OF_TOKEN) break
    sum += count(text.slice(at, end))
    if (sum > maxTokens) break
    if (isGoodEnd(blocks, i)) ends.push({ end, isParagraph: blocks[i + 1]?.paragraph !== blocks[i]!.paragraph })
    at = end
  }
  const tokens = (end: number) => count(text.slice(from, end))
  while (ends.length > 0 && tokens(ends.at(-1)!.end) > maxTokens) ends.pop()
  const last = ends.at(-1)?.end
  if (last === undefined) {
    return within(
      text,
      from,
      blocks.slice(first).find(({ kind }) => kind !== "heading"),
      maxTokens,
      count
    )
  }
  const next = blocks.slice(lastOf(blocks, last)).find(({ kind }) => kind !== "heading")
  if (tokens(last) < maxTokens * MIN_FILLED_SHARE && isEndless(text, next, maxTokens, count)) {
    return Math.max(last, within(text, from, next, maxTokens, count))
  }
  const paragraph = ends.findLast(({ isParagraph }) => isParagraph)?.end
  return last < text.length && paragraph !== undefined && tokens(paragraph) >= maxTokens * MIN_FILLED_SHARE
    ? paragraph
    : last
}

/** Share from which a filled piece ends at a paragraph and not at a later sentence. */
const MIN_FILLED_SHARE = 0.5

/** Returns whether a block is longer than any piece. It must be cut anyway, so it may start in the current piece. */
const isEndless = (text: string, block: Block | undefined, maxTokens: number, count: Counter): boolean =>
  block?.kind === "text" &&
  count(text.slice(block.start, Math.min(block.end, block.start + maxTokens * MAX_CHARACTERS_OF_USUAL_TOKEN))) >
    maxTokens

/**
 * Returns whether a piece may end with a block. A heading at the end is useless. An introductory line at the end is
 * misleading, and so is a sentence without the one that limits it.
 */
const isGoodEnd = (blocks: ReadonlyArray<Block>, i: number): boolean => {
  const next = blocks[i + 1]
  return next === undefined || blocks[i]!.kind !== "heading" && next.lead !== i && !next.isLimiting
}

const MAX_CHARACTERS_OF_TOKEN = 128
/** Assumed maximum length of a token. If tokens are longer, a piece is shorter than necessary. */
const MAX_CHARACTERS_OF_USUAL_TOKEN = 12

/**
 * Returns where a block is cut: code and tables after a line, other blocks after a word. If neither exists, the cut
 * is at any character.
 */
const within = (text: string, from: number, block: Block | undefined, maxTokens: number, count: Counter): number => {
  const most = Math.min(text.length, from + maxTokens * MAX_CHARACTERS_OF_USUAL_TOKEN)
  const piece = text.slice(from, most)
  const fits = (length: number) => count(piece.slice(0, length)) <= maxTokens
  const after = (sign: RegExp) => [...piece.matchAll(sign)].map(({ 0: found, index }) => index + found.length)
  const lines = block?.kind === "text" ? [] : after(/\n/g)
  const found = longest(lines, fits) ?? longest(after(/\s+/g), fits)
    ?? longest(Array.from({ length: piece.length }, (_, at) => at + 1), fits) ?? 1
  const low = piece.charCodeAt(found)
  // A surrogate pair must not be split.
  const isHalf = low >= 0xdc00 && low <= 0xdfff
  return from + (isHalf ? (found > 1 ? found - 1 : found + 1) : found)
}

const longest = (lengths: ReadonlyArray<number>, fits: (length: number) => boolean): number | undefined => {
  let low = 0
  let high = lengths.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (fits(lengths[middle]!)) low = middle + 1
    else high = middle
  }
  return low === 0 ? undefined : lengths[low - 1]
}
