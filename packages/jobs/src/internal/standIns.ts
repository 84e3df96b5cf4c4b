/** Finds pages that must be used although they name another page as canonical, and lists that look like copies. */
import * as Effect from "effect/Effect"
import type { Memory, Read, Scope } from "../PageWorth.ts"
import { listMarksOf, marksOf, numberlessOf, REQUESTS_BEFORE_JUDGING } from "./pageMarks.ts"

/** Fingerprint of a page that was read, or that another page names as canonical. */
export const namedMark = (key: string): string => `named ${key}`

/** Fingerprint of a page that failed, or that another page names as canonical before that. */
export const goneMark = (key: string): string => `gone ${key}`

/** The pattern under which lists with the text of another list are counted. */
const LIST_FORM = "list"

/** The pattern under which failed canonical pages are counted, so that they do not count twice for their own. */
const GONE_FORM = "gone"

/** The memory and the scope of a crawl. */
interface Remembering<E> {
  readonly memory: Memory<E>
  readonly scope: Scope
}

/**
 * Whether a page has the same text as another one, a URL that differs only in numbers or in its query, and other links.
 * Lists whose links all have the text "Read more" are such pages.
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
 * Whether a page names a canonical page that, directly or through others, names this page as canonical. Then no page of
 * the loop is the original, and the last one that is read is used. Longer loops are not searched for.
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

/** Records that a page failed, and returns the first page that named it as canonical. */
export const standInFor = Effect.fnUntraced(function*<E>(
  { memory, scope }: Remembering<E>,
  page: string
): Effect.fn.Return<string | undefined, E> {
  const gone = goneMark(page)
  yield* memory.visit({ page, form: GONE_FORM, notes: [gone], marks: [], needed: 1 })
  const named = yield* memory.firstWith?.(gone) ?? Effect.undefined
  return named === undefined || scope.keyOf(named) === page ? undefined : named
})
