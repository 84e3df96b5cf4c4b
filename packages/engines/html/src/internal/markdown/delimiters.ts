/**
 * Resolves delimiters of marks and links: which are valid at their position, by the flanking rules of CommonMark and
 * the autolinks of GFM.
 *
 * @since 0.1.0
 */
import * as Character from "../tape/characters.ts"
import { isPunctuation, isSpace } from "./escape.ts"

export const Kind = { Text: 0, Raw: 1, Break: 2, Open: 3, Close: 4, LinkOpen: 5, LinkClose: 6 } as const
export type Kind = (typeof Kind)[keyof typeof Kind]

export type Mark = "strong" | "em" | "del" | "sub" | "sup"

export interface Events {
  readonly kind: ReadonlyArray<Kind>
  readonly value: Array<string>
  /** The index of each mark's or link's end at the index of its start, and vice versa. */
  readonly partner: ReadonlyArray<number>
  readonly size: number
}

/** Matches letters of scripts in which a line feed between two letters is not a space. */
export const ideographs = /[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]/

/**
 * Moves punctuation out of marks. It cannot start or end a mark if a letter is adjacent: `a<b>(b)</b>c` becomes
 * `a(**b**)c`. In `<b>a:</b>b`, a space is added, because the style sheet draws it.
 */
