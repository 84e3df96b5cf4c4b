/** Learns from rendered pages which parts of the embedded data are visible, for pages of the same kind. */
import { decoded, MAX_CHARACTERS, shownTextOf, wordsOf } from "../markdown/sameText.ts"

/** Maximum number of texts in the data of one page. */
const MAX_TEXTS = 10_000
/** Maximum number of values that are searched for texts. */
const MAX_VISITED_VALUES = 200_000
/** Maximum depth of searched data. */
const MAX_DEPTH_OF_DATA = 40
/** Minimum characters of a text. A shorter one may match by chance. */
const MIN_CHARACTERS_OF_TEXT = 3
/**
 * A text with at least this many words counts as found if all its words are found, because markup may separate them.
 */
const MIN_WORDS_OF_LONG_TEXT = 8
/** Maximum number of visible positions for one kind of page. */
const MAX_PLACES = 200
/** Maximum number of positions of texts, visible or not, for one kind of page. */
const MAX_KNOWN_PLACES = 2_000
/** Maximum characters of a property name in a position. */
const MAX_NAME_CHARACTERS = 100
/**
 * Maximum number of word comparisons for one page. Without a limit, a hostile page that repeats one word would take
 * quadratic time.
 */
const MAX_COMPARED_WORDS = 2_000_000
/** The element of a text is found by this many characters at the start of the text. */
const PREFIX_CHARACTERS = 24

/**
 * A text in the data, and its position. The position is the names of the properties that lead to it, with `*` instead
 * of list indexes and numbers.
 */
interface Text {
  readonly place: string
  readonly text: string
}

/** A position whose texts are visible, the element that shows them, and its rank. */
interface Shown {
  readonly element: string
  readonly rank: number
}

export interface Lesson {
  readonly shown: ReadonlyMap<string, Shown>
  /** All positions of texts, visible or not. A text at another position may be content. */
  readonly known: ReadonlySet<string>
}

const hasMarks = (text: string): boolean => /<[a-z][^<>]*>/i.test(text)

const withoutMarks = (text: string): string => hasMarks(text) ? text.replace(/<[^<>]*>/g, " ") : text

/**
 * Returns the name of a property in a position. Numbers are replaced, because stores number their entries (`Post:17`).
 */
const nameOf = (name: string): string => name.slice(0, MAX_NAME_CHARACTERS).replace(/\d+/g, "*")

/** Returns the entries of an object, or the elements of a list under the name `*`. */
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
 * Returns the texts of the data, in order of the data or by the ranks of their positions. If the data exceeds a limit,
 * it returns no result, because only some of the texts are not the content of the page.
 */
const textsOf = (
  states: ReadonlyArray<unknown>,
  rankOf?: (place: string) => number | undefined
): ReadonlyArray<Text> | undefined => {
  const texts: Array<Text> = []
  let left = MAX_VISITED_VALUES
  /** Reads the texts of a value. Returns false beyond a limit. */
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

/** Returns the element that shows a text. */
const elementOf = (html: string, text: string): string => {
  const at = html.indexOf(text.slice(0, PREFIX_CHARACTERS))
  const [, name = ""] = ELEMENT_BEFORE.exec(html.slice(Math.max(0, at - 500), Math.max(0, at))) ?? []
  return at >= 0 && ELEMENTS.has(name.toLowerCase()) ? name.toLowerCase() : "p"
}

/**
 * Returns a function that finds texts among the words of a page. It returns `undefined` after it has compared too many
 * words.
 */
const finderOf = (page: string) => {
  const words = wordsOf(page)
  const positions = new Map<string, Array<number>>()
  for (const [at, word] of words.entries()) {
    const known = positions.get(word)
    if (known === undefined) positions.set(word, [at])
    else known.push(at)
  }
  let left = MAX_COMPARED_WORDS
  /** The index of the word at which a text starts; -1 if the page lacks it. */
  return (text: string): number | undefined => {
    if (text.length < MIN_CHARACTERS_OF_TEXT) return -1
    const own = wordsOf(text)
    const places = own.map((word) => positions.get(word) ?? [])
    // the rarest word has the fewest places to compare
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

/**
 * Returns the positions whose texts are all visible on a rendered page; absent if the data or the page exceeds a limit.
 */
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
  const kept = [...places].filter(([, { isShown }]) => isShown).sort(([, left], [, right]) => left.at - right.at)
  if (kept.length > MAX_PLACES) return undefined
  return {
    shown: new Map(kept.map(([place, { first }], rank) => [place, { rank, element: elementOf(html, first.trim()) }])),
    known: new Set(places.keys())
  }
}

/** Adds the positions of another page's data. Its rendering must show only positions of the lesson. */
export const widened = (lesson: Lesson, states: ReadonlyArray<unknown>): Lesson => {
  const known = new Set(lesson.known)
  for (const { place } of textsOf(states) ?? []) if (known.size < MAX_KNOWN_PLACES) known.add(place)
  return { ...lesson, known }
}

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")

const LIST_ITEMS = /<li>[^<]*<\/li>(?:\n<li>[^<]*<\/li>)*/g

/** Builds HTML from the data of a page according to a lesson; absent if the data exceeds a limit. */
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
    // a text at several positions, such as the title of another page, is shown at the first one
    if (at === undefined || (places.get(text) ?? place) !== place) return []
    places.set(text, place)
    return hasMarks(text) ? [`<div>${text}</div>`] : [`<${at.element}>${escaped(text)}</${at.element}>`]
  }).join("\n")
  return { html: html.replace(LIST_ITEMS, "<ul>$&</ul>"), hasUnknown }
}
