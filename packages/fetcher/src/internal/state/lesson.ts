/** Learns from rendered pages which parts of the embedded data are visible, for pages of the same kind. */
import { decoded, MAX_CHARACTERS, shownTextOf, wordsOf } from "../markdown/sameText.ts"

const MAX_TEXTS = 10_000
const MAX_VISITED_VALUES = 200_000
const MAX_DEPTH_OF_DATA = 40
/** A shorter text may match by chance. */
const MIN_CHARACTERS_OF_TEXT = 3
/** From this length on, a text matches if all its words occur, because markup may separate them. */
const MIN_WORDS_OF_LONG_TEXT = 8
const MAX_PLACES = 200
const MAX_KNOWN_PLACES = 2_000
const MAX_NAME_CHARACTERS = 100
/** Limits quadratic comparisons, for example of a hostile page that repeats one word. */
const MAX_COMPARED_WORDS = 2_000_000
const PREFIX_CHARACTERS = 24

/** `place`: the property names that lead to the text, with `*` for list indexes and numbers. */
interface Text {
  readonly place: string
  readonly text: string
}

interface Shown {
  readonly element: string
  readonly rank: number
}

export interface Lesson {
  readonly shown: ReadonlyMap<string, Shown>
  readonly known: ReadonlySet<string>
}

const hasMarks = (text: string): boolean => /<[a-z][^<>]*>/i.test(text)

const withoutMarks = (text: string): string => hasMarks(text) ? text.replace(/<[^<>]*>/g, " ") : text

const nameOf = (name: string): string => name.slice(0, MAX_NAME_CHARACTERS).replace(/\d+/g, "*")

const entriesOf = (value: unknown): ReadonlyArray<readonly [string, unknown]> =>
  Array.isArray(value)
    ? value.map((one) => ["*", one] as const)
    : value instanceof Map
    ? [...value as Map<string, unknown>].map(([name, one]) => [nameOf(name), one] as const)
    : typeof value === "object" && value !== null
    ? Object.entries(value).map(([name, one]) => [nameOf(name), one] as const)
    : []

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : undefined

/**
 * Returns the texts of the data with their positions. Above a limit it returns no result, because an incomplete list
 * would miss content.
 */
const textsOf = (
  states: ReadonlyArray<unknown>,
  rankOf?: (place: string) => number | undefined
): ReadonlyArray<Text> | undefined => {
  const texts: Array<Text> = []
  let left = MAX_VISITED_VALUES
  const read = (value: unknown, place: string, depth: number): boolean => {
    if (--left < 0 || depth > MAX_DEPTH_OF_DATA || texts.length > MAX_TEXTS) return false
    const text = textOf(value)
    if (text !== undefined) {
      if (text.trim() !== "") texts.push({ place, text })
      return true
    }
    const entries = entriesOf(value)
    if (entries.length > left) return false
    const parts = entries.map(([name, one]) => ({ place: `${place}/${name}`, one }))
    if (rankOf !== undefined && !Array.isArray(value)) {
      const ranks = new Map(parts.map(({ place }) => [place, rankOf(place) ?? Number.MAX_SAFE_INTEGER]))
      parts.sort((left, right) => ranks.get(left.place)! - ranks.get(right.place)!)
    }
    return parts.every((part) => read(part.one, part.place, depth + 1))
  }
  return states.every((state, at) => read(state, String(at), 0)) ? texts : undefined
}

const normal = (text: string): string => decoded(withoutMarks(text)).replace(/\s+/g, " ").trim()

const ELEMENT_BEFORE = /<([a-z][a-z0-9]*)\b[^<>]*>\s*$/i
const ELEMENTS: ReadonlySet<string> = new Set([
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "li",
  "p",
  "blockquote",
  "pre",
  "td"
])

const elementOf = (html: string, text: string): string => {
  const at = html.indexOf(text.slice(0, PREFIX_CHARACTERS))
  const [, name = ""] = ELEMENT_BEFORE.exec(html.slice(Math.max(0, at - 500), Math.max(0, at))) ?? []
  return at >= 0 && ELEMENTS.has(name.toLowerCase()) ? name.toLowerCase() : "p"
}

