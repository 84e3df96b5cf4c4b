/** Decides whether a hyphen at the end of a line belongs to its word or only splits it. */

import * as Unit from "../../Unit.ts"
import * as Letters from "../letters.ts"

const SOFT_HYPHEN = 0xad
const HYPHEN_OF_UNICODE = 0x2010

const READ_OF_TEXT = 2_000_000

const prefixes =
  /^(?:non|self|well|pre|post|anti|co|re|ex|half|semi|multi|cross|all|quasi|high|low|long|short|full|so|e|x)$/i

export interface Joint {
  readonly end: number
  readonly hasSpace: boolean
}

export interface Hyphens {
  /** `from` is the earliest start of the line's last word. */
  readonly joint: (from: number, end: number, next: number) => Joint
}

const isLetterOrDigit = /[\p{L}\p{N}]/u

const hyphenated = (text: string): ReadonlySet<string> => {
  const found = new Set<string>()
  for (let at = text.indexOf("-"); at >= 0; at = text.indexOf("-", at + 1)) {
    if (!Letters.isWordUnit(text.charCodeAt(at - 1)) || !Letters.isWordUnit(text.charCodeAt(at + 1))) continue
    found.add(`${Letters.wordBefore(text, at)}-${Letters.wordAt(text, at + 1)}`)
  }
  return found
}

export const hyphens = (source: string): Hyphens => {
  let words: ReadonlySet<string> | undefined
  const isWritten = (word: string): boolean => {
    words ??= hyphenated(source.slice(0, READ_OF_TEXT))
    return words.has(word)
  }
  return {
    joint: (from, end, next) => {
      const last = source.charCodeAt(end - 1)
      const isHyphen = last === Unit.HYPHEN || last === HYPHEN_OF_UNICODE || last === SOFT_HYPHEN
      if (
        !isHyphen || end - 2 < from || !isLetterOrDigit.test(source[end - 2]!) || !isLetterOrDigit.test(source[next]!)
      ) {
        return { end, hasSpace: true }
      }
      if (last !== Unit.HYPHEN) return { end: end - 1, hasSpace: false }
      const before = Letters.wordBefore(source.slice(from, end - 1), end - 1 - from)
      const after = /^[^-]*/.exec(Letters.wordAt(source, next))![0]
      // "end-to-" and "RFC-" keep their hyphens.
      const isCompound = before.includes("-") || /[\p{Lu}\p{N}]$/u.test(before) || !/^\p{Ll}/u.test(after) ||
        isWritten(`${before}-${after}`) || prefixes.test(before)
      return isCompound ? { end, hasSpace: false } : { end: end - 1, hasSpace: false }
    }
  }
}
