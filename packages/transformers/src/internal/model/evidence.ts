import * as Passages from "@dunlin/text/Passages"
import * as Sentences from "@dunlin/text/Sentences"
import * as Stem from "@dunlin/text/Stem"
import { blocksOf, boldLine, cellsOf, plain } from "./textBlocks.ts"

export interface Evidence {
  readonly start: number
  readonly end: number
  readonly kind: "sentence" | "item" | "row" | "heading"
  readonly score: number
  readonly matched: number
  readonly text: string
  readonly led?: string | undefined
  readonly under: string | undefined
  readonly columns?: ReadonlyArray<string> | undefined
}

interface Unit extends Omit<Evidence, "score" | "matched"> {
  readonly terms: ReadonlyMap<string, number>
  readonly context: ReadonlyMap<string, number>
  readonly length: number
}

const BM25_K1 = 1.2
const BM25_B = 0.3
const NEIGHBOUR_WEIGHT = 0.35
/** Weights of matches in the context. A match in the unit itself has weight 1. */
const weights = { first: 0.9, lead: 0.7, column: 0.8, heading: 0.45, outer: 0.2 }
/** A longer page is searched up to here. */
const MAX_TEXT_CHARACTERS = 1_000_000
const MAX_UNITS = 20_000

/** For headings, introducing lines and table heads together. */
const MAX_CONTEXT_CHARACTERS = 200

const unitsOf = (markdown: string): ReadonlyArray<Unit> => {
  const units: Array<Unit> = []
  const trail: Array<{ readonly level: number; readonly text: string; isFresh: boolean }> = []
  let lead: { readonly text: string; readonly level: number } | undefined
  let name: string | undefined
  let head: { readonly columns: ReadonlyArray<string> } | undefined
  const contexts = new Map<string, ReadonlyArray<string>>()
  const contextOf = (words: string): ReadonlyArray<string> => {
    const key = words.slice(0, MAX_CONTEXT_CHARACTERS)
    const found = contexts.get(key) ?? Passages.terms(key)
    contexts.set(key, found)
    return found
  }
  const add = (
    kind: Evidence["kind"],
    { end, start, text }: Pick<Unit, "start" | "end" | "text">,
    extra: Partial<Unit> = {}
  ) => {
    const context = new Map<string, number>()
    const say = (words: string | undefined, weight: number) => {
      if (words === undefined) return
      for (const term of contextOf(words)) context.set(term, Math.max(weight, context.get(term) ?? 0))
    }
    const nearest = trail.at(-1)
    for (const { text } of trail.slice(0, -1)) say(text, weights.outer)
    say(nearest?.text, nearest?.isFresh === true ? weights.first : weights.heading)
    say(name, weights.first)
    if (kind === "item" || kind === "row") say(lead?.text, weights.lead)
    if (kind === "row") say(head?.columns.join(" "), weights.column)
    const list = Passages.terms(plain(text))
    const terms = new Map<string, number>()
    for (const term of list) terms.set(term, (terms.get(term) ?? 0) + 1)
    units.push({
      kind,
      start,
      end,
      text,
      terms,
      context,
      length: list.length,
      under: name ?? nearest?.text,
      led: lead !== undefined && kind !== "sentence" && Sentences.isLead(lead.text) ? lead.text : undefined,
      ...extra
    })
  }
  for (const block of blocksOf(markdown.slice(0, MAX_TEXT_CHARACTERS))) {
    if (units.length >= MAX_UNITS) break
    const bold = block.kind === "text" ? boldLine(block.text) : undefined
    if (block.kind === "heading") {
      while (trail.length > 0 && trail.at(-1)!.level >= block.level) trail.pop()
      add("heading", block)
      trail.push({ level: block.level, text: plain(block.text), isFresh: true })
      lead = undefined
      name = undefined
      continue
    }
    if (bold !== undefined) {
      // A bold name applies to the block after it.
      add("heading", block)
      name = plain(bold)
      continue
    }
    if (block.kind === "row") {
      const cells = cellsOf(block.text).map(plain)
      const isHead = block.table?.isHead === true
      // A table of names and values has no head, so its first row is content.
      const isPair = cells.length === 2 && /\d/.test(cells[1]!)
      if (isHead) head = { columns: isPair ? [] : cells }
      if (!isHead || cells.length === 2) {
        const columns = isHead ? undefined : head?.columns
        add("row", block, columns === undefined ? {} : { columns })
      }
    } else if (block.kind === "item") {
      if (lead !== undefined && lead.level >= block.level) lead = lead.level < 0 ? lead : undefined
      add("item", block)
      if (block.text.endsWith(":")) lead = { text: plain(block.text), level: block.level }
    } else {
      for (const { end, start } of Sentences.split(block.text)) {
        add("sentence", { ...block.rangeOf(start, end), text: block.text.slice(start, end) })
      }
      lead = block.text.endsWith(":") || block.text.length < 80 ? { text: plain(block.text), level: -1 } : undefined
      if (trail.length > 0) trail.at(-1)!.isFresh = false
      name = undefined
    }
  }
  return units
}

/** Names that pages use for the answer, by question word. */
const namesOf: ReadonlyMap<string, ReadonlyArray<string>> = new Map([
  ["heavy", ["weight", "weighs"]],
  ["wide", ["width"]],
  ["tall", ["height"]],
  ["high", ["height"]],
  ["long", ["length", "duration"]],
  ["deep", ["depth"]],
  ["far", ["distance"]],
  ["fast", ["speed"]],
  ["big", ["size"]],
  ["large", ["size"]],
  ["old", ["age"]],
  ["cost", ["price", "fee"]],
  ["costs", ["price", "fee"]],
  ["pay", ["price", "fee", "cost"]],
  ["expensive", ["price", "cost"]],
  ["price", ["cost"]],
  ["call", ["telephone", "phone"]],
  ["phone", ["telephone"]],
  ["telephone", ["phone"]]
])

