/**
 * Finds the link targets of a page, each with the words at its position.
 *
 * @since 0.3.0
 */
import * as Tags from "../tape/tags.ts"
import { attr, type Tape } from "../tape/tape.ts"
import { holdsPermalink, isPermalink } from "./permalink.ts"

/** A link target: a heading, a term, or the start of other text. */
export interface Anchor {
  /** The `id` or `name` that a fragment targets; empty for a heading without one. */
  readonly id: string
  readonly kind: "heading" | "text"
  /** The first words of the heading or text, with the page's white space. */
  readonly words: string
}

const MAX_WORDS_CHARACTERS = 200
const MAX_ID_CHARACTERS = 500
const MAX_ANCHORS = 20_000

/** Elements whose `id` identifies the heading at their start. */
const wrappers: ReadonlySet<number> = new Set(
  ["section", "article", "div", "header", "details", "li", "dl"].map(Tags.tagId)
)

const isHeading = (tape: Tape, i: number): boolean =>
  Tags.is(tape.tag[i]!, Tags.HEADING) || attr(tape, i, "role") === "heading"

const isTerm = (tape: Tape, i: number): boolean => tape.tag[i] === Tags.DT || tape.tag[i] === Tags.SUMMARY

const nameOf = (tape: Tape, i: number): string => {
  const id = attr(tape, i, "id") ?? (tape.tag[i] === Tags.A ? attr(tape, i, "name") : undefined) ?? ""
  return id.length <= MAX_ID_CHARACTERS && !/\s/.test(id) ? id : ""
}

const isTarget = (tape: Tape, i: number): boolean =>
  tape.tag[i] === Tags.A && attr(tape, i, "href") === undefined ||
  tape.end[i] === i + 1 && (tape.tag[i] === Tags.SPAN || tape.tag[i] === Tags.P || wrappers.has(tape.tag[i]!))

const wordsFrom = (tape: Tape, from: number, stop: number, keep: Uint8Array): string => {
  const { end, tag, text } = tape
  let out = ""
  for (let k = from; k < stop && out.length < MAX_WORDS_CHARACTERS; k++) {
    if (tag[k] === Tags.TEXT) {
      if (keep[k] !== 0) out += text[k]
    } else if (tag[k] === Tags.SCRIPT || tag[k] === Tags.STYLE || holdsPermalink(tape, k)) k = end[k]! - 1
    else if (tag[k] === Tags.BR) out += " "
  }
  return out.slice(0, MAX_WORDS_CHARACTERS)
}

const permalinkOf = (tape: Tape, i: number, isKnown: (id: string) => boolean): string => {
  for (let k = i + 1; k < tape.end[i]!; k++) {
    if (tape.tag[k] !== Tags.A) continue
    const href = attr(tape, k, "href") ?? ""
    if (!href.startsWith("#") || !isPermalink(tape, k)) continue
    const id = decoded(href.slice(1))
    if (isKnown(id)) return id
  }
  return ""
}

const decoded = (fragment: string): string => {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

const targetIn = (tape: Tape, i: number): string => {
  for (let k = i + 1; k < tape.end[i]!; k++) {
    const id = tape.tag[k] === Tags.TEXT ? "" : nameOf(tape, k)
    if (id !== "") return id
  }
  return ""
}

const blockAround = (tape: Tape, i: number): number => {
  let at = tape.parent[i]!
  while (at >= 0 && !Tags.is(tape.tag[at]!, Tags.BLOCK)) at = tape.parent[at]!
  return at
}

export const anchorsOf = (
  tape: Tape,
  { keep, roots }: { readonly keep: Uint8Array; readonly roots: ReadonlyArray<number> }
): ReadonlyArray<Anchor> => {
  const { end, tag, text } = tape
  let known: Set<string> | undefined
  const isKnown = (id: string): boolean => {
    if (known === undefined) {
      known = new Set()
      for (let i = 0; i < tape.n; i++) if (tag[i] !== Tags.TEXT) known.add(nameOf(tape, i))
      known.delete("")
    }
    return known.has(id)
  }
  const out: Array<Anchor> = []
  let target = ""
  let wrapper = { id: "", end: -1 }
  for (const root of roots) {
    for (let i = root; i < end[root]! && out.length < MAX_ANCHORS; i++) {
      if (tag[i] === Tags.TEXT) {
        if (keep[i] === 0 || !/\S/.test(text[i]!)) continue
        if (target !== "") {
          const block = blockAround(tape, i)
          const words = wordsFrom(tape, i, block < 0 ? i + 1 : end[block]!, keep)
          out.push({ id: target, kind: "text", words })
        }
        target = ""
        wrapper = { id: "", end: -1 }
        continue
      }
      if (isHeading(tape, i) && keep[i] !== 0) {
        const words = wordsFrom(tape, i + 1, end[i]!, keep)
        const around = end[i]! <= wrapper.end ? wrapper.id : ""
        const id = permalinkOf(tape, i, isKnown) || nameOf(tape, i) || targetIn(tape, i) || target || around
        if (/\S/.test(words)) out.push({ id, kind: "heading", words })
        target = ""
        wrapper = { id: "", end: -1 }
        i = end[i]! - 1
        continue
      }
      const id = nameOf(tape, i)
      if (isTerm(tape, i) && keep[i] !== 0) target = id || targetIn(tape, i) || target
      else if (id !== "" && isTarget(tape, i)) target = id
      else if (id !== "" && wrappers.has(tag[i]!)) wrapper = { id, end: end[i]! }
      if (keep[i] === 0 && !isTarget(tape, i)) i = end[i]! - 1
    }
  }
  return out
}