export const tidy = ({ kind, partner, size, value }: Events): void => {
  for (let k = 0; k < size; k++) {
    if (kind[k] !== Kind.Open || value[k] === "sub" || value[k] === "sup") continue
    const end = partner[k]!
    if (kind[k + 1] !== Kind.Text || kind[end - 1] !== Kind.Text) continue
    if (end + 1 < size && kind[end + 1] === Kind.Text) {
      const inside = value[end - 1]!
      const outside = value[end + 1]!
      const from = trailing(inside)
      if (from < inside.length && isWord(first(outside))) {
        if (/[:;!?]$/.test(inside) && !ideographs.test(first(outside))) value[end + 1] = ` ${outside}`
        else {
          // A bracket or quote moves out of the mark only together with its counterpart.
          const opened = /^["'([\p{Ps}\p{Pi}]/u.test(value[k + 1]!) &&
            /["')\]\p{Pe}\p{Pf}]/u.test(inside.slice(from))
          if (opened && (k === 0 || kind[k - 1] !== Kind.Text || value[k + 1]!.length < 2)) continue
          value[end - 1] = inside.slice(0, from)
          value[end + 1] = inside.slice(from) + outside
          if (opened) {
            const start = value[k + 1]!
            value[k - 1] += start[0]!
            value[k + 1] = start.slice(1)
          }
        }
      }
    }
    if (k > 0 && kind[k - 1] === Kind.Text) {
      const inside = value[k + 1]!
      const outside = value[k - 1]!
      const to = leading(inside)
      if (to > 0 && to < inside.length && isWord(last(outside))) {
        value[k + 1] = inside.slice(to)
        value[k - 1] = outside + inside.slice(0, to)
      }
    }
  }
}

const page = /^(?:https?:\/\/|www\.)[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z0-9-]+(?=[/?#:]|$)/i
const mail = /^[a-z0-9.+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z0-9]+$/i

/** Number of events of a linked URL: the start of the link, its text, its end. */
const EVENTS_OF_ADDRESS = 3

/** Writes links whose text is their URL: bare if GFM links it automatically, otherwise in angle brackets. */
export const addresses = ({ kind, size, value }: Events, parts: Array<string>): void => {
  for (let k = 0; k + 2 < size; k++) {
    if (kind[k] !== Kind.LinkOpen || kind[k + 1] !== Kind.Text || kind[k + 2] !== Kind.LinkClose) {
      continue
    }
    const text = value[k + 1]!
    const href = value[k]!
    const bare = text === href && /^https?:\/\//.test(text) || `mailto:${text}` === href || `http://${text}` === href
    if (!bare || !/^[^\s<>*_~`\\|]+$/.test(text)) continue
    const before = k === 0 ? "" : parts[k - 1]!
    const next = k + EVENTS_OF_ADDRESS
    const after = next < size ? parts[next]! : ""
    const alone = (before === "" ? k === 0 || kind[k - 1] === Kind.Break : /[\s(]$/.test(before))
      && (after === "" ? next >= size : /^[?!.,:]*\s/.test(after) || next + 1 >= size && /^[?!.,:]+$/.test(after))
    const literal = alone && !/[?!.,:'"()&;]$|[()]/.test(text)
      && (href.startsWith("mailto:") ? mail : page).test(text)
    if (!literal && !text.startsWith("http")) continue
    parts[k] = literal ? "" : "<"
    parts[k + 1] = text
    parts[k + 2] = literal ? "" : ">"
  }
}

/**
 * Writes marks. A mark without a valid delimiter is written as an HTML element. A mark around a sign, as in
 * `Name<b>\u00ae</b> 2`, is dropped unless an exact copy is required.
 */
export const marks = (events: Events, parts: Array<string>, faithful: boolean): void => {
  const { kind, partner, size, value } = events
  const around: Array<number> = []
  for (let k = 0; k < size; k++) {
    if (kind[k] !== Kind.Open) continue
    const end = partner[k]!
    const mark = value[k]! as Mark
    if (mark === "sub" || mark === "sup") {
      parts[k] = `<${mark}>`
      parts[end] = `</${mark}>`
      continue
    }
    while (around.length > 0 && partner[around[around.length - 1]!]! < k) around.pop()
    const outer = around.findLast((j) => value[j] === mark)
    const enclosing = outer === undefined ? "" : parts[outer]!
    around.push(k)
    const nested = touching(events, k - 1) || touching(events, k + 1) || touching(events, end - 1) ||
      touching(events, end + 1)
    const options = mark === "del"
      ? struck
      : mark === "strong"
      ? enclosing === "**" ? strongWithin : strong
      : enclosing === "" && nested || enclosing === "*"
      ? stressedWithin
      : stressed
    let done = false
    for (const delimiter of options) {
      const p = last(edge(events, parts, k, -1))
      const q = first(edge(events, parts, k, 1))
      const r = last(edge(events, parts, end, -1))
      const s = first(edge(events, parts, end, 1))
      if (!opens(delimiter, p, q) || !closes(delimiter, r, s)) continue
      if (touching(events, k - 1) && p === delimiter[0]) continue
      if (touching(events, end + 1) && parts[end + 1]!.startsWith(delimiter[0]!)) continue
      parts[k] = delimiter
      parts[end] = delimiter
      done = true
      break
    }
    if (!done) {
      const bare = !faithful && end === k + 2 && kind[k + 1] === Kind.Text && !/[\p{L}\p{N}]/u.test(value[k + 1]!)
      parts[k] = bare ? "" : `<${mark}>`
      parts[end] = bare ? "" : `</${mark}>`
    }
  }
}

/** In each list, the preferred delimiter comes first. The second list is for use within or next to another mark. */
const struck = ["~~"]
const strong = ["**", "__"]
const strongWithin = ["__", "**"]
const stressed = ["*", "_"]
const stressedWithin = ["_", "*"]

const edge = ({ kind, size }: Events, parts: ReadonlyArray<string>, k: number, step: number): string => {
  for (let j = k + step; j >= 0 && j < size; j += step) {
    if (kind[j] === Kind.Break) return " "
    if (kind[j] === Kind.Open || kind[j] === Kind.Close) return parts[j] === "" ? "*" : parts[j]!
    if (parts[j] !== "") return parts[j]!
  }
  return " "
}

const touching = ({ kind, size }: Events, j: number): boolean =>
  j < size && (kind[j] === Kind.Open || kind[j] === Kind.Close)

const first = (s: string): string => String.fromCodePoint(s.codePointAt(0) ?? Character.SPACE)
const last = (s: string): string => {
  const low = s.charCodeAt(s.length - 1)
  const isHalf = low >= Character.FIRST_LOW_SURROGATE && low <= Character.LAST_LOW_SURROGATE
  return isHalf && s.length > 1 ? s.slice(-2) : s.slice(-1)
}
const isWord = (c: string): boolean => !isSpace(c) && !isPunctuation(c)
const trailing = (s: string): number => {
  let k = s.length
  if (k > 0 && isPunctuation(s[k - 1]!)) { while (k > 0 && !isWord(s[k - 1]!)) k-- }
  return k === 0 ? s.length : k
}
const leading = (s: string): number => {
  let k = 0
  if (s !== "" && isPunctuation(s[0]!)) { while (k < s.length && !isWord(s[k]!)) k++ }
  return k
}
const leftFlanking = (p: string, q: string) => !isSpace(q) && (!isPunctuation(q) || isSpace(p) || isPunctuation(p))
const opens = (delimiter: string, p: string, q: string): boolean =>
  leftFlanking(p, q) && (delimiter[0] !== "_" || !leftFlanking(q, p) || isPunctuation(p))
const closes = (delimiter: string, p: string, q: string): boolean =>
  leftFlanking(q, p) && (delimiter[0] !== "_" || !leftFlanking(p, q) || isPunctuation(q))
