/**
 * What a page adds to a crawl. A site may have endlessly many addresses for few pages: calendars, facets, sessions, login
 * walls. They are told by what stands behind them, not by how they are spelled: a page that says what another said, or
 * names another as its canonical address, leads nowhere, and a form of address that keeps leading nowhere is not followed
 * any more.
 *
 * Every crawler of ours decides by it, whether its pages wait in memory or in the store of a job.
 *
 * @since 0.2.0
 */
import type { Document } from "@dunlin/schema/Document"
import * as Effect from "effect/Effect"
import {
  canonicalOf,
  digest,
  formOf,
  isDeadEnd,
  isHidden,
  isTrap,
  marksOf,
  numberlessOf
} from "./internal/pageMarks.ts"

export {
  /**
   * Whether an address may be that of a page: on the web, no longer than people make them, and no file without text.
   *
   * @category predicates
   * @since 0.2.0
   */
  isPage,
  /**
   * The host as people see it: without `www.`, which the two usually share, and with a port of its own.
   *
   * @category getters
   * @since 0.2.0
   */
  siteOf
} from "./internal/scope.ts"

/**
 * What a crawl remembers of the pages it has seen.
 *
 * @category models
 * @since 0.2.0
 */
export interface Memory<out E = never> {
  /** Whether the page is the one that has the mark: the first that met it. */
  readonly meet: (mark: string, page: string) => Effect.Effect<boolean, E>
  /** Adds to the visits of a form of address, and to those that were of use, and answers what they are then. */
  readonly tally: (form: string, visit: {
    readonly tried: number
    readonly useful: number
  }) => Effect.Effect<{ readonly tried: number; readonly useful: number }, E>
}

/**
 * Which addresses are pages of the crawl.
 *
 * @category models
 * @since 0.2.0
 */
export interface Scope {
  readonly isInside: (url: string) => boolean
  /** Addresses with the same key are one page. */
  readonly keyOf: (url: string) => string
}

/**
 * A page as it was asked for.
 *
 * @category models
 * @since 0.2.0
 */
export interface Asked {
  readonly url: string
  /** Links away from the start, which is worth asking for and being led out of its own scope. */
  readonly depth: number
}

/**
 * A page as it was read.
 *
 * @category models
 * @since 0.2.0
 */
export interface Read extends Asked {
  readonly document: Document
  /** What the page says. @default the Markdown of the document */
  readonly text?: string | undefined
}

/**
 * What a page adds: itself and where it leads; itself alone, because it differs from another in numbers alone, in what it
 * says and in its address, as the months of a calendar do; the address of the page that it is a copy of; or nothing.
 *
 * @category models
 * @since 0.2.0
 */
export type Worth = "page" | "likeness" | "address" | "nothing"

/**
 * @category models
 * @since 0.2.0
 */
export interface Verdict {
  readonly worth: Worth
  /** Whether the page is one of those that the crawl is for, and does not ask to be left out. */
  readonly isKept: boolean
  /** Whether the links of the page are followed. */
  readonly isFollowed: boolean
  /** Whether they would be followed, did the page not differ from another in numbers alone. */
  readonly isPassedBy: boolean
  /** Another page of the crawl that this one names as the one it is a copy of. */
  readonly canonical: string | undefined
}

/**
 * @category models
 * @since 0.2.0
 */
export interface Judge<out E = never> {
  /** Whether addresses of this form may lead to anything. */
  readonly isWorthAsking: (asked: Asked) => Effect.Effect<boolean, E>
  readonly judge: (page: Read) => Effect.Effect<Verdict, E>
  /** Remembers a visit that came to nothing. */
  readonly fail: (asked: Asked) => Effect.Effect<void, E>
}

