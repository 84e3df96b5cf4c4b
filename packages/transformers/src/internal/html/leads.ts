/**
 * What stands between the top of a page and the chosen part and yet belongs to it: the headline and the first words.
 *
 * @since 0.1.0
 */
import type { Measures } from "./measure.ts"
import * as Names from "./names.ts"
import * as Tags from "./tags.ts"
import { Drop, type Work } from "./work.ts"

const most = 1500

/** Paragraphs of an introduction before the chosen part, in document order. */
export const leads = (work: Work, m: Measures, root: number, title: number): ReadonlyArray<number> => {
  const { drop, roles, tape } = work
  const { end, parent, tag } = tape
  let from = title >= 0 ? end[title]! : -1
  if (from < 0) {
    for (let p = parent[root]!; p >= 0; p = parent[p]!) {
      if (tag[p] !== Tags.ARTICLE && tag[p] !== Tags.MAIN) continue
      from = p + 1
      break
    }
  }
  if (from < 0) return []
  const out: Array<number> = []
  let size = 0
  for (let i = from; i < root; i++) {
    const id = tag[i]!
    if (drop[i] !== 0) {
      i = end[i]! - 1
      continue
    }
    if (id === Tags.TEXT || end[i]! > root) continue
    if (id === Tags.FIGURE || id === Tags.FORM || id === Tags.UL || id === Tags.OL || id === Tags.TABLE) {
      i = end[i]! - 1
      continue
    }
    const length = m.length[i]!
    const lead = (roles[i]! & Names.LEAD) !== 0
    if (!lead && id !== Tags.P) continue
    if (length < (lead ? 25 : 60) || length > most || m.link[i]! > 0.4 * length) continue
    if (Tags.is(id, Tags.CONTAINER) && m.paragraphs[i]! > 4) continue
    size += length
    if (size > most) break
    out.push(i)
    i = end[i]! - 1
  }
  return out
}

/** The page's headline, in the chosen part or above it; -1 when there is none. */
export const headline = (work: Work, keep: Uint8Array, root: number): number => {
  const { drop, tape } = work
  const { end, parent, tag } = tape
  for (let i = root; i < end[root]!; i++) if (keep[i] === 1 && tag[i] === Tags.H1) return i
  for (let i = root - 1; i > 0; i--) {
    if (tag[i] !== Tags.H1 || drop[i] !== 0) continue
    if (end[i]! > root) return -1
    for (let p = parent[i]!; p >= 0; p = parent[p]!) if (drop[p] === Drop.Hard || drop[p] === Drop.Landmark) return -1
    return i
  }
  return -1
}
