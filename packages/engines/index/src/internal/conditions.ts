/** Determines which documents of a segment meet a condition. */
import type { Kind } from "./ids.ts"
import type { Condition, Where } from "./plan.ts"
import type { Loaded } from "./reader.ts"
import type { Searched } from "./searched.ts"
import * as Segment from "./segment.ts"

export const termsOf = (
  condition: Condition,
  expand: (prefix: string) => ReadonlyArray<string>
): ReadonlyArray<string> => {
  switch (condition.tag) {
    case "terms":
      return condition.terms
    case "prefix":
      return expand(condition.prefix)
    case "and":
    case "or":
      return condition.items.flatMap((item) => termsOf(item, expand))
    case "not":
      return termsOf(condition.item, expand)
    case "everything":
      return []
  }
}

const isThere = (segment: Loaded, list: Segment.List, at: number, where: Where): boolean => {
  const piece = list.pieces[at]!
  const { heads, owners } = segment.documents
  const isHead = heads[owners[piece]!] === piece
  switch (where) {
    case "anywhere":
      return true
    case "title":
      return isHead && Segment.firstOf(list.counts[at]!) > 0
    case "address":
      return isHead && Segment.secondOf(list.counts[at]!) > 0
    case "text":
      return !isHead
  }
}

const mark = (mask: Uint8Array, segment: Loaded, list: Segment.List | undefined, where: Where): void => {
  if (list === undefined) return
  const { owners } = segment.documents
  for (let at = 0; at < list.pieces.length; at++) {
    if (where === "anywhere" || isThere(segment, list, at, where)) mask[owners[list.pieces[at]!]!] = 1
  }
}

export const evaluate = (
  index: Searched,
  kind: Kind,
  at: number,
  condition: Condition,
  expand: (prefix: string) => ReadonlyArray<string>
): Uint8Array => {
  const segment = index.segments(kind).all[at]!
  const size = segment.documents.count
  switch (condition.tag) {
    case "terms":
    case "prefix": {
      const mask = new Uint8Array(size)
      const terms = condition.tag === "terms" ? condition.terms : expand(condition.prefix)
      for (const term of terms) mark(mask, segment, index.lists(kind, term).bySegment[at], condition.where)
      return mask
    }
    case "and": {
      const mask = new Uint8Array(size).fill(1)
      for (const item of condition.items) {
        const other = evaluate(index, kind, at, item, expand)
        for (let document = 0; document < size; document++) mask[document]! &= other[document]!
      }
      return mask
    }
    case "or": {
      const mask = new Uint8Array(size)
      for (const item of condition.items) {
        const other = evaluate(index, kind, at, item, expand)
        for (let document = 0; document < size; document++) mask[document]! |= other[document]!
      }
      return mask
    }
    case "not": {
      const mask = evaluate(index, kind, at, condition.item, expand)
      for (let document = 0; document < size; document++) mask[document] = 1 - mask[document]!
      return mask
    }
    case "everything":
      return new Uint8Array(size).fill(1)
  }
}
