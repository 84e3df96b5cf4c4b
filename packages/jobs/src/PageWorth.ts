/**
 * Judges whether a page is useful for a crawl, by its content and not by its URL. A site may have an unlimited number
 * of URLs for few pages: calendars, facets, sessions, login walls. A pattern of URLs that keeps leading to useless
 * pages is no longer followed.
 *
 * @since 0.2.0
 */
import type { Document } from "@dunlin/schema/Document"
import * as Effect from "effect/Effect"
import {
  alikeFormOf,
  canonicalOf,
  chainOf,
  chainsBefore,
  digest,
  formOf,
  isDeadEnd,
  isHidden,
  isTrap,
  listMarksOf,
  marksOf,
  mayGoOn,
  mayLeadOn,
  numberlessOf,
  type Rewrite,
  rewritesOf,
  traitHolds
} from "./internal/pageMarks.ts"
import { goneMark, isInLoop, leadsElsewhere, namedMark, standInFor } from "./internal/standIns.ts"

export {
  /**
   * Whether a URL may be a page: it is on the web, has a plausible length, and does not end like a non-text file.
   *
   * @category predicates
   * @since 0.2.0
   */
  isPage,
  /**
   * Returns the host as shown to people: without `www.`, because both usually serve one site, and with its port.
   *
   * @category getters
   * @since 0.2.0
   */
  siteOf
} from "./internal/scope.ts"

/**
 * A page that a crawl has read.
 *
 * @category models
 * @since 0.2.0
 */
export interface Visit {
  readonly page: string
  readonly form: string
  /** Fingerprints to record for the page, even if an earlier page has them. */
  readonly notes: ReadonlyArray<string>
  /** Fingerprints of the page, in order. They are recorded until one is found that an earlier page also has. */
  readonly marks: ReadonlyArray<string>
  /** Minimum number of new fingerprints that make the visit useful. */
  readonly needed: number
  /** Other patterns under which the visit is counted, as useful or not. */
  readonly traits?: ReadonlyArray<Trait> | undefined
}

/**
 * A pattern under which a visit is counted, and whether the visit was useful. Usefulness is given, or the visit is
 * useful if the page was the first with a given number of its fingerprints.
 *
 * @category models
 * @since 0.2.0
 */
export interface Trait {
  readonly form: string
  readonly holds: boolean | { readonly own: number }
}

/**
 * Visits of a URL pattern.
 *
 * @category models
 * @since 0.2.0
 */
export interface Visits {
  readonly tried: number
  readonly useful: number
}

/**
 * A crawl's memory of the pages it has read.
 *
 * @category models
 * @since 0.2.0
 */
export interface Memory<out E = never> {
  /**
   * Records a visit, and returns how many of the page's fingerprints no earlier page had. Repeating the call for the
   * same page returns the same number.
   */
  readonly visit: (visit: Visit) => Effect.Effect<number, E>
  /**
   * Returns the URL of the first page that had a fingerprint, so that a copy can name its original.
   *
   * @default copies name none
   * @since 0.3.0
   */
  readonly firstWith?: ((mark: string) => Effect.Effect<string | undefined, E>) | undefined
  readonly visits: (forms: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<Visits>, E>
}

/**
 * Which URLs are pages of the crawl.
 *
 * @category models
 * @since 0.2.0
 */
export interface Scope {
  readonly isInside: (url: string) => boolean
  /** Returns a key. URLs with the same key are one page. */
  readonly keyOf: (url: string) => string
}

/**
 * A requested page.
 *
 * @category models
 * @since 0.2.0
 */
export interface RequestedPage {
  readonly url: string
  /** Number of links from the start page to this one. The start is always requested, and may redirect out of scope. */
  readonly depth: number
  /**
   * Number of consecutive pages, up to this one, that link to each other and whose URLs differ only in numbers.
   *
   * @default 0
   */
  readonly alike?: number | undefined
  /**
   * The URL, without its numbers, of the previous page in this chain.
   *
   * @since 0.3.0
   */
  readonly via?: string | undefined
}

/**
 * A page that was read.
 *
 * @category models
 * @since 0.2.0
 */
export interface Read extends RequestedPage {
  readonly document: Document
  /** The predictions made before the request. Predictions that were already wrong are not counted again. */
  readonly outlook?: Outlook | undefined
  /** Text of the page. @default the document's Markdown */
  readonly text?: string | undefined
}

/**
 * The part of a page that is used. `page`: the page and its links. `likeness`: only the page, because its text and
 * URL differ from another page only in numbers, like the months of a calendar. `address`: the URL of the page that it
 * copies. `nothing`: no content.
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
  /** Whether the page is in the crawl's scope and may be stored. */
  readonly isKept: boolean
  /** Whether the page is marked `noindex`, and the crawl obeys the mark. */
  readonly isHidden: boolean
  readonly isFollowed: boolean
  /**
   * Whether the page differs from another one only in numbers or in its link targets. Its links are followed while such
   * links lead to pages with different text.
   */
  readonly isAlike: boolean
  /** The URL of another page of the crawl that this page names as its canonical one. */
  readonly canonical: string | undefined
  /**
   * The URL of the page whose content this page repeats, if the memory knows it.
   *
   * @since 0.3.0
   */
  readonly copyOf?: string | undefined
}

