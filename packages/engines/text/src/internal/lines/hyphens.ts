/** Decides whether a hyphen at a line end belongs to its word or only divides it. */

const SOFT_HYPHEN = 0xad
const HYPHEN_OF_UNICODE = 0x2010
const HYPHEN_MINUS = 0x2d

/** Characters of a text that are searched for the spelling of a word. */
const READ_OF_TEXT = 2_000_000

/** Beginnings that words keep apart with a hyphen. */
const prefixes =
  /^(?:non|self|well|pre|post|anti|co|re|ex|half|semi|multi|cross|all|quasi|high|low|long|short|full|so|e|x)$/i

export interface Joint {
  /** Behind what is kept of the line before. */
  readonly end: number
  readonly hasSpace: boolean
}

export interface Hyphens {
  /** How a line that ends at `end` goes on at `next`; `from` is where it may begin at the earliest. */
  readonly joint: (from: number, end: number, next: number) => Joint
}

const isLetterOrDigit = /[\p{L}\p{N}]/u

export const hyphens = (source: string): Hyphens => {
  let words: ReadonlySet<string> | undefined
  const known = (word: string): boolean => {
    words ??= new Set(source.slice(0, READ_OF_TEXT).match(/[\p{L}\p{M}\p{N}]+(?:-[\p{L}\p{M}\p{N}]+)*/gu))
    return words.has(word)
  }
  return {
    joint: (from, end, next) => {
      const last = source.charCodeAt(end - 1)
      const isHyphen = last === HYPHEN_MINUS || last === HYPHEN_OF_UNICODE || last === SOFT_HYPHEN
      if (
        !isHyphen || end - 2 < from || !isLetterOrDigit.test(source[end - 2]!) || !isLetterOrDigit.test(source[next]!)
      ) {
        return { end, hasSpace: true }
      }
      if (last !== HYPHEN_MINUS) return { end: end - 1, hasSpace: false }
      const before = /[\p{L}\p{M}\p{N}-]+$/u.exec(source.slice(Math.max(from, end - 60), end - 1))?.[0] ?? ""
      const after = /^[\p{L}\p{M}\p{N}]+/u.exec(source.slice(next, next + 60))?.[0] ?? ""
      // "end-to-" and "RFC-" keep theirs.
      const isCompound = before.includes("-") || /[\p{Lu}\p{N}]$/u.test(before) || !/^\p{Ll}/u.test(after) ||
        known(`${before}-${after}`) && !known(`${before}${after}`) || prefixes.test(before)
      return isCompound ? { end, hasSpace: false } : { end: end - 1, hasSpace: false }
    }
  }
}
