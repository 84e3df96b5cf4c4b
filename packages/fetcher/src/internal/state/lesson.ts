/** Which parts of a page's embedded data are visible: learned from rendered pages of the same kind. */
import { decoded, shownTextOf, wordsOf } from "../markdown/sameText.ts"

/** Maximum texts of the data of one page. */
const MAX_TEXTS = 2_000
/** Maximum depth of searched data. */
const MAX_DEPTH_OF_DATA = 40
/** Minimum characters of a text; shorter ones may match by chance. */
const LEAST_CHARACTERS_OF_TEXT = 3
/**
 * A text with at least this many words counts as found if all its words are found, because markup may separate them.
 */
const LEAST_WORDS_OF_LONG_TEXT = 8
/** Maximum positions of texts for one kind of page. */
const MAX_PLACES = 200

/** A text of the data, and its position: the property names leading to it, with `*` for list indexes. */
interface Text {
  readonly place: string
  readonly text: string
}

/** A position whose texts are visible, the element that shows them, and its rank. */
interface Shown {
  readonly element: string
  readonly rank: number
}

export type Lesson = ReadonlyMap<string, Shown>

const hasMarks = (text: string): boolean => /<[a-z][^<>]*>/i.test(text)

const withoutMarks = (text: string): string => hasMarks(text) ? text.replace(/<[^<>]*>/g, " ") : text

/** Entries of an object, or elements of a list under the name `*`. */
const entriesOf = (value: unknown): ReadonlyArray<readonly [string, unknown]> =>
  Array.isArray(value)
    ? value.map((one) => ["*", one] as const)
    : value instanceof Map
    ? [...value] as Array<[string, unknown]>
    : typeof value === "object" && value !== null
    ? Object.entries(value)
    : []

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : undefined

/** The texts at positions that `orderOf` ranks, sorted by rank. Without `orderOf`, all texts in order. */
const textsOf = (
  states: ReadonlyArray<unknown>,
  orderOf?: (place: string) => number | undefined
): ReadonlyArray<Text> => {
  const texts: Array<Text> = []
  const read = (value: unknown, place: string, depth: number): void => {
    const text = textOf(value)
    if (texts.length >= MAX_TEXTS || depth > MAX_DEPTH_OF_DATA) return
    if (text !== undefined) {
      if (text.trim() !== "") texts.push({ place, text })
      return
    }
    const parts = entriesOf(value).map(([name, one]) => ({ place: `${place}/${name}`, one }))
    if (orderOf === undefined || Array.isArray(value)) {
      for (const part of parts) {
        read(part.one, part.place, depth + 1)
      }
    } else {
      parts.map((part) => ({ ...part, rank: orderOf(part.place) })).filter(({ rank }) => rank !== undefined)
        .sort((left, right) => left.rank! - right.rank!).forEach((part) => read(part.one, part.place, depth + 1))
    }
  }
  for (const [at, state] of states.entries()) read(state, String(at), 0)
  return texts
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

/** The element that shows a text. */
const elementOf = (html: string, text: string): string => {
  const at = html.indexOf(text)
  const [, name = ""] = ELEMENT_BEFORE.exec(html.slice(Math.max(0, at - 500), Math.max(0, at))) ?? []
  return at >= 0 && ELEMENTS.has(name.toLowerCase()) ? name.toLowerCase() : "p"
}

/** The positions whose texts are all visible on a rendered page. */
export const learn = (states: ReadonlyArray<unknown>, rendered: string): Lesson => {
  const text = normal(shownTextOf(rendered))
  const known: ReadonlySet<string> = new Set(wordsOf(text))
  const places = new Map<string, { isShown: boolean; at: number; first: string }>()
  for (const { place, text: own } of textsOf(states)) {
    const words = normal(own)
    const at = words.length < LEAST_CHARACTERS_OF_TEXT ? -1 : positionOf(text, known, words)
    const found = places.get(place)
    if (found === undefined) places.set(place, { isShown: at >= 0, at, first: own })
    else {
      found.isShown &&= at >= 0
      found.at = Math.min(found.at, at)
    }
  }
  const kept = [...places].filter(([, { isShown }]) => isShown).sort(([, left], [, right]) => left.at - right.at)
    .slice(0, MAX_PLACES)
  return new Map(kept.map(([place, { first }], rank) => [place, { rank, element: elementOf(rendered, first.trim()) }]))
}

/**
 * The index at which a text starts in another one. A long text starts at its first word, if the other text has all
 * its words.
 */
const positionOf = (text: string, known: ReadonlySet<string>, words: string): number => {
  const at = text.indexOf(words)
  if (at >= 0) return at
  const all = wordsOf(words)
  if (all.length < LEAST_WORDS_OF_LONG_TEXT) return -1
  return all.every((word) => known.has(word)) ? Math.max(0, text.toLowerCase().indexOf(all[0]!)) : -1
}

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")

const LIST_ITEMS = /<li>[^<]*<\/li>(?:\n<li>[^<]*<\/li>)*/g

/** Builds HTML from the data of a page according to a lesson. */
export const compose = (states: ReadonlyArray<unknown>, lesson: Lesson): string => {
  const ranks = new Map<string, number>()
  for (const [place, { rank }] of lesson) {
    for (let end = place.length; end > 0; end = place.lastIndexOf("/", end - 1)) {
      const around = place.slice(0, end)
      ranks.set(around, Math.min(rank, ranks.get(around) ?? rank))
    }
  }
  const places = new Map<string, string>()
  const html = textsOf(states, (place) => ranks.get(place)).flatMap(({ place, text }) => {
    const shown = lesson.get(place)
    // a text at several positions, such as the title of another page, is shown at the first one
    if (shown === undefined || (places.get(text) ?? place) !== place) return []
    places.set(text, place)
    return hasMarks(text) ? [`<div>${text}</div>`] : [`<${shown.element}>${escaped(text)}</${shown.element}>`]
  }).join("\n")
  return html.replace(LIST_ITEMS, "<ul>$&</ul>")
}
