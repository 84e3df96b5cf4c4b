/**
 * The sitemaps of a site, as pages of its crawl: each is read in a turn of its host, so that no worker waits for one, and
 * hands the list of them on. A sitemap is read once, whatever becomes of its worker after that.
 */
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type { NewPage, OmittedPage } from "../Job.ts"
import { JobStore } from "../JobStore.ts"
import type { Work } from "../JobWorker.ts"
import * as AskedAgain from "./askedAgain.ts"
import { dropped, leave, listedPage, namedPage, omittedLink, type Page } from "./crawling.ts"
import { sitemapFormat } from "./formats.ts"
import { siteOf } from "./scope.ts"
import { mostSitemaps, type Unread } from "./visits.ts"

/** The sitemaps of a site that are known. */
export interface Sitemaps {
  /** The key of the page whose site they are of. */
  readonly of: string
  /** In the order in which they are read: behind each those that it names. */
  readonly addresses: ReadonlyArray<string>
  /** The place of the one that is read next. */
  readonly at: number
  /** Pages that those before it name. */
  readonly found: number
  /** Whether the address is a guess that the site does not announce, so its absence is not reported. */
  readonly isGuess: boolean
  /** Whether whoever submitted the crawl named it, and wants the pages of its site, whatever they say. */
  readonly isNamed?: boolean | undefined
  /** Where the start has moved to, if it has. */
  readonly base?: string | undefined
  /** Where the start leads to, which comes behind all sitemaps: they know when a page changed, and that it is one. */
  readonly behind: ReadonlyArray<NewPage>
}

/** Characters of the addresses of a list, and of the pages behind it: both come back with each of its sitemaps. */
const MAX_CHARACTERS_OF_SITEMAP_LIST = 65_536

/** A sitemap that is read for the fifth time may be what its workers died of. */
const lastTry = 5

/** The list as far as it is read. */
const bounded = (addresses: Iterable<string>): ReadonlyArray<string> => {
  let characters = 0
  return Array.from(new Set(addresses)).slice(0, mostSitemaps).filter((address) =>
    (characters += address.length) <= MAX_CHARACTERS_OF_SITEMAP_LIST
  )
}

/** The page that reads the next sitemap of a list: it comes before those that wait. When all were read, what is behind. */
const next = (sitemaps: Sitemaps): ReadonlyArray<NewPage> => {
  const url = sitemaps.addresses[sitemaps.at]
  if (url === undefined) return sitemaps.behind
  return [{
    key: `sitemap ${sitemaps.at} of ${sitemaps.of}`,
    url,
    format: sitemapFormat,
    payload: {
      depth: 0,
      ...(sitemaps.base === undefined ? {} : { base: sitemaps.base }),
      sitemaps: { ...sitemaps } as unknown as Schema.Json
    }
  }]
}

/** The page that reads the first of the sitemaps that a list names which was read already, as far as it names pages. */
export const named = (of: string, addresses: Iterable<string>, found: number): ReadonlyArray<NewPage> =>
  next({ of, addresses: bounded(addresses), at: 0, found, isGuess: false, isNamed: true, behind: [] })

/**
 * The sitemaps of the site of a page that begins a crawl; the start may name another site as the one it belongs to. A start
 * that is a list itself is the first of them.
 */
export const of = Effect.fnUntraced(function*(page: Page, isList = false) {
  const { base, claim: { key, url }, place, scope, spec: { request }, visits } = page
  const isStart = key === scope.keyOf(request.url) || new URL(url).origin !== new URL(request.url).origin
  if (place.depth > 0 || !isStart || (request.sitemap === "skip" && !isList)) return undefined
  const { addresses, isGuess } = isList && request.sitemap === "skip"
    ? { addresses: [], isGuess: true }
    : yield* visits.sitemapsOf(base ?? url)
  if (isList) {
    // an address that the site does not announce may have no sitemap, and that is not reported
    const all = bounded([base ?? url, ...(isGuess ? [] : addresses)])
    return { of: key, addresses: all, at: 0, found: 0, isGuess: false, base, behind: [] } satisfies Sitemaps
  }
  return { of: key, addresses: bounded(addresses), at: 0, found: 0, isGuess, base, behind: [] } satisfies Sitemaps
})

/** The start leads to its sitemaps, and they to what else it leads to. */
export const before = (sitemaps: Sitemaps | undefined, work: Work): Work => {
  if (sitemaps === undefined || work._tag !== "Settle") return work
  const pages = work.discovered ?? []
  let characters = 0
  const beyond = pages.findIndex((page) => (characters += JSON.stringify(page).length) > MAX_CHARACTERS_OF_SITEMAP_LIST)
  const most = beyond < 0 ? pages.length : beyond
  return { ...work, discovered: [...next({ ...sitemaps, behind: pages.slice(0, most) }), ...pages.slice(most)] }
}

/** The outcome of an announced sitemap without addresses. */
const unread = { ...dropped, reason: "sitemap" } as const satisfies Work

interface OfSitemap extends Effect.Success<ReturnType<Page["visits"]["namedBy"]>> {
  readonly omitted: ReadonlyArray<OmittedPage>
}

/** The pages of a site that one of its sitemaps names, and those that are no pages of the crawl. */
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

/** Reads a sitemap, in its turn: it leads to pages, `limit` with those of all before it, and to the next one. */
export const read = Effect.fnUntraced(function*(page: Page, sitemaps: Sitemaps, limit: number) {
  const { claim, visits } = page
  const { addresses, at, found, isGuess } = sitemaps
  const store = yield* JobStore
  const goOn = (known: Partial<Sitemaps>) => next({ ...sitemaps, at: at + 1, ...known })
  if (claim.attempt >= lastTry) return { ...unread, discovered: goOn({}) } satisfies Work
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
      // A site may refuse its sitemap for minutes and still serve pages, so links of the start do not wait.
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