const finderOf = (page: string) => {
  const words = wordsOf(page)
  const positions = new Map<string, Array<number>>()
  for (const [at, word] of words.entries()) {
    const known = positions.get(word)
    if (known === undefined) positions.set(word, [at])
    else known.push(at)
  }
  let left = MAX_COMPARED_WORDS
  return (text: string): number | undefined => {
    if (text.length < MIN_CHARACTERS_OF_TEXT) return -1
    const own = wordsOf(text)
    const places = own.map((word) => positions.get(word) ?? [])
    const rarest = places.reduce((best, { length }, at) => length < places[best]!.length ? at : best, 0)
    if (own.length === 0 || places[rarest]!.length === 0) return -1
    for (const at of places[rarest]!) {
      const start = at - rarest
      let length = 0
      while (length < own.length && words[start + length] === own[length]) length++
      left -= length + 1
      if (left < 0) return undefined
      if (length === own.length) return start
    }
    return own.length < MIN_WORDS_OF_LONG_TEXT ? -1 : places[0]![0]!
  }
}

export const learn = (states: ReadonlyArray<unknown>, rendered: string): Lesson | undefined => {
  const texts = textsOf(states)
  if (texts === undefined) return undefined
  const find = finderOf(normal(shownTextOf(rendered)))
  const places = new Map<string, { isShown: boolean; at: number; first: string }>()
  for (const { place, text } of texts) {
    const at = find(normal(text))
    if (at === undefined) return undefined
    const found = places.get(place)
    if (found === undefined) places.set(place, { isShown: at >= 0, at, first: text })
    else {
      found.isShown &&= at >= 0
      found.at = Math.min(found.at, at)
    }
  }
  if (places.size > MAX_KNOWN_PLACES) return undefined
  const html = rendered.slice(0, MAX_CHARACTERS)
  const visible = [...places].filter(([, { isShown }]) => isShown).sort(([, left], [, right]) => left.at - right.at)
  if (visible.length > MAX_PLACES) return undefined
  return {
    shown: new Map(
      visible.map(([place, { first }], rank) => [place, { rank, element: elementOf(html, first.trim()) }])
    ),
    known: new Set(places.keys())
  }
}

export const widened = (lesson: Lesson, states: ReadonlyArray<unknown>): Lesson => {
  const known = new Set(lesson.known)
  for (const { place } of textsOf(states) ?? []) if (known.size < MAX_KNOWN_PLACES) known.add(place)
  return { ...lesson, known }
}

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")

const LIST_ITEMS = /<li>[^<]*<\/li>(?:\n<li>[^<]*<\/li>)*/g

export const compose = (
  states: ReadonlyArray<unknown>,
  { known, shown }: Lesson
): { readonly html: string; readonly hasUnknown: boolean } | undefined => {
  const ranks = new Map<string, number>()
  for (const [place, { rank }] of shown) {
    for (let end = place.length; end > 0; end = place.lastIndexOf("/", end - 1)) {
      const around = place.slice(0, end)
      ranks.set(around, Math.min(rank, ranks.get(around) ?? rank))
    }
  }
  const texts = textsOf(states, (place) => ranks.get(place))
  if (texts === undefined) return undefined
  const places = new Map<string, string>()
  let hasUnknown = false
  const html = texts.flatMap(({ place, text }) => {
    const at = shown.get(place)
    hasUnknown ||= !known.has(place) && text.trim().length >= MIN_CHARACTERS_OF_TEXT
    if (at === undefined || (places.get(text) ?? place) !== place) return []
    places.set(text, place)
    return hasMarks(text) ? [`<div>${text}</div>`] : [`<${at.element}>${escaped(text)}</${at.element}>`]
  }).join("\n")
  return { html: html.replace(LIST_ITEMS, "<ul>$&</ul>"), hasUnknown }
}
