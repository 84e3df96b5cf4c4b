/**
 * The sitemaps of a site, as pages of its crawl. Each sitemap uses a request slot of its host, so that no worker has to
 * wait for a slot. It passes on the list of remaining sitemaps. A sitemap is read once, even if its worker dies later.
 */
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type { NewPage, OmittedPage } from "../Job.ts"
import { JobStore } from "../JobStore.ts"
import type { Work } from "../JobWorker.ts"
import * as AskedAgain from "./askedAgain.ts"
import { dropped, leave, listedPage, namedPage, omittedLink, type Page } from "./crawling.ts"
import { SITEMAP_FORMAT } from "./formats.ts"
import { siteOf } from "./scope.ts"
import { MAX_SITEMAPS_PER_SITE, type Unread } from "./visits.ts"

/** The known sitemaps of a site. */
export interface Sitemaps {
  /** The key of the page whose site they belong to. */
  readonly of: string
  /** The URLs of the sitemaps in reading order. Each sitemap is followed by the sitemaps that it names. */
  readonly addresses: ReadonlyArray<string>
  /** The position of the sitemap to read next. */
  readonly at: number
  /** Number of pages that earlier sitemaps named. */
  readonly found: number
  /** Whether the address is a guess that the site does not announce, so its absence is not reported. */
  readonly isGuess: boolean
  /** Whether the crawl's request named the list, so that its pages are kept in any case. */
  readonly isNamed?: boolean | undefined
  /** The new URL of a start that has moved. */
  readonly base?: string | undefined
  /**
   * Further pages of the start page. They are read after all sitemaps, because sitemaps contain dates and show which
   * URLs are pages.
   */
  readonly behind: ReadonlyArray<NewPage>
}

/**
 * Maximum characters of the URLs in a list of sitemaps, and in a list of pages. Both lists are stored with each
 * sitemap.
 */
const MAX_CHARACTERS_OF_SITEMAP_LIST = 65_536

/** Maximum attempts: after five, the sitemap itself may crash its workers. */
const MAX_SITEMAP_TRIES = 5

/** Returns the list, truncated to the limit. */
const bounded = (addresses: Iterable<string>): ReadonlyArray<string> => {
  let characters = 0
  return Array.from(new Set(addresses)).slice(0, MAX_SITEMAPS_PER_SITE).filter((address) =>
    (characters += address.length) <= MAX_CHARACTERS_OF_SITEMAP_LIST
  )
}

/**
 * Returns the page that reads the list's next sitemap, before other waiting pages. After the last sitemap, the
 * remaining pages.
 */
const next = (sitemaps: Sitemaps): ReadonlyArray<NewPage> => {
  const url = sitemaps.addresses[sitemaps.at]
  if (url === undefined) return sitemaps.behind
  return [{
    key: `sitemap ${sitemaps.at} of ${sitemaps.of}`,
    url,
    format: SITEMAP_FORMAT,
    payload: {
      depth: 0,
      ...(sitemaps.base === undefined ? {} : { base: sitemaps.base }),
      sitemaps: { ...sitemaps } as unknown as Schema.Json
    }
  }]
}

/** Returns a page for the sitemaps named by a list that was already read; none if the list names no sitemaps. */
export const named = (of: string, addresses: Iterable<string>, found: number): ReadonlyArray<NewPage> =>
  next({ of, addresses: bounded(addresses), at: 0, found, isGuess: false, isNamed: true, behind: [] })

/**
 * Returns the sitemaps of the site of a crawl's first page; the start may name another site as canonical. A start that
 * is itself a list is the first of them.
 */
export const of = Effect.fnUntraced(function*(page: Page, isList = false) {
  const { base, claim: { key, url }, place, scope, spec: { request }, visits } = page
  const isStart = key === scope.keyOf(request.url) || new URL(url).origin !== new URL(request.url).origin
  if (place.depth > 0 || !isStart || (request.sitemap === "skip" && !isList)) return undefined
  const { addresses, isGuess } = isList && request.sitemap === "skip"
    ? { addresses: [], isGuess: true }
    : yield* visits.sitemapsOf(base ?? url)
  if (isList) {
    // If the site does not announce a sitemap, its default URL is tried, and a missing file is not reported.
    const all = bounded([base ?? url, ...(isGuess ? [] : addresses)])
    return { of: key, addresses: all, at: 0, found: 0, isGuess: false, base, behind: [] } satisfies Sitemaps
  }
  return { of: key, addresses: bounded(addresses), at: 0, found: 0, isGuess, base, behind: [] } satisfies Sitemaps
})

