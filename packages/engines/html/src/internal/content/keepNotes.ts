/**
 * Keeps notes that the content references and that are outside of it: after the article, in a footer, or shown on
 * demand.
 *
 * The trees are not trained on notes restored here, so no feature changes.
 *
 * @since 0.3.0
 */
import { fragmentOf, targetsOf } from "../markdown/footnotes.ts"
import { isMark, isNote, noteAt } from "../markdown/noteLooks.ts"
import { isHidden } from "../survey/visible.ts"
import type { Work } from "../survey/work.ts"
import * as Tags from "../tape/tags.ts"
import { attr } from "../tape/tape.ts"

/** Limit for note marks per page. */
const MAX_MARKS = 2000

/** Maximum ratio of restored notes to kept text. Notes of an article are shorter than its text. */
const MAX_SHARE_OF_TEXT = 1

/** Lists of sources are not notes; their marks are citations. */
const source = /^cite_note|^(?:ref|bib|cite)[-_]?/i

/** Keeps the notes of kept marks. Returns whether it kept any. */
export const keepNotes = (work: Work, keep: Uint8Array): boolean => {
  const { tape, texts: { raw } } = work
  const { end, n, parent, tag } = tape
  const wanted = new Map<string, number>()
  let text = 0
  for (let i = 0; i < n && wanted.size < MAX_MARKS; i++) {
    if (keep[i] !== 1) continue
    if (tag[i] === Tags.TEXT) text += raw[i]!
    if (tag[i] !== Tags.A) continue
    const id = fragmentOf(tape, i)
    if (id !== undefined && !source.test(id) && !wanted.has(id) && isMark(tape, i, id)) wanted.set(id, i)
  }
  if (wanted.size === 0) return false
  const notes: Array<number> = []
  let size = 0
  for (const [id, target] of targetsOf(tape, new Set(wanted.keys()), 0, n)) {
    const anchor = wanted.get(id)!
    const found = target < anchor ? undefined : noteAt(tape, target)
    if (found === undefined || keep[found.block] === 1 || anchor >= found.block && anchor < end[found.block]!) continue
    const ids = [anchor, parent[anchor]!].flatMap((at) =>
      at < 0 ? [] : attr(tape, at, "id") ?? attr(tape, at, "name") ?? []
    )
    if (!isNote(tape, found, target, new Set(ids))) continue
    notes.push(found.block)
    size += raw[found.block]!
  }
  if (notes.length === 0 || size > MAX_SHARE_OF_TEXT * text) return false
  const excluded = new Set(work.excluded)
  for (const note of notes) {
    for (let p = note; p >= 0 && keep[p] === 0; p = parent[p]!) keep[p] = 1
    for (let k = note + 1; k < end[note]!; k++) {
      if (Tags.is(tag[k]!, Tags.INVISIBLE | Tags.EMBEDDED) || excluded.has(k) || isHidden(tape, k)) k = end[k]! - 1
      else keep[k] = 1
    }
  }
  return true
}
