/** Packs units into a token budget, and converts the included ones to passages. */
import type { Part, Passage } from "../../Budget.ts"
import type { Counter } from "../../Tokens.ts"
import * as Parts from "./pageParts.ts"
import type { Unit } from "./ranked.ts"
import { bodyOf, headerOf, sectionOf } from "./render.ts"

export interface Packed {
  readonly url: string
  readonly title: string
  readonly date?: string | undefined
  readonly text: string
  readonly parts?: ReadonlyArray<Part> | undefined
}

export interface Packing {
  readonly passages: ReadonlyArray<Passage>
  readonly text: string
  readonly tokens: number
  readonly groups: number
  readonly taken: ReadonlyArray<Unit>
}

const SEPARATOR_TOKENS = 2
const MAX_MISSES = 50

export interface Options {
  readonly maxTokens: number
  readonly count: Counter
  /** Whether the text has a numbered header for each page. */
  readonly hasHeaders: boolean
  /** Whether packing stops at the first unit that does not fit, so that a caller can request the rest. */
  readonly inOrder: boolean
}

export interface Order {
  readonly order: (isTaken: (unit: Unit) => boolean) => Iterable<Unit>
  readonly together: (unit: Unit) => ReadonlyArray<Unit>
}

export const inTurn = (units: ReadonlyArray<Unit>): Order => ({ order: () => units, together: (unit) => [unit] })

/** Packs the best groups first. The result never exceeds the limit. */
export const pack = (pages: ReadonlyArray<Packed>, order: Order, options: Options): Packing => {
  const groups = take(pages, order, options)
  for (;;) {
    const taken = groups.flat()
    const written = write(pages, taken, options)
    const tokens = written.text === "" ? 0 : options.count(written.text)
    if (tokens <= options.maxTokens || groups.length === 0) return { ...written, tokens, taken, groups: groups.length }
    // Token counts are not additive. If the written text exceeds the limit, the least valuable group is removed.
    groups.pop()
  }
}

const take = (
  pages: ReadonlyArray<Packed>,
  { order, together }: Order,
  { count, hasHeaders, inOrder, maxTokens }: Options
): Array<ReadonlyArray<Unit>> => {
  const groups: Array<ReadonlyArray<Unit>> = []
  const taken = new Set<Unit>()
  const opened = new Set<string>()
  const counted = new Map<string, number>()
  const costOf = (words: string): number => {
    const known = counted.get(words) ?? count(words)
    counted.set(words, known)
    return known
  }
  const lengthOf = ({ end, start }: Unit) => end - start
  let left = maxTokens
  let missed = 0
  for (const unit of order((each) => taken.has(each))) {
    if (taken.has(unit)) continue
    const page = pages[unit.page]!
    const group = together(unit).filter((each) => !taken.has(each))
    const header = hasHeaders && !opened.has(`${unit.page}`) ? headerOf(opened.size + 1, page) : ""
    const section = sectionOf(unit.headings, page.title)
    const isNewSection = section !== "" && !opened.has(`${unit.page} ${section}`)
    const length = group.reduce((sum, each) => sum + lengthOf(each), 0)
    // A longer text cannot fit, because a token has at most this many characters (except in sequences of one
    // character).
    const isHopeless = length > left * MAX_CHARACTERS_OF_TOKEN
    const cost = isHopeless ? Infinity : (header === "" ? 0 : costOf(`${header}\n\n`)) +
      (isNewSection ? costOf(`${section}\n`) : 0) +
      group.reduce((sum, { end, start }) => sum + count(page.text.slice(start, end)) + SEPARATOR_TOKENS, 0)
    if (cost > left) {
      if (inOrder || ++missed === MAX_MISSES) break
      continue
    }
    missed = 0
    left -= cost
    opened.add(`${unit.page}`)
    opened.add(`${unit.page} ${section}`)
    for (const each of group) taken.add(each)
    groups.push(group)
    if (left < MIN_TOKENS_OF_UNIT) break
  }
  return groups
}

const MAX_CHARACTERS_OF_TOKEN = 128
const MIN_TOKENS_OF_UNIT = 5

const write = (pages: ReadonlyArray<Packed>, taken: ReadonlyArray<Unit>, { hasHeaders }: Options) => {
  const byPage = new Map<number, Array<Unit>>()
  // Pages are sorted by their best unit.
  for (const unit of taken) byPage.set(unit.page, [...byPage.get(unit.page) ?? [], unit])
  const passages: Array<Passage> = []
  const parts: Array<string> = []
  for (const [number, units] of byPage) {
    const page = pages[number]!
    const own = merged(page, units.toSorted((x, y) => x.at - y.at))
    const body = bodyOf(own, page.text)
    parts.push(hasHeaders ? `${headerOf(parts.length + 1, page)}\n${body}` : body)
    passages.push(...own.flatMap((passage) => Parts.onPage(page, passage)))
  }
  return { passages, text: parts.join("\n\n") }
}

const merged = (page: Packed, units: ReadonlyArray<Unit>): ReadonlyArray<Passage> => {
  const out: Array<Passage> = []
  for (const { end, headings, score, start } of units) {
    const last = out[out.length - 1]
    const isNext = last !== undefined && page.text.slice(last.end, start).trim() === ""
    const from = isNext ? last.start : start
    const passage: Passage = {
      url: page.url,
      title: page.title,
      ...(page.date === undefined ? {} : { date: page.date }),
      start: from,
      end,
      text: page.text.slice(from, end),
      headings,
      score: isNext ? Math.max(last.score, score) : score
    }
    if (isNext) out[out.length - 1] = passage
    else out.push(passage)
  }
  return out
}
