/** Where a text is cut so that its beginning fits into a budget. */
import type { Counter } from "../../Tokens.ts"
import { segmentsOf } from "../passages/sentences.ts"
import { type Block, blocksOf } from "./marked.ts"

/** Blocks that were counted one by one are counted together at the end; this often at most, each time without the last. */
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

/** The end of the longest piece of `text` from `from` on that has at most `maxTokens` tokens; at least one character. */
export const cut = (text: string, from: number, maxTokens: number, count: Counter): number => {
  const blocks = blocksOf(text)
  const first = lastOf(blocks, from)
  const ends: Array<number> = []
  let sum = 0
  let at = from
  for (let i = first; i < blocks.length; i++) {
    // What follows a block up to the next belongs to it, so that the pieces of a text make up the whole.
    const end = blocks[i + 1]?.start ?? text.length
    if (end - at > maxTokens * longestToken) break
    sum += count(text.slice(at, end))
    if (sum > maxTokens) break
    // A heading alone at the end says nothing.
    if (blocks[i]!.kind !== "heading" || i === blocks.length - 1) ends.push(end)
    at = end
  }
  if (first >= blocks.length) return text.length
  const tokens = (end: number) => count(text.slice(from, end))
  while (ends.length > 0 && tokens(ends.at(-1)!) > maxTokens) ends.pop()
  const whole = ends.at(-1)
  if (whole !== undefined && (whole === text.length || tokens(whole) >= maxTokens * leastFilled)) return whole
  return intoText(text, blocks, { from, at: whole ?? from, maxTokens, tokens })
    ?? whole
    ?? within(text, from, blocks[first]!, maxTokens, count)
}

/** Share of the budget below which a piece goes on into what follows it rather than to end where a block does. */
const leastFilled = 0.5

/**
 * The end, behind a sentence or else a word, of as much as fits of the text from `at` on, with the headings above it.
 * `undefined` when none of it fits, or when code or a table follows: these are cut only where they have to be.
 */
const intoText = (
  text: string,
  blocks: ReadonlyArray<Block>,
  { at, from, maxTokens, tokens }: {
    readonly from: number
    readonly at: number
    readonly maxTokens: number
    readonly tokens: (end: number) => number
  }
): number | undefined => {
  let next = lastOf(blocks, at)
  while (blocks[next]?.kind === "heading") next++
  const block = blocks[next]
  if (block?.kind !== "text") return undefined
  const start = Math.max(at, block.start)
  if (start - from > maxTokens * longestToken) return undefined
  const line = text.slice(start, Math.min(block.end, start + maxTokens * usualToken))
  const fits = (length: number) => tokens(start + length) <= maxTokens
  const sentence = longest(segmentsOf(line).map(({ index, segment }) => index + segment.length), fits)
  if (sentence !== undefined && tokens(start + sentence) >= maxTokens * leastFilled) return start + sentence
  const word = longest([...line.matchAll(/\s+/g)].map(({ 0: space, index }) => index + space.length), fits)
  return word === undefined ? undefined : start + word
}

/** Characters of the longest token that is worth counting with. */
const longestToken = 128
/** Characters of a token in what is hard to cut; where tokens are longer, a piece is shorter than it could be. */
const usualToken = 12

/** Cuts a block that is too long as a whole: after a line, a sentence, a word, or wherever it has to be. */
const within = (text: string, from: number, block: Block, maxTokens: number, count: Counter): number => {
  const most = Math.min(text.length, from + maxTokens * usualToken)
  const piece = text.slice(from, most)
  const fits = (length: number) => count(piece.slice(0, length)) <= maxTokens
  const lines = [...piece.matchAll(/\n/g)].map(({ index }) => index + 1)
  const line = block.kind === "text" ? piece.slice(0, lines[0] ?? piece.length) : ""
  const sentences = block.kind === "text" ? segmentsOf(line).map(({ index, segment }) => index + segment.length) : []
  const words = () => [...piece.matchAll(/\s+/g)].map(({ 0: space, index }) => index + space.length)
  const found = longest(lines, fits) ?? longest(sentences, fits) ?? longest(words(), fits)
    ?? longest(Array.from({ length: piece.length }, (_, at) => at + 1), fits) ?? 1
  const low = piece.charCodeAt(found)
  // Never half of a surrogate pair.
  const isHalf = low >= 0xdc00 && low <= 0xdfff
  return from + (isHalf ? (found > 1 ? found - 1 : found + 1) : found)
}

/** The last of these lengths, which grow, that fits. */
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
