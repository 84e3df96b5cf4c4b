/**
 * Finds tables, definition lists, code blocks, and lists below a written heading that are dropped whole. Their texts
 * are too short or too linked to count as a section, but a reader sees that they are missing.
 *
 * @since 0.3.0
 */
import { Drop, type Ruled, type Selection } from "../survey/work.ts"
import * as Tags from "../tape/tags.ts"
import { isOfSite } from "./amongProse.ts"

/** Minimum rows of a reported table. Tables with fewer rows often place buttons or pictures. */
const MIN_ROWS_OF_OMITTED_TABLE = 3

export interface OmittedStructure {
  readonly at: number
  /** The written heading directly above; -1 without one. */
  readonly heading: number
  readonly characters: number
}

const isHiddenOrTool = (drop: number): boolean =>
  drop === Drop.Hidden || drop === Drop.Landmark || drop === Drop.Control || drop === Drop.Duplicate ||
  drop === Drop.Headed || drop === Drop.Announced

export const omittedStructures = ({ root, work }: Ruled, { keep }: Selection): ReadonlyArray<OmittedStructure> => {
  const { drop, tape, texts: { raw } } = work
  const { end, n, tag } = tape
  const stop = root < 0 ? n : end[root]!
  const start = Math.max(root, 0)
  // Sums up to each node, so that nested tables cost no second pass.
  const kept = new Int32Array(stop - start + 1)
  const rows = new Int32Array(stop - start + 1)
  const characters = new Int32Array(stop - start + 1)
  for (let i = start; i < stop; i++) {
    const isText = tag[i] === Tags.TEXT
    kept[i - start + 1] = kept[i - start]! + (isText && keep[i] === 1 ? raw[i]! : 0)
    characters[i - start + 1] = characters[i - start]! + (isText ? raw[i]! : 0)
    rows[i - start + 1] = rows[i - start]! + (tag[i] === Tags.TR ? 1 : 0)
  }
  const within = (sums: Int32Array, i: number) => sums[end[i]! - start]! - sums[i - start]!
  const found: Array<OmittedStructure> = []
  let heading = -1
  let endOfDropped = 0
  for (let i = start; i < stop; i++) {
    if (drop[i] !== Drop.None && drop[i] !== Drop.Hard) endOfDropped = Math.max(endOfDropped, end[i]!)
    // Below a dropped part everything is `Hard`. Elsewhere `Hard` is text that is never visible.
    if (isHiddenOrTool(drop[i]!) || drop[i] === Drop.Hard && i >= endOfDropped) i = end[i]! - 1
    else if (Tags.is(tag[i]!, Tags.HEADING)) {
      heading = within(kept, i) > 0 && tag[i] !== Tags.H1 ? i : -1
      i = end[i]! - 1
    } else if (tag[i] === Tags.TEXT) {
      if (raw[i]! > 0) heading = -1
    } else if (
      (tag[i] === Tags.TABLE && within(rows, i) >= MIN_ROWS_OF_OMITTED_TABLE || tag[i] === Tags.DL ||
        tag[i] === Tags.PRE || heading >= 0 && (tag[i] === Tags.UL || tag[i] === Tags.OL)) &&
      within(characters, i) > 0 && within(kept, i) === 0 && kept[i - start]! > 0 && !isOfSite(tape, i)
    ) {
      found.push({ at: i, heading, characters: within(characters, i) })
      heading = -1
      i = end[i]! - 1
    }
  }
  return found
}