/**
 * The expected value of a URL before its request.
 *
 * @category models
 * @since 0.2.0
 */
export interface Outlook {
  /** Whether URLs of the page's pattern may lead to useful pages. */
  readonly isWorthAsking: boolean
  /** Whether pages that were reached from a page that differs only in numbers have different text. */
  readonly isWorthTrying: boolean
  readonly instead: string | undefined
  /** URL patterns for which it is not decided yet whether other URLs replace theirs. */
  readonly open: ReadonlyArray<string>
}

/**
 * @category models
 * @since 0.2.0
 */
export interface Judge<out E = never> {
  /** Returns the prediction for a URL with one read of the memory. */
  readonly outlookOf: (page: RequestedPage) => Effect.Effect<Outlook, E>
  readonly isWorthAsking: (page: RequestedPage) => Effect.Effect<boolean, E>
  /** Returns the links to follow on a page that differs from another only in numbers. */
  readonly worthTrying: (page: RequestedPage, links: ReadonlyArray<string>) => Effect.Effect<ReadonlySet<string>, E>
  /**
   * Returns the URL to request instead of this one, if any: the same URL without its query, in lower case, or with a
   * capital at the start of its last segment.
   *
   * A URL without the query is returned if enough pages of the URL pattern were read, and all of them named such a
   * URL as canonical. A change of case requires the same of the pages in the folder.
   */
  readonly insteadOf: (page: RequestedPage) => Effect.Effect<string | undefined, E>
  readonly judge: (page: Read) => Effect.Effect<Verdict, E>
  /** Returns the verdict on a page that was requested by its URL: the page is used, unless it is marked `noindex`. */
  readonly named: (document: Document) => Verdict
  /**
   * Records that a URL has no page. Returns the URL of a page that was omitted because it named this one as canonical,
   * if the memory knows it. That page is then the only one with its content.
   *
   * @since 0.3.0
   */
  readonly standInFor: (page: RequestedPage) => Effect.Effect<string | undefined, E>
  readonly fail: (page: RequestedPage) => Effect.Effect<void, E>
}

const isProven = ({ least }: Rewrite, { tried, useful }: Visits): boolean => tried >= least && useful === tried

const hopeful: Outlook = { isWorthAsking: true, isWorthTrying: true, instead: undefined, open: [] }

/**
 * Returns traits of a page that was linked from a page whose URL differs only in numbers. The page is useful if its
 * text is new, or if it has no further link of this kind: the last page of a list has none, but every page of a
 * calendar has one.
 */
