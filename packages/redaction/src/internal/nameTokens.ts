/**
 * Capitalised words, and whether neighbours belong to one name.
 *
 * @since 0.1.0
 */
import { classes, LETTER } from "./classes.ts"
import * as Words from "./nameWords.ts"
import type { Scan } from "./scan.ts"

/** Takes a finding: start, end, score and the rule that found it. */
export type Add = (start: number, end: number, score: number, reason: string) => void

const particleGap =
  /^ (?:(?:de|da|do|dos|das|van|von|der|den|del|della|di|la|le|el|al|bin|bint|ibn|ben|ter|ten|y|e|zu|zum|af|av|du|des|dela|d['’]|st\.) ?){1,3}$/
export const suffixName = /^(?:II|III|IV|JR|SR|Jr|Sr)$/

/** The word before a position and what stands between, looked for in a small window. */
export const wordBefore = (text: string, start: number): readonly [string, string] => {
  const table = classes()
  let end = start
  while (end > 0 && start - end < 9) {
    const code = text.charCodeAt(end - 1)
    if (
      code === 32 || code === 10 || code === 34 || code === 39 || code === 42 || code === 95 || code === 58 ||
      code === 44 || code === 46 || code === 124 || code === 61 || code === 45 || code === 96 || code === 9 ||
      code === 91
    ) end--
    else break
  }
  if (end === start) return ["", ""]
  let from = end
  while (from > 0 && end - from < 14) {
    const code = text.charCodeAt(from - 1)
    if ((table[code]! & LETTER) === 0 && code !== 39) break
    from--
  }
  return [text.slice(from, end).toLowerCase(), text.slice(end, start)]
}

const weakCue =
  /^(?:is|am|user|to|from|by|contact|president|director|officer|judge|host|model|partner|von|par|por|di|af|av|ft|vs|door|e|student)$/

export const isCue = (text: string, start: number, word: string, gap: string): boolean => {
  if (!Words.cueWords.has(word)) return false
  if (/\n\s*\n|[.]\s/.test(gap) && !Words.titles.has(word)) return false
  if (!weakCue.test(word)) return true
  const lead = text.slice(Math.max(0, start - 18), start)
  if (word === "is") return /(?:name|this|here|he|she) is\W*$/i.test(lead)
  if (word === "am") return /\bi am\W*$/i.test(lead)
  return word === "user" || word === "host" ? /:/.test(gap) : word.length > 2 || word === "to" || word === "by"
}

/** One capitalised word. */
export type Token = {
  readonly start: number
  readonly end: number
  readonly word: string
  readonly dotted: boolean
  readonly facts: number
}

/** Tokens of the capitalised words, with a point behind them noted. */
export const tokensOf = (scan: Scan): Array<Token> => {
  const { capitals, text } = scan
  const tokens: Array<Token> = []
  for (let i = 0; i < capitals.length; i += 2) {
    const start = capitals[i]!
    const end = capitals[i + 1]!
    if (end - start > 40) continue
    const word = text.slice(start, end)
    tokens.push({ start, end, word, dotted: text.charCodeAt(end) === 46, facts: Words.factsOf(word) })
  }
  return tokens
}

export const isInitial = (token: Token): boolean => token.end - token.start === 1

/** Whether two tokens belong to one name by what stands between them. */
export const joined = (text: string, left: Token, right: Token): boolean => {
  const from = left.dotted ? left.end + 1 : left.end
  const length = right.start - from
  if (length === 0) return left.dotted && isInitial(left)
  if (length === 1) return text.charCodeAt(from) === 32
  if (length > 16) return false
  const gap = text.slice(from, right.start)
  return gap === "** " || gap === "_ " || gap === "* " || gap === "__ " || gap === " **" || gap === " \"" ||
    gap === "\" " || gap === " “" || gap === "” " ||
    !left.dotted && particleGap.test(gap)
}

export const nameEnd = (text: string, token: Token): number => {
  let end = token.end
  if (token.dotted && suffixName.test(token.word)) end++
  if (/['’]s$/.test(text.slice(token.start, end))) end -= 2
  return end
}
