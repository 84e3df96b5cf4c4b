/**
 * Finds the words of a query that a page does not contain. It uses the lists of terms, because a hit has only some
 * passages of a long page.
 */
import * as Ascending from "@dunlin/text/Ascending"
import * as Coverage from "@dunlin/text/Coverage"
import type { Concept } from "./concepts.ts"
import type * as Expand from "./expand.ts"
import type { Kind } from "./ids.ts"
import type { Plan } from "./plan.ts"
import type { Row } from "./rows.ts"
import type { Searched } from "./searched.ts"

/**
 * Returns the words of a query that may be missing. Corrected words are reported in the suggestion, and incomplete
 * words match by prefix, so both are excluded.
 */
export const subjectsOf = (
  { concepts }: Plan,
  { near }: Pick<Expand.Expansion, "near">,
  corrected: ReadonlyMap<string, string>
): ReadonlyArray<Concept> =>
  concepts.filter(({ folded, groups, isPlain, isPrefix, isStop, isUnit, typed }) =>
    isPlain && !isStop && !isPrefix && isUnit !== true && groups.length > 0 && Coverage.isSubject(typed) &&
    !corrected.has(folded) && ![...near.get(folded)?.keys() ?? []].some((word) => word.startsWith(folded))
  )

export const absent = (index: Searched, kind: Kind, subjects: ReadonlyArray<Concept>): ReadonlyArray<string> =>
  subjects.filter(({ groups }) => groups.every(({ terms }) => terms.every((term) => index.frequency(kind, term) === 0)))
    .map(({ typed }) => typed)

export const ofPage = (
  index: Searched,
  kind: Kind,
  subjects: ReadonlyArray<Concept>,
  { document, segment }: Row
): ReadonlyArray<string> => {
  const { heads } = segment.documents
  const at = index.segments(kind).all.indexOf(segment)
  const from = heads[document]!
  const to = heads[document + 1] ?? Infinity
  const has = (term: string): boolean => {
    const pieces = index.lists(kind, term).bySegment[at]?.pieces
    if (pieces === undefined) return false
    const found = Ascending.countWhile(pieces.length, (place) => pieces[place]! < from)
    return found < pieces.length && pieces[found]! < to
  }
  return subjects.filter(({ groups }) => !groups.some(({ terms }) => terms.some(has))).map(({ typed }) => typed)
}
