/**
 * Restores parts that a page names after their headings. `refinement` is the name of filters in a shop, but also of a
 * section about sugar on a page whose other sections are named after their headings.
 *
 * The trees are not trained on parts restored here, so no feature changes.
 *
 * @since 0.1.0
 */
import { isHidden } from "../survey/visible.ts"
import { Drop, type Work } from "../survey/work.ts"
import * as Tags from "../tape/tags.ts"
import { attr, type Tape, textOf } from "../tape/tape.ts"

/**
 * Minimum number of kept siblings that are named after their headings, as evidence that a page names its parts in
 * this way.
 */
const MIN_NAMESAKES = 2
const MAX_NAMING_HEADING_CHARACTERS = 60
const MIN_PROSE_CHARACTERS = 60
const MAX_CHARACTERS_OF_NAMESAKES = 300

/**
 * Names of boilerplate that may also be subjects of a text. Other names, such as newsletter or comment, are
 * boilerplate even below a heading with the same name.
 */
const SUBJECTS: ReadonlySet<string> = new Set(
  ["controls", "facets", "filter", "filters", "refinement", "refinements", "signature", "signatures", "tools"]
)

export const keepNamesakes = (work: Work, keep: Uint8Array): boolean => {
  const { drop, tape: { end, n, parent, tag } } = work
  const beside = new Map<number, { keptCount: number; readonly dropped: Array<number> }>()
  for (let i = 0; i < n; i++) {
    const why = drop[i]
    if (tag[i] !== Tags.SECTION || parent[i]! < 0) continue
    const isDropped = why === Drop.Named || why === Drop.Weak
    if (why !== 0 && !isDropped || isDropped && keep[i] === 1) continue
    const name = nameInHeading(work.tape, i)
    if (name === undefined) continue
    let parts = beside.get(parent[i]!)
    if (parts === undefined) beside.set(parent[i]!, parts = { keptCount: 0, dropped: [] })
    if (!isDropped) parts.keptCount += keep[i]!
    else if (SUBJECTS.has(name) && isProse(work, i)) parts.dropped.push(i)
    if (isDropped) i = end[i]! - 1
  }
  const excluded = new Set(work.excluded)
  let brought = false
  for (const { dropped, keptCount: kept } of beside.values()) {
    if (kept < MIN_NAMESAKES) continue
    for (const part of dropped) {
      keepAll(work, part, excluded, keep)
      brought = true
    }
  }
  return brought
}

const nameInHeading = (tape: Tape, i: number): string | undefined => {
  const { end, tag } = tape
  for (let k = i + 1; k < end[i]!; k++) {
    if (tag[k] === Tags.TEXT && /\S/.test(tape.text[k]!)) return undefined
    if (!Tags.is(tag[k]!, Tags.HEADING)) continue
    const heading = asName(textOf(tape, k, MAX_NAMING_HEADING_CHARACTERS + 1).trim())
    if (heading === "" || heading.length > MAX_NAMING_HEADING_CHARACTERS) return undefined
    const names = `${attr(tape, i, "class") ?? ""} ${attr(tape, i, "id") ?? ""}`
    return names.length <= MAX_CHARACTERS_OF_NAMESAKES && names.split(/\s+/).some((name) => asName(name) === heading)
      ? heading
      : undefined
  }
  return undefined
}

const asName = (text: string): string => text.toLowerCase().replace(/[\s_]+/g, "-")

const isProse = ({ survey: { links }, tape: { end, tag }, texts: { raw } }: Work, i: number): boolean => {
  if (links[end[i]!] !== links[i]) return false
  let paragraphs = 0
  for (let k = i + 1; k < end[i]!; k++) {
    const id = tag[k]!
    if (id === Tags.FORM || id === Tags.INPUT || id === Tags.TEXTAREA || id === Tags.SELECT || id === Tags.BUTTON) {
      return false
    }
    if (id === Tags.P && raw[k]! >= MIN_PROSE_CHARACTERS) paragraphs++
  }
  return paragraphs > 0
}

const keepAll = ({ tape }: Work, part: number, excluded: ReadonlySet<number>, keep: Uint8Array): void => {
  const { end, parent, tag } = tape
  for (let p = part; p >= 0 && keep[p] === 0; p = parent[p]!) keep[p] = 1
  for (let k = part + 1; k < end[part]!; k++) {
    if (Tags.is(tag[k]!, Tags.INVISIBLE | Tags.EMBEDDED) || excluded.has(k) || isHidden(tape, k)) k = end[k]! - 1
    else keep[k] = 1
  }
}
