/** Checks claims with their quotations. Only quotations that are on the page are kept. */
import type { Answer } from "@dunlin/pipeline/Answer"
import * as Quotation from "@dunlin/text/Quotation"

export interface Claim {
  readonly statement: string
  readonly quote: string
  readonly url: string
  readonly title: string
  readonly date?: string | undefined
  readonly start: number
  readonly end: number
}

export interface Noted {
  readonly statement: string
  readonly quote: string
  readonly source: number
}

/** Shorter quotations may occur on any page. */
const MIN_QUOTATION_CHARACTERS = 12
/** Longer quotations are whole pages. */
const MAX_QUOTATION_CHARACTERS = 1000
const MAX_STATEMENT_CHARACTERS = 1000

const plain = (text: string): { readonly text: string; readonly places: ReadonlyArray<number> } => {
  let out = ""
  const places: Array<number> = []
  let wasSpace = true
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!
    if (/[*_`\\]/.test(character)) continue
    const isSpace = /\s/.test(character)
    if (isSpace && wasSpace) continue
    out += isSpace ? " " : straight(character)
    places.push(at)
    wasSpace = isSpace
  }
  return { text: out, places }
}

const straight = (character: string): string =>
  /[“”„«»]/.test(character) ? "\"" : /[‘’‚]/.test(character) ? "'" : /[‐‑–—]/.test(character) ? "-" : character

/** Searches first in the source that the model named. */
const find = (answer: Answer, { quote, source }: Noted): Omit<Claim, "statement"> | undefined => {
  const wanted = plain(quote.replace(/^["'“”‘’\s]+|["'“”‘’\s]+$/g, "")).text.trim()
  if (
    wanted.length < MIN_QUOTATION_CHARACTERS || wanted.length > MAX_QUOTATION_CHARACTERS ||
    !/[\p{L}\p{N}]/u.test(wanted)
  ) return undefined
  const urls = [...new Set(answer.passages.map(({ url }) => url))]
  const named = urls[source - 1]
  const first = answer.passages.filter(({ url }) => url === named)
  for (const passage of [...first, ...answer.passages.filter(({ url }) => url !== named)]) {
    const verdict = Quotation.verify(wanted, passage.text)
    if (!verdict.isFound) continue
    const { from, to } = rangeOf(verdict)
    return {
      quote: passage.text.slice(from, to),
      url: passage.url,
      title: passage.title,
      ...(passage.date === undefined ? {} : { date: passage.date }),
      start: passage.start + from,
      end: passage.start + to
    }
  }
  return undefined
}

/** Extends a quotation to whole sentences, because a part may lack its negation. Very long sentences are not added. */
const rangeOf = ({ ranges, sentences }: Quotation.Found): { readonly from: number; readonly to: number } =>
  sentences.end - sentences.start <= MAX_QUOTATION_CHARACTERS
    ? { from: sentences.start, to: sentences.end }
    : { from: ranges[0]!.start, to: ranges.at(-1)!.end }

export const verified = (
  answer: Answer,
  notes: ReadonlyArray<Noted>
): { readonly claims: ReadonlyArray<Claim>; readonly dropped: number } => {
  const claims = notes.flatMap((noted): ReadonlyArray<Claim> => {
    const found = find(answer, noted)
    const statement = noted.statement.replace(/\s+/g, " ").trim()
    return found === undefined || statement === "" || statement.length > MAX_STATEMENT_CHARACTERS
      ? []
      : [{ statement, ...found }]
  })
  return { claims, dropped: notes.length - claims.length }
}

const quoted = /"([^"\n]{1,2000})"|“([^”\n]{1,2000})”|«([^»\n]{1,2000})»/g

export const quotesOnly = (text: string, claims: ReadonlyArray<Claim>): boolean => {
  const known = claims.map(({ quote }) => plain(quote).text)
  return [...text.matchAll(quoted)].every((match) => {
    const words = plain(match[1] ?? match[2] ?? match[3] ?? "").text.replace(/[.,;…]+$/, "").trim()
    return known.some((quote) => quote.includes(words))
  })
}