/**
 * Judges the pages of one crawl.
 *
 * **Example** (Two addresses of one page)
 *
 * ```ts
 * import { PageWorth } from "@dunlin/jobs"
 * import { Effect } from "effect"
 *
 * const { judge } = PageWorth.make({
 *   memory: PageWorth.memory(),
 *   scope: { isInside: () => true, keyOf: (url) => url },
 *   robots: true
 * })
 * const read = (url: string) =>
 *   Effect.map(judge({ url, depth: 1, document: { markdown: "A wader." } }), ({ worth }) => worth)
 * const program = Effect.all([read("https://example.com/dunlin"), read("https://example.com/dunlin?from=map")])
 * console.log(await Effect.runPromise(program)) // [ 'page', 'nothing' ]
 * ```
 *
 * @category constructors
 * @since 0.2.0
 */
export const make = <E>({ followsLikenesses = false, memory, robots, scope }: {
  readonly memory: Memory<E>
  readonly scope: Scope
  /** Whether what pages say to crawlers is obeyed. */
  readonly robots: boolean
  /** Whether pages lead on that differ from another in numbers alone, of which a calendar has no end. @default false */
  readonly followsLikenesses?: boolean | undefined
}): Judge<E> => {
  const visited = ({ url }: Asked, useful: boolean) => memory.tally(formOf(url), { tried: 1, useful: useful ? 1 : 0 })

  const worthOf = Effect.fnUntraced(function*({ depth, document, text, url: asked }: Read) {
    const url = document.metadata?.url ?? asked
    if ((document.metadata?.statusCode ?? 200) >= 400 || (depth > 0 && !scope.isInside(url))) return "nothing"
    const page = scope.keyOf(asked)
    const met = (mark: string) => memory.meet(mark, page)
    const canonical = canonicalOf(url, document, scope)
    if (canonical !== undefined) return (yield* met(`named ${scope.keyOf(canonical)}`)) ? "address" : "nothing"
    const key = scope.keyOf(url)
    // Copies that name this page tell nothing new from now on.
    yield* met(`named ${key}`)
    if (key !== page && !(yield* met(`at ${key}`))) return "nothing"
    const marks = marksOf(document, text)
    if (marks === undefined) return "page"
    if (!(yield* met(marks.copy))) return "nothing"
    return (yield* met(`like ${marks.likeness} at ${numberlessOf(url)}`)) ? "page" : "likeness"
  })

  return {
    isWorthAsking: ({ depth, url }) =>
      depth === 0
        ? Effect.succeed(true)
        : Effect.map(memory.tally(formOf(url), { tried: 0, useful: 0 }), (visits) => !isTrap(visits)),
    judge: Effect.fnUntraced(function*(page) {
      const worth: Worth = yield* worthOf(page)
      yield* visited(page, worth !== "nothing")
      const { document, url } = page
      return {
        worth,
        isKept: (worth === "page" || worth === "likeness") && !(robots && isHidden(document)),
        // What is like another page leads to what is like others: the next month of a calendar, for example.
        isFollowed: (worth === "page" || (worth === "likeness" && followsLikenesses)) &&
          !(robots && isDeadEnd(document)),
        isPassedBy: worth === "likeness" && !followsLikenesses && !(robots && isDeadEnd(document)),
        canonical: canonicalOf(document.metadata?.url ?? url, document, scope)
      }
    }),
    fail: (asked) => Effect.asVoid(visited(asked, false))
  }
}

/**
 * A memory for one crawl in one process.
 *
 * @category constructors
 * @since 0.2.0
 */
export const memory = (): Memory => {
  const marks = new Map<string, string>()
  const tallies = new Map<string, { readonly tried: number; readonly useful: number }>()
  return {
    meet: (mark, page) =>
      Effect.sync(() => {
        const [key, by] = [digest(mark), digest(page)]
        const first = marks.get(key)
        if (first === undefined) marks.set(key, by)
        return first === undefined || first === by
      }),
    tally: (form, { tried, useful }) =>
      Effect.sync(() => {
        const before = tallies.get(form) ?? { tried: 0, useful: 0 }
        const after = { tried: before.tried + tried, useful: before.useful + useful }
        if (tried > 0) tallies.set(form, after)
        return after
      })
  }
}
