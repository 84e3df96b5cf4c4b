/**
 * Finds further spellings of earlier findings: `Ann Lee`, `ann-lee`, `annlee`, `Ann%20Lee`.
 *
 * @since 0.2.0
 */
import { kinds } from "@dunlin/pii/Entity"
import * as Unit from "@dunlin/text/Unit"
import type { Entity, Span } from "../Span.ts"
import { FINDING, type Pace, type Work } from "./work.ts"

/** A page with thousands of people names each of them in plain text. */
const MAX_ECHOED_VALUES = 1000

/** Email addresses rarely have more words. */
const MAX_WORDS_PER_VALUE = 8

/** Shorter values may be common words or numbers. */
const MIN_VALUE_CHARACTERS = 7

interface Word {
  readonly start: number
  readonly end: number
  readonly text: string
}

const marks = /\p{M}+/gu

const plain = (text: string): string =>
  /^[a-z0-9]*$/.test(text) ? text : text.normalize("NFKD").replace(marks, "").toLowerCase()

const decoded = (escapes: string): string => {
  try {
    return decodeURIComponent(escapes)
  } catch {
    return ""
  }
}

function* wordsOf(text: string, from: number, to: number, pace: Pace): Work<ReadonlyArray<Word>> {
  const words: Array<Word> = []
  const part = /(?:%[0-9a-f]{2}){1,40}|[\p{L}\p{N}\p{M}]+/giu
  const stretch = text.slice(from, to)
  let read = 0
  for (const match of stretch.matchAll(part)) {
    const start = from + match.index
    const end = match.index + match[0].length
    if (pace.spend(end - read)) yield
    read = end
    const raw = match[0].startsWith("%") ? decoded(match[0]) : match[0]
    if (!/^[\p{L}\p{N}\p{M}]+$/u.test(raw)) continue
    const last = words[words.length - 1]
    if (last !== undefined && last.end === start) {
      words[words.length - 1] = { ...last, end: start + match[0].length, text: last.text + plain(raw) }
    } else words.push({ start, end: start + match[0].length, text: plain(raw) })
  }
  return words
}

const isTelling = (entity: Entity, words: ReadonlyArray<Word>, letters: string): boolean =>
  letters.length >= MIN_VALUE_CHARACTERS && words.length <= MAX_WORDS_PER_VALUE &&
  words.length >= (kinds[entity].echoFromWords ?? Infinity)

// oxlint-disable-next-line require-yield -- it has nothing to do
function* nothing(): Work<ReadonlyArray<Span>> {
  return []
}

export function* echoes(
  values: Iterable<{ readonly value: string; readonly entity: Entity }>,
  pace: Pace
): Work<(text: string, from: number, to: number) => Work<ReadonlyArray<Span>>> {
  const known = new Map<string, Entity>()
  const heads = new Set<string>()
  for (const { entity, value } of values) {
    if (known.size >= MAX_ECHOED_VALUES) break
    if (pace.spend(FINDING)) yield
    const words = yield* wordsOf(value, 0, value.length, pace)
    const letters = words.map(({ text }) => text).join("")
    if (!isTelling(entity, words, letters)) continue
    known.set(letters, entity)
    heads.add(letters.slice(0, 2))
  }
  if (known.size === 0) return nothing
  return function*(text, from, to) {
    const spans: Array<Span> = []
    const words = yield* wordsOf(text, from, to, pace)
    for (let first = 0; first < words.length; first++) {
      if (pace.spend(1)) yield
      if (!heads.has(words[first]!.text.slice(0, 2)) && words[first]!.text.length > 1) continue
      let letters = ""
      for (let last = first; last < words.length && last < first + MAX_WORDS_PER_VALUE; last++) {
        letters += words[last]!.text
        const entity = known.get(letters)
        if (entity === undefined) continue
        spans.push({ start: words[first]!.start, end: words[last]!.end, entity, score: 1, reason: "repeated" })
        first = last
        break
      }
    }
    return spans
  }
}

export function* linkTargets(
  text: string,
  pace: Pace
): Work<ReadonlyArray<readonly [start: number, end: number]>> {
  const targets: Array<readonly [number, number]> = []
  let read = 0
  for (let at = text.indexOf("]("); at >= 0; at = text.indexOf("](", at + 2)) {
    const start = at + 2
    if (pace.spend(start - read)) yield
    let end = start
    let depth = 0
    for (; end < text.length; end++) {
      const code = text.charCodeAt(end)
      if (code <= Unit.SPACE) break
      if (code === Unit.OPEN_PARENTHESIS) depth++
      else if (code === Unit.CLOSE_PARENTHESIS && --depth < 0) break
    }
    targets.push([start, end])
    read = start
    at = end - 2
  }
  return targets
}