/** If there are sitemaps, the start page adds only the page for its sitemaps. Those add the start's other pages. */
export const before = (sitemaps: Sitemaps | undefined, work: Work): Work => {
  if (sitemaps === undefined || work._tag !== "Settle") return work
  const pages = work.discovered ?? []
  let characters = 0
  const beyond = pages.findIndex((page) => (characters += JSON.stringify(page).length) > MAX_CHARACTERS_OF_SITEMAP_LIST)
  const most = beyond < 0 ? pages.length : beyond
  return { ...work, discovered: [...next({ ...sitemaps, behind: pages.slice(0, most) }), ...pages.slice(most)] }
}

/** The outcome of an announced sitemap without URLs. */
const unread = { ...dropped, reason: "sitemap" } as const satisfies Work

interface OfSitemap extends Effect.Success<ReturnType<Page["visits"]["namedBy"]>> {
  readonly omitted: ReadonlyArray<OmittedPage>
}

/** Splits the pages of a site that a sitemap lists into pages of the crawl and omitted URLs. */
const ofSitemap = Effect.fnUntraced(function*(
  { claim, scope, visits }: Page,
  limit: number
): Effect.fn.Return<OfSitemap, Unread> {
  const omitted: Array<OmittedPage> = []
  let inside = 0
  const filter = (url: string): boolean => {
    const reason = scope.refusalOf(url) || (++inside > limit ? "known" : "")
    if (reason === "") return true
    const left = omittedLink({ scope }, url, reason)
    if (left !== undefined) omitted.push(left)
    return false
  }
  const found = yield* visits.pagesOf(claim.url, { limit, filter })
  return { ...found, left: [], omitted }
})

/** Reads a sitemap. It leads to pages, at most `limit` in total with earlier sitemaps, and to the next sitemap. */
export const read = Effect.fnUntraced(function*(page: Page, sitemaps: Sitemaps, limit: number) {
  const { claim, visits } = page
  const { addresses, at, found, isGuess } = sitemaps
  const store = yield* JobStore
  const goOn = (known: Partial<Sitemaps>) => next({ ...sitemaps, at: at + 1, ...known })
  if (claim.attempt >= MAX_SITEMAP_TRIES) return { ...unread, discovered: goOn({}) } satisfies Work
  const most = limit - found
  const reading = sitemaps.isNamed === true
    ? Effect.map(
      visits.namedBy(claim.url, { limit: most, site: siteOf(page.spec.request.url) }),
      (found): OfSitemap => ({ ...found, omitted: [] })
    )
    : ofSitemap(page, most)
  const listed = yield* reading.pipe(
    // A defect in one sitemap does not break the list.
    Effect.catchDefect((defect) => Effect.fail<Unread>({ message: String(defect) })),
    Effect.result
  )
  if (listed._tag === "Failure") {
    const { status } = listed.failure
    const again = !isGuess && AskedAgain.isPassing(status)
      ? yield* AskedAgain.again(store, claim, listed.failure)
      : undefined
    if (again !== undefined) {
      // A site may reject sitemap requests for minutes and still serve pages, so links of the start do not wait.
      const { job, team } = claim
      if (sitemaps.behind.length > 0) yield* Effect.ignore(store.append({ team, job, pages: sitemaps.behind }))
      return again
    }
    if (!isGuess) yield* visits.tellUnreadable(claim.url, listed.failure)
    return { ...(isGuess ? dropped : unread), discovered: goOn({}) } satisfies Work
  }
  AskedAgain.answered(store, claim)
  for (const { url, why } of listed.success.left) yield* leave(page, why, dropped, { url })
  const { omitted, pages } = listed.success
  const known = found + pages.length
  const isEmpty = pages.length + omitted.length + listed.success.left.length + listed.success.sitemaps.length === 0
  const names = [...addresses.slice(0, at + 1), ...listed.success.sitemaps, ...addresses.slice(at + 1)]
  const kept = known < limit ? bounded(names) : names.slice(0, at + 1)
  const read = new Set(kept)
  const beyond = names.filter((address) => !read.has(address))
  return {
    ...(isEmpty && !isGuess ? unread : dropped),
    discovered: [
      ...pages.map(sitemaps.isNamed === true ? namedPage(page) : listedPage(page)),
      ...(known < limit ? goOn({ addresses: kept, found: known }) : sitemaps.behind)
    ],
    omitted: [...omitted, ...beyond.map((url) => ({ key: `sitemap ${url}`, url, reason: "sitemap" as const }))]
  } satisfies Work
})
