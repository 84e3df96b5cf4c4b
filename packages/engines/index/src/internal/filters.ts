/**
 * Determines which rows of the index pass the filters of a query: conditions on terms, exact times, and checks of the
 * text.
 */
import type { Search } from "../Protocol.ts"
import { evaluate, termsOf as conditionTerms } from "./conditions.ts"
import type * as Expand from "./expand.ts"
import * as Facet from "./facet.ts"
import type { Kind } from "./ids.ts"
import type { Condition, Plan } from "./plan.ts"
import { Stale } from "./reader.ts"
import * as Rows from "./rows.ts"
import type { Searched } from "./searched.ts"

export const DAY_MS = 86_400_000

const isoDay = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** Returns the conditions of a date range. Facets only know days, so exact times are also compared with the rows. */
export const inWindow = (search: Search): ReadonlyArray<Condition> => {
  const { from, to } = search
  const any = (facets: ReadonlyArray<string>): Condition => ({
    tag: "terms",
    terms: facets.map((facet) => Facet.mark + facet),
    where: "anywhere"
  })
  return [
    ...(from === undefined ? [] : [any(Facet.days("after", isoDay(from)))]),
    ...(to === undefined ? [] : [any(Facet.days("before", isoDay(to + DAY_MS - 1)))]),
    ...(search.source === "news" && from === undefined && to === undefined ? [any([Facet.dated])] : [])
  ]
}

export interface Run {
  readonly index: Searched
  readonly kind: Kind
  readonly search: Search
  readonly plan: Plan
  readonly languages: ReadonlyArray<string>
  readonly allowed: (segment: number) => Uint8Array | undefined
  readonly pairs: Map<number, number>
  readonly isMet: (row: Rows.Row, condition: Condition) => boolean
}

/** Returns a test for the conditions that terms decide, so that the text of a document is not read for them. */
export const decisions = async (
  index: Searched,
  kind: Kind,
  conditions: ReadonlyArray<Condition>,
  expander: Expand.Expander
): Promise<Run["isMet"]> => {
  if (conditions.length === 0) return () => false
  const expand = (prefix: string) => expander.prefix(prefix)
  await index.fetch(kind, conditions.flatMap((condition) => conditionTerms(condition, expand)))
  const masksAt = (at: number) =>
    new Map(conditions.map((condition) => [condition, evaluate(index, kind, at, condition, expand)]))
  const known = new Map(index.segments(kind).all.map((segment, at) => [segment, masksAt(at)]))
  return ({ document, segment }, condition) => {
    let masks = known.get(segment)
    if (masks === undefined && index.gather !== undefined) {
      masks = masksAt(index.segments(kind).all.indexOf(segment))
      known.set(segment, masks)
    }
    const mask = masks?.get(condition)
    if (mask === undefined) throw new Stale("a segment came meanwhile")
    return mask[document] === 1
  }
}

export const masks = async (
  index: Searched,
  kind: Kind,
  conditions: ReadonlyArray<Condition>,
  expander: Expand.Expander
): Promise<(segment: number) => Uint8Array | undefined> => {
  if (conditions.length === 0) return () => undefined
  // A cluster has already applied the conditions to the documents that it returns.
  if (index.gather !== undefined) return () => undefined
  const condition: Condition = { tag: "and", items: conditions }
  const expand = (prefix: string) => expander.prefix(prefix)
  await index.fetch(kind, conditionTerms(condition, expand))
  const known = new Map<number, Uint8Array>()
  return (segment) => {
    let mask = known.get(segment)
    if (mask === undefined) {
      mask = evaluate(index, kind, segment, condition, expand)
      known.set(segment, mask)
    }
    return mask
  }
}

const isDay = /^\d{4}-\d{2}-\d{2}$/

/** Returns the last time of a date. A day without a time means the whole day, as in `Residual`. */
const lastOf = ({ date, modified }: Rows.Row, published: number): number =>
  isDay.test(date ?? modified ?? "") ? published + DAY_MS - 1 : published

export const isInTime = (row: Rows.Row, { from, to }: Run["search"]): boolean => {
  if (from !== undefined && (row.published === null || lastOf(row, row.published) < from)) return false
  return to === undefined || row.published !== null && row.published < to
}

export const passes = async (row: Rows.Row, { isMet, index, plan, search }: Run): Promise<boolean> => {
  if (!isInTime(row, search)) return false
  if (plan.checks.length === 0) return true
  const candidate = {
    url: row.url,
    title: row.image === undefined ? row.title : `${row.image.alt}\n${row.title}`,
    body: await Rows.body(index, row),
    width: row.image?.width ?? null,
    height: row.image?.height ?? null,
    isMet: (condition: Condition) => isMet(row, condition)
  }
  return plan.checks.every((check) => check(candidate))
}
