/**
 * Finds pages that are used although they name another page as canonical, and lists that look like copies but are
 * not.
 */
import * as Effect from "effect/Effect"
import type { Memory, Read, Scope } from "../PageWorth.ts"
import { listMarksOf, marksOf, numberlessOf, REQUESTS_BEFORE_JUDGING } from "./pageMarks.ts"

export const namedMark = (key: string): string => `named ${key}`

/** Mark of a page that failed, or that another page named as canonical before. */
export const goneMark = (key: string): string => `gone ${key}`

/** Counter of lists whose text equals that of another list. */
const LIST_FORM = "list"

/**
 * Counter of failed canonical pages. If their failures were recorded under the pattern of the page's URL, such a page
 * would count twice for that pattern.
 */
const GONE_FORM = "gone"

interface Remembering<E> {
  readonly memory: Memory<E>
  readonly scope: Scope
}

/**
 * Whether a page has the text of another page but other links, and its URL differs only in numbers or query. This is
 * true for lists whose links all read "Read more".
 */
export const leadsElsewhere = <E>(
  { memory, scope }: Remembering<E>,
  { document, text, url }: Read,
  copyOf: string
): Effect.Effect<boolean, E> => {
  // A path that grows with each link would lead to copies without end.
  if (numberlessOf(new URL(copyOf).pathname) !== numberlessOf(new URL(url).pathname)) return Effect.succeed(false)
  const marks = listMarksOf(document, marksOf(document, text), scope)
  if (marks.length === 0) return Effect.succeed(false)
  const visit = { page: scope.keyOf(url), form: LIST_FORM, notes: [], marks, needed: 1 }
  return Effect.map(memory.visit(visit), (own) => own > 0)
}

/**
 * Whether the canonical page of a page names this page as canonical, directly or through others. No page of such a
 * loop is the original, so the last one that is read is used. Longer loops are not detected.
 */
export const isInLoop = Effect.fnUntraced(function*<E>(
  { memory, scope }: Remembering<E>,
  { own, target }: { readonly own: string; readonly target: string }
): Effect.fn.Return<boolean, E> {
  for (let at = 0, key = own; at < REQUESTS_BEFORE_JUDGING; at++) {
    const from = yield* memory.firstWith?.(namedMark(key)) ?? Effect.undefined
    if (from === undefined || scope.keyOf(from) === key) return false
    key = scope.keyOf(from)
    if (key === target || key === own) return key === target
  }
  return false
})

/** Records that a page failed. Returns the first page that named it as canonical. */
export const standInFor = Effect.fnUntraced(function*<E>(
  { memory, scope }: Remembering<E>,
  page: string
): Effect.fn.Return<string | undefined, E> {
  const gone = goneMark(page)
  yield* memory.visit({ page, form: GONE_FORM, notes: [gone], marks: [], needed: 1 })
  const named = yield* memory.firstWith?.(gone) ?? Effect.undefined
  return named === undefined || scope.keyOf(named) === page ? undefined : named
})
