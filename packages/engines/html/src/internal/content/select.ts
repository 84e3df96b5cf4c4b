/**
 * Selects the main content of a page. The rules find candidates, and trained trees judge every text unit. The
 * headline and introduction are added last.
 *
 * @since 0.1.0
 */
import { keepUnscripted } from "../markdown/unscripted.ts"
import type { Ruled, Selection, Work } from "../survey/work.ts"
import { withLentColumns } from "../tape/lent.ts"
import * as Tags from "../tape/tags.ts"
import type { Tape } from "../tape/tape.ts"
import { judge } from "./judge.ts"
import { keepNotes } from "./keepNotes.ts"
import { keepLeadPicture } from "./leadPicture.ts"
import { headline, leads, titled } from "./leads.ts"
import { keepNamesakes } from "./namesakes.ts"
import { isAnswer } from "./net.ts"
import { type OmittedSection, omittedSections } from "./omitted.ts"
import { type Portion, portionOf } from "./portion.ts"
import { signPosts } from "./posts.ts"
import { keepPrice } from "./price.ts"
import { applyRules } from "./rules.ts"
import { keepSignedItems } from "./signedItems.ts"
import { learned, type Trees } from "./trees.ts"

export interface SelectOptions {
  readonly headline: boolean
  readonly excluded: ReadonlyArray<number>
}

export interface Chosen extends Selection {
  /** True if the trees dropped almost everything, so only the rules decided. */
  readonly byRulesAlone: boolean
  readonly omitted: ReadonlyArray<OmittedSection>
  readonly portion: Portion | undefined
}

export const select = (tape: Tape, url: string | undefined, options: SelectOptions): Chosen | undefined =>
  withLentColumns(() => {
    const ruled = introduced(applyRules(tape, url, options.excluded))
    for (const trees of [learned(), undefined]) {
      const { keep, roots } = choose(ruled, options.headline, trees, url)
      if (isAnswer(ruled.work, { keep, roots }, titled(ruled.work, keep, ruled.title))) {
        const omitted = omittedSections(ruled, { keep, roots })
        const portion = portionOf(ruled.work, { keep })
        return { keep: keep.slice(), roots, byRulesAlone: trees === undefined, omitted, portion }
      }
    }
    return undefined
  })

export interface Introduced extends Ruled {
  /** Index of the headline; -1 if none exists. */
  readonly title: number
  readonly roots: ReadonlyArray<number>
}

export const introduced = (ruled: Ruled): Introduced => {
  const { keep, measures, root, work } = ruled
  const { drop, tape: { end, n } } = work
  if (root < 0) {
    const roots: Array<number> = []
    for (let i = 0; i < n; i = end[i]!) if (keep[i] === 1) roots.push(i)
    return { ...ruled, title: -1, roots }
  }
  const title = headline(work, keep, root)
  const outside = title >= 0 && title < root
  const above = leads(work, measures, root, outside ? title : -1)
  if (outside) keepHeadline(work, title, keep)
  for (const lead of above) {
    for (let k = lead; k < end[lead]!; k++) {
      keep[k] = drop[k] === 0 && (k === lead || keep[work.tape.parent[k]!] === 1) ? 1 : 0
    }
  }
  return { ...ruled, title, roots: [...(outside ? [title] : []), ...above, root] }
}

export const choose = (
  ruled: Introduced,
  withHeadline: boolean,
  trees: Trees | undefined,
  url?: string
): Selection => {
  const { work: { tape } } = ruled
  const judged = trees === undefined ? undefined : judge(ruled, trees)
  const keep = judged ?? ruled.keep.slice()
  // Keeps the ancestors of the chosen parts, because other parts below them may be kept.
  if (judged === undefined) {
    for (const root of ruled.roots) {
      for (let p = tape.parent[root]!; p >= 0 && keep[p] === 0; p = tape.parent[p]!) keep[p] = 1
    }
  }
  const title = withHeadline ? titled(ruled.work, keep, ruled.title) : ruled.title
  if (title >= 0) {
    if (!withHeadline) { for (let k = title; k < tape.end[title]!; k++) keep[k] = 0 }
    else if (judged !== undefined || keep[title] === 0) keepHeadline(ruled.work, title, keep)
  }
  const priced = keepPrice(ruled.work, title, keep)
  keepUnscripted(tape, ruled.work.survey.noscripts, keep)
  const pictured = keepLeadPicture(ruled, url, title, keep)
  const named = keepNamesakes(ruled.work, keep)
  const noted = keepNotes(ruled.work, keep)
  let brought = priced || pictured || named || noted
  if (ruled.work.forum) signPosts(ruled.work, keep)
  else {
    brought = keepSignedItems(ruled.work, keep) || brought
    if (!brought && judged === undefined && title === ruled.title) return { keep, roots: ruled.roots }
  }
  return { keep, roots: rootsOf(tape, keep) }
}

const keepHeadline = ({ drop, tape, texts }: Work, title: number, keep: Uint8Array): void => {
  const { end, parent, tag } = tape
  for (let p = title; p >= 0 && keep[p] === 0; p = parent[p]!) keep[p] = 1
  // If the rules kept some words of the title, they dropped only its tools.
  let read = false
  for (let k = title + 1; k < end[title]! && !read; k++) {
    read = tag[k] === Tags.TEXT && texts.raw[k]! > 0 && drop[k] === 0
  }
  for (let k = title + 1; k < end[title]!; k++) {
    keep[k] = keep[parent[k]!] === 1 && !Tags.is(tag[k]!, Tags.INVISIBLE | Tags.EMBEDDED) && !(read && drop[k] !== 0)
      ? 1
      : 0
  }
}

const frames = new Set([Tags.HTML, Tags.BODY, Tags.DIV, Tags.MAIN, Tags.SECTION, Tags.ARTICLE])

const rootsOf = (tape: Tape, keep: Uint8Array): ReadonlyArray<number> => {
  const { end, n, tag } = tape
  let from = 0
  let to = n
  for (;;) {
    const kept: Array<number> = []
    for (let c = from; c < to; c = end[c]!) {
      if (keep[c] === 1 && !(tag[c] === Tags.TEXT && /^\s*$/.test(tape.text[c]!))) kept.push(c)
    }
    const only = kept[0]
    if (only === undefined) return from === 0 ? [] : [from - 1]
    if (kept.length > 1) return from === 0 && to === n ? kept : [from - 1]
    if (!frames.has(tag[only]!)) return from === 0 && to === n ? kept : [from - 1]
    from = only + 1
    to = end[only]!
  }
}