const behindLikeness = (
  { alike = 0, document, url, via }: Read,
  { marks, needed }: Visit,
  scope: Scope
): ReadonlyArray<Trait> => {
  if (alike === 0) return []
  const counted = (required: Trait["holds"]): ReadonlyArray<Trait> => [
    { form: alikeFormOf(url), holds: required },
    ...(via === undefined ? [] : [{ form: chainOf(via, alike), holds: required }])
  ]
  if (marks.length === 0) return counted(false)
  const key = scope.keyOf(url)
  const like = numberlessOf(url)
  const leadsToLike = document.links?.some((link) => numberlessOf(link) === like && scope.keyOf(link) !== key) === true
  return counted({ own: leadsToLike ? marks.length : needed })
}

const uselessVisit = (scope: Scope, { url }: RequestedPage): Visit => ({
  page: scope.keyOf(url),
  form: formOf(url),
  notes: [],
  marks: [],
  needed: 1
})

const visitOf = (scope: Scope, page: Read, canonical: string | undefined): Visit => {
  const { depth, document, text, url: asked } = page
  const url = document.metadata?.url ?? asked
  const nothing = uselessVisit(scope, page)
  if ((document.metadata?.statusCode ?? 200) >= 400 || (depth > 0 && !scope.isInside(url))) return nothing
  if (canonical !== undefined) {
    const named = scope.keyOf(canonical)
    // If the canonical page has failed before, only the second mark is new.
    return { ...nothing, marks: [namedMark(named), goneMark(named)] }
  }
  const key = scope.keyOf(url)
  const at = key === nothing.page ? [] : [`at ${key}`]
  const marks = marksOf(document, text)
  return {
    ...nothing,
    // Marks the page as read, so that later copies that name it as canonical add nothing new.
    notes: [namedMark(key), ...listMarksOf(document, marks, scope)],
    marks: marks === undefined ? at : [...at, marks.copy, `like ${marks.likeness} at ${numberlessOf(url)}`],
    // A page with the same text is a copy. A page that only resembles another one is still useful.
    needed: at.length + (marks === undefined ? 0 : 1)
  }
}

