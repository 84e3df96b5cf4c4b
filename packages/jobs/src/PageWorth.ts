/**
 * The value of a page for a crawl. A site may have endlessly many addresses for few pages: calendars, facets, sessions,
 * login walls. Their pages decide, not their spelling. A page leads nowhere when it repeats another page, or names another
 * as its canonical address. A form of address that keeps leading nowhere is no longer followed.
 *
 * All our crawlers use it, with pages that wait in memory and with pages in the store of a job.
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
  marksOf,
  mayGoOn,
  mayLeadOn,
  numberlessOf,
  type Rewrite,
  rewritesOf,
  traitHolds
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
   * The host as people see it: without `www.`, because both usually serve one site, and with its port.
   *
   * @category getters
   * @since 0.2.0
   */
  siteOf
} from "./internal/scope.ts"

/**
 * The record of a page that a crawl has seen.
 *
 * @category models
 * @since 0.2.0
 */
export interface Visit {
  /** Key of the page. */
  readonly page: string
  /** The form of its address. */
  readonly form: string
  /** Marks that the page has, whoever had them before. */
  readonly notes: ReadonlyArray<string>
  /** Marks that must be new, in this order. After a mark that another page has, no further mark is recorded. */
  readonly marks: ReadonlyArray<string>
  /** Number of marks that must be new for the visit to be useful. */
  readonly needed: number
  /** Other forms under which the visit is counted, as one that was of use or not. */
  readonly traits?: ReadonlyArray<Trait> | undefined
}

/**
 * A form under which a visit is counted, and whether it was of use: as is known before, or when the page was the first
 * with a number of its marks.
 *
 * @category models
 * @since 0.2.0
 */
export interface Trait {
  readonly form: string
  readonly holds: boolean | { readonly own: number }
}

/**
 * Visits of a form of address.
 *
 * @category models
 * @since 0.2.0
 */
export interface Visits {
  readonly tried: number
  readonly useful: number
}

/**
 * The memory of a crawl about the pages it has seen.
 *
 * @category models
 * @since 0.2.0
 */