/** Weight of a related word. A word of the question has weight 1. */
const NAME_WEIGHT = 0.6

const termsOf = (question: string): ReadonlyMap<string, number> => {
  const terms = new Map<string, number>()
  for (const word of question.toLowerCase().match(/[a-z]+/g) ?? []) {
    for (const name of namesOf.get(word) ?? []) terms.set(Stem.stem(name), NAME_WEIGHT)
  }
  for (const term of Passages.terms(question)) terms.set(term, 1)
  return terms
}

const wanted = (question: string): RegExp | undefined => {
  const text = question.toLowerCase()
  if (/\b(?:cost|price|fee|charge|pay|expensive|how much (?:is|does|do|are))\b/.test(text)) {
    return /[$€£¥₹]\s?\d|\d\s?(?:[$€£¥₹]|euros?|dollars?|pounds?|eur|usd|gbp|chf|cents?\b)|\bfree\b/i
  }
  if (
    /^\W*(?:when|what time|what date|what year|which year|in what year)\b|\bopening hours?\b|\bdeadline\b/.test(text)
  ) {
    return /\b\d{4}\b|\b\d{1,2}[:.]\d{2}\b|\b\d{1,2}\s?(?:am|pm|a\.m\.|p\.m\.|o'clock)|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day/i
  }
  if (/\bhow (?:many|long|far|high|deep|tall|large|big|fast|old|heavy|often|much)\b/.test(text)) {
    return /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|once|twice|hundred|thousand|million|daily|weekly|hourly)\b/i
  }
  if (/\b(?:e-?mail|mail address)\b/.test(text)) return /@/
  if (/\b(?:phone|telephone|call|number to)\b/.test(text)) return /\+?\d[\d\s()/-]{5,}/
  return undefined
}

const MAX_PASSAGES_OF_EVIDENCE = 50
/** The rank of the unit's passage has the remaining weight. */
const UNIT_RANK_WEIGHT = 0.4

/** For a unit with the requested kind of answer: an amount, a date, or a time. */
const ANSWER_TYPE_FACTOR = 1.25

/**
 * Returns the units of a page that answer a question best. Ranks them by their words (BM25 as in `Passages`), and by
 * headings, columns and lines above them.
 */
export const find = (markdown: string, question: string, count: number): ReadonlyArray<Evidence> => {
  const units = unitsOf(markdown)
  const documents = new Map<string, number>()
  let total = 0
  for (const { context, length, terms } of units) {
    total += length
    for (const term of terms.keys()) documents.set(term, (documents.get(term) ?? 0) + 1)
    for (const [term, weight] of context) {
      if (!terms.has(term)) documents.set(term, (documents.get(term) ?? 0) + weight)
    }
  }
  const average = total / units.length || 1
  const matched = new Float64Array(units.length)
  const own = new Float64Array(units.length)
  for (const [term, weight] of termsOf(question.slice(0, 10_000))) {
    const df = documents.get(term)
    if (df === undefined) continue
    const idf = weight * Math.log(1 + Math.max(0, units.length - df + 0.5) / (df + 0.5))
    for (const [index, unit] of units.entries()) {
      const count = unit.terms.get(term) ?? 0
      const around = unit.context.get(term) ?? 0
      if (count === 0 && around === 0) continue
      const norm = 1 - BM25_B + BM25_B * unit.length / average
      const full = (tf: number) => idf * tf * (BM25_K1 + 1) / (tf + BM25_K1 * norm)
      if (count > 0) own[index]! += full(count)
      matched[index]! += count > 0 ? full(count) : around * idf
    }
  }
  const kind = wanted(question)
  const score = (index: number): number => {
    const unit = units[index]!
    const beside = unit.kind === "sentence" ? NEIGHBOUR_WEIGHT * ((own[index - 1] ?? 0) + (own[index + 1] ?? 0)) : 0
    const typed = kind !== undefined && kind.test(unit.text) ? ANSWER_TYPE_FACTOR : 1
    return (matched[index]! + beside) * typed * (unit.kind === "heading" ? 0.6 : 1)
  }
  const values = units.map((_, index) => score(index))
  const passages = Passages.select(markdown, question, MAX_PASSAGES_OF_EVIDENCE)
  // Makes both rankings comparable.
  const scale = Math.max(0, ...values) / Math.max(Number.EPSILON, passages[0]?.score ?? 0)
  const found: Array<Evidence> = []
  for (const [index, { columns, end, kind, led, start, text, under }] of units.entries()) {
    const passage = passages.find((each) => start >= each.start && start < each.end)
    const own = values[index]!
    const both = UNIT_RANK_WEIGHT * own + (1 - UNIT_RANK_WEIGHT) * scale * (passage?.score ?? 0)
    // A list item, row or heading may match only through its context. The passage's rank then must not lower its
    // score.
    const value = kind === "sentence" ? both : Math.max(own, both)
    if (own > 0) {
      found.push({ start, end, text, kind, led, under, columns, score: value, matched: matched[index]! })
    }
  }
  return found.sort((left, right) => right.score - left.score || left.start - right.start).slice(0, count)
}