const requestedVerdict = (isUnwanted: boolean): Verdict => ({
  worth: "page",
  isKept: !isUnwanted,
  isHidden: isUnwanted,
  isFollowed: false,
  isAlike: false,
  canonical: undefined
})

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
  readonly robots: boolean
  /**
   * Whether to follow the links of all pages that differ only in numbers. Calendars have an unlimited number of such
   * pages. @default false
   */
  readonly followsLikenesses?: boolean | undefined
}): Judge<E> => {
  const remembering = { memory, scope }
  const useless = (page: RequestedPage): Visit => uselessVisit(scope, page)

  const outlookOf = ({ alike = 0, depth, url, via }: RequestedPage): Effect.Effect<Outlook, E> => {
    if (depth === 0) return Effect.succeed(hopeful)
    const rewrites = rewritesOf(url).filter(({ instead }) => scope.isInside(instead))
    const chains = alike > 0 && via === numberlessOf(url) ? chainsBefore(via, alike) : []
    const forms = [formOf(url), alikeFormOf(url), ...rewrites.map(({ form }) => form), ...chains]
    return Effect.map(memory.visits(forms), ([own, behind, ...visits]) => ({
      isWorthAsking: !isTrap(own!),
      isWorthTrying: alike === 0 || followsLikenesses || mayLeadOn(behind!, alike) ||
        mayGoOn(visits.slice(rewrites.length)),
      instead: rewrites.find((rewrite, at) => isProven(rewrite, visits[at]!))?.instead,
      open: rewrites.filter((_, at) => visits[at]!.useful === visits[at]!.tried).map(({ form }) => form)
    }))
  }

  const verdictOn = Effect.fnUntraced(
    function*(page: Read, canonical: string | undefined): Effect.fn.Return<Verdict, E> {
      const { document, url } = page
      const named = canonical === undefined ? undefined : scope.keyOf(canonical)
      const traits = (page.depth === 0 ? [] : rewritesOf(url))
        .filter(({ form }) => page.outlook?.open.includes(form) ?? true)
        .map(({ form, instead }): Trait => ({ form, holds: named === scope.keyOf(instead) }))
      const visited = visitOf(scope, page, canonical)
      const visit = { ...visited, traits: [...traits, ...behindLikeness(page, visited, scope)] }
      const own = yield* memory.visit(visit)
      const worth: Worth = own < visit.needed
        ? "nothing"
        : canonical !== undefined
        ? "address"
        : own === visit.marks.length
        ? "page"
        : "likeness"
      // The canonical page has failed, and this page is the first one that names it. This page is used in its place.
      if (worth === "address" && own < visit.marks.length) return yield* verdictOn(page, undefined)
      const isUnwanted = robots && isHidden(document)
      const isSource = worth === "page" || worth === "likeness"
      const first = worth === "nothing" ? visit.marks[own] : undefined
      const copyOf = first === undefined ? undefined : yield* memory.firstWith?.(first) ?? Effect.undefined
      const isOtherList = canonical === undefined && own === visit.needed - 1 && copyOf !== undefined &&
        (yield* leadsElsewhere(remembering, page, copyOf))
      return {
        worth,
        isKept: isSource && !isUnwanted,
        isHidden: isUnwanted,
        isFollowed: (isSource || isOtherList) && !(robots && isDeadEnd(document)),
        isAlike: worth === "likeness" || isOtherList,
        canonical,
        ...(copyOf === undefined ? {} : { copyOf })
      }
    }
  )

  return {
    outlookOf,
    isWorthAsking: (page) => Effect.map(outlookOf(page), ({ isWorthAsking }) => isWorthAsking),
    insteadOf: (page) => Effect.map(outlookOf(page), ({ instead }) => instead),
    worthTrying: Effect.fnUntraced(function*({ alike = 0, url }, links) {
      if (followsLikenesses) return new Set(links)
      const forms = Array.from(new Set(links.map(alikeFormOf)))
      if (forms.length === 0) return new Set<string>()
      const own = numberlessOf(url)
      const visits = yield* memory.visits([...forms, ...chainsBefore(own, alike + 1)])
      const open = new Set(forms.filter((_, at) => mayLeadOn(visits[at]!, alike + 1)))
      const isChain = mayGoOn(visits.slice(forms.length))
      return new Set(links.filter((link) => open.has(alikeFormOf(link)) || isChain && numberlessOf(link) === own))
    }),
    judge: Effect.fnUntraced(function*(page) {
      const { document, url } = page
      const canonical = canonicalOf(document.metadata?.url ?? url, document, scope)
      const verdict = yield* verdictOn(page, canonical)
      if (canonical === undefined || verdict.worth !== "address") return verdict
      const keys = { own: scope.keyOf(url), target: scope.keyOf(canonical) }
      return (yield* isInLoop(remembering, keys)) ? yield* verdictOn(page, undefined) : verdict
    }),
    named: (document) => requestedVerdict(robots && isHidden(document)),
    fail: (page) => Effect.asVoid(memory.visit(useless(page))),
    standInFor: ({ url }) => standInFor(remembering, scope.keyOf(url))
  }
}

/**
 * Creates a memory for one crawl in one process.
 *
 * @category constructors
 * @since 0.2.0
 */
export const memory = (): Memory => {
  const marks = new Map<string, string>()
  const forms = new Map<string, Visits>()
  const visits = (form: string): Visits => forms.get(form) ?? { tried: 0, useful: 0 }
  const isOwn = (mark: string, by: string): boolean => {
    const key = digest(mark)
    const first = marks.get(key)
    if (first === undefined) marks.set(key, by)
    return first === undefined || first === by
  }
  return {
    visit: ({ form, marks, needed, notes, page, traits = [] }) =>
      Effect.sync(() => {
        const by = digest(page)
        for (const note of notes) isOwn(note, by)
        const other = marks.findIndex((mark) => !isOwn(mark, by))
        const own = other < 0 ? marks.length : other
        for (const counted of [{ form, holds: own >= needed }, ...traits]) {
          const { tried, useful } = visits(counted.form)
          forms.set(counted.form, { tried: tried + 1, useful: useful + (traitHolds(counted, own) ? 1 : 0) })
        }
        return own
      }),
    visits: (forms) => Effect.sync(() => forms.map(visits))
  }
}