export interface Memory<out E = never> {
  /**
   * Notes a visit, and answers how many of its marks are the page's own, because it was the first to have them: the
   * same page asking again is still the first.
   */
  readonly visit: (visit: Visit) => Effect.Effect<number, E>
  /** The visits of each of some forms of address. */
  readonly visits: (forms: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<Visits>, E>
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
 * A page as it was requested.
 *
 * @category models
 * @since 0.2.0
 */
export interface Asked {
  readonly url: string
  /** Number of links from the start. The start is always requested, and may redirect out of its scope. */
  readonly depth: number
  /**
   * Pages in a row, up to this one, that differ from others in numbers alone, and of which each leads to the next.
   *
   * @default 0
   */
  readonly alike?: number | undefined
  /**
   * The address without numbers of the last of these pages, which led to this one.
   *
   * @since 0.3.0
   */
  readonly via?: string | undefined
}

/**
 * A page as it was read.
 *
 * @category models
 * @since 0.2.0
 */
export interface Read extends Asked {
  readonly document: Document
  /** Knowledge from before the request. Guesses that were already disproved then do not count again. */
  readonly outlook?: Outlook | undefined
  /** Text of the page. @default the Markdown of the document */
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
  /** Whether the page asks not to be kept, and is obeyed. */
  readonly isHidden: boolean
  /** Whether the links of the page are followed. */
  readonly isFollowed: boolean
  /**
   * Whether the page differs from another in numbers alone: its links are followed as long as such links lead to pages
   * with words of their own.
   */
  readonly isAlike: boolean
  /** Another page of the crawl that this one names as the one it is a copy of. */
  readonly canonical: string | undefined
}

/**
 * Knowledge about an address before it is requested.
 *
 * @category models
 * @since 0.2.0
 */
export interface Outlook {
  /** Whether addresses of its form may lead to anything. */
  readonly isWorthAsking: boolean
  /** Whether pages with addresses of its form, behind pages that differ in numbers alone, have words of their own. */
  readonly isWorthTrying: boolean
  /** The address that stands for it. */
  readonly instead: string | undefined
  /** Forms of which it is still open whether others stand for their addresses. */
  readonly open: ReadonlyArray<string>
}

/**
 * @category models
 * @since 0.2.0
 */
export interface Judge<out E = never> {
  /** Both of the questions below, with one question to the memory. */
  readonly outlookOf: (asked: Asked) => Effect.Effect<Outlook, E>
  /** Whether addresses of this form may lead to anything. */
  readonly isWorthAsking: (asked: Asked) => Effect.Effect<boolean, E>
  /** The addresses, of links that stand on a page that differs from another in numbers alone, that may be tried. */
  readonly worthTrying: (asked: Asked, links: ReadonlyArray<string>) => Effect.Effect<ReadonlySet<string>, E>
  /**
   * The address that replaces this one, which then needs no request. It lacks the query, is in lower case, or has a
   * capital at its end. Every page of the same form or folder named such an address as its canonical one.
   */
  readonly insteadOf: (asked: Asked) => Effect.Effect<string | undefined, E>
  readonly judge: (page: Read) => Effect.Effect<Verdict, E>
  /** The value of a page that was requested by its address: the page itself, unless it is marked as `noindex`. */
  readonly named: (document: Document) => Verdict
  /** Remembers a visit that came to nothing. */
  readonly fail: (asked: Asked) => Effect.Effect<void, E>
}

/** Whether every page that was read, and enough of them, named the address that may stand for it. */
const holds = ({ least }: Rewrite, { tried, useful }: Visits): boolean => tried >= least && useful === tried

const hopeful: Outlook = { isWorthAsking: true, isWorthTrying: true, instead: undefined, open: [] }

/**
 * A page behind one that differs from others in numbers alone is useful when it has words of its own. It is also useful
 * when it has no link to an address like its own: lists end, and the months of a calendar continue.
 */
const behindLikeness = (
  { alike = 0, document, url, via }: Read,
  { marks, needed }: Visit,
  scope: Scope
): ReadonlyArray<Trait> => {
  if (alike === 0) return []
  const counted = (holds: Trait["holds"]): ReadonlyArray<Trait> => [
    { form: alikeFormOf(url), holds },
    ...(via === undefined ? [] : [{ form: chainOf(via, alike), holds }])
  ]
  if (marks.length === 0) return counted(false)
  const key = scope.keyOf(url)
  const like = numberlessOf(url)
  const leadsToLike = document.links?.some((link) => numberlessOf(link) === like && scope.keyOf(link) !== key) === true
  return counted({ own: leadsToLike ? marks.length : needed })
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
  /** Whether all pages lead on that differ from another in numbers alone, of which a calendar has no end. @default false */
  readonly followsLikenesses?: boolean | undefined
}): Judge<E> => {
  const useless = ({ url }: Asked): Visit => ({
    page: scope.keyOf(url),
    form: formOf(url),
    notes: [],
    marks: [],
    needed: 1
  })

  const visitOf = (page: Read, canonical: string | undefined): Visit => {
    const { depth, document, text, url: asked } = page
    const url = document.metadata?.url ?? asked
    const nothing = useless(page)
    if ((document.metadata?.statusCode ?? 200) >= 400 || (depth > 0 && !scope.isInside(url))) return nothing
    if (canonical !== undefined) return { ...nothing, marks: [`named ${scope.keyOf(canonical)}`] }
    const key = scope.keyOf(url)
    const at = key === nothing.page ? [] : [`at ${key}`]
    const said = marksOf(document, text)
    return {
      ...nothing,
      // Copies that name this page tell nothing new from now on.
      notes: [`named ${key}`],
      marks: said === undefined ? at : [...at, said.copy, `like ${said.likeness} at ${numberlessOf(url)}`],
      // A page that resembles another is still useful here.
      needed: at.length + (said === undefined ? 0 : 1)
    }
  }

  const outlookOf = ({ alike = 0, depth, url, via }: Asked): Effect.Effect<Outlook, E> => {
    if (depth === 0) return Effect.succeed(hopeful)
    const rewrites = rewritesOf(url).filter(({ instead }) => scope.isInside(instead))
    const chains = alike > 0 && via === numberlessOf(url) ? chainsBefore(via, alike) : []
    const forms = [formOf(url), alikeFormOf(url), ...rewrites.map(({ form }) => form), ...chains]
    return Effect.map(memory.visits(forms), ([own, behind, ...visits]) => ({
      isWorthAsking: !isTrap(own!),
      isWorthTrying: alike === 0 || followsLikenesses || mayLeadOn(behind!, alike) ||
        mayGoOn(visits.slice(rewrites.length)),
      instead: rewrites.find((rewrite, at) => holds(rewrite, visits[at]!))?.instead,
      open: rewrites.filter((_, at) => visits[at]!.useful === visits[at]!.tried).map(({ form }) => form)
    }))
  }

  return {
    outlookOf,
    isWorthAsking: (asked) => Effect.map(outlookOf(asked), ({ isWorthAsking }) => isWorthAsking),
    insteadOf: (asked) => Effect.map(outlookOf(asked), ({ instead }) => instead),
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
      const named = canonical === undefined ? undefined : scope.keyOf(canonical)
      const traits = (page.depth === 0 ? [] : rewritesOf(url))
        .filter(({ form }) => page.outlook?.open.includes(form) ?? true)
        .map(({ form, instead }): Trait => ({ form, holds: named === scope.keyOf(instead) }))
      const visited = visitOf(page, canonical)
      const visit = { ...visited, traits: [...traits, ...behindLikeness(page, visited, scope)] }
      const own = yield* memory.visit(visit)
      const worth: Worth = own < visit.needed
        ? "nothing"
        : canonical !== undefined
        ? "address"
        : own === visit.marks.length
        ? "page"
        : "likeness"
      const isUnwanted = robots && isHidden(document)
      return {
        worth,
        isKept: (worth === "page" || worth === "likeness") && !isUnwanted,
        isHidden: isUnwanted,
        isFollowed: (worth === "page" || worth === "likeness") && !(robots && isDeadEnd(document)),
        isAlike: worth === "likeness",
        canonical
      }
    }),
    named: (document) => {
      const isUnwanted = robots && isHidden(document)
      return {
        worth: "page",
        isKept: !isUnwanted,
        isHidden: isUnwanted,
        isFollowed: false,
        isAlike: false,
        canonical: undefined
      }
    },
    fail: (asked) => Effect.asVoid(memory.visit(useless(asked)))
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
