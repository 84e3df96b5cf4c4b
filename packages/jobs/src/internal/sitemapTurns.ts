/**
 * Reads a site's sitemaps as pages of its crawl. Each one uses a request slot of its host, so no worker waits. A
 * sitemap is read once, even if its worker dies later.
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
import type { Sitemaps } from "./sitemaps.ts"
import { MAX_SITEMAPS_PER_SITE, type Unread } from "./visits.ts"

/** Each sitemap page stores two lists of this size: the next sitemaps, and pages. */
const MAX_CHARACTERS_OF_SITEMAP_LIST = 65_536

/** After this many failures, the sitemap itself may be what crashes its workers. */
const MAX_SITEMAP_TRIES = 5

const bounded = (addresses: Iterable<string>): ReadonlyArray<string> => {
  let characters = 0
  return Array.from(new Set(addresses)).slice(0, MAX_SITEMAPS_PER_SITE).filter((address) =>
    (characters += address.length) <= MAX_CHARACTERS_OF_SITEMAP_LIST
  )
}

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

export const named = (of: string, addresses: Iterable<string>, found: number): ReadonlyArray<NewPage> =>
  next({ of, addresses: bounded(addresses), at: 0, found, isGuess: false, isNamed: true, behind: [] })

export const of = Effect.fnUntraced(function*(page: Page, isList = false) {
  const { base, claim: { key, url }, place, scope, spec: { request }, visits } = page
  const isStart = key === scope.keyOf(request.url) || new URL(url).origin !== new URL(request.url).origin
  if (place.depth > 0 || !isStart || (request.sitemap === "skip" && !isList)) return undefined
  const { addresses, isGuess } = isList && request.sitemap === "skip"
    ? { addresses: [], isGuess: true }
    : yield* visits.sitemapsOf(base ?? url)
  if (isList) {
    // If the site announces no sitemap, its default URL is tried. Its absence is not reported.
    const all = bounded([base ?? url, ...(isGuess ? [] : addresses)])
    return { of: key, addresses: all, at: 0, found: 0, isGuess: false, base, behind: [] } satisfies Sitemaps
  }
  return { of: key, addresses: bounded(addresses), at: 0, found: 0, isGuess, base, behind: [] } satisfies Sitemaps
})

export const before = (sitemaps: Sitemaps | undefined, work: Work): Work => {
  if (sitemaps === undefined || work._tag !== "Settle") return work
  const pages = work.discovered ?? []
  let characters = 0
  const beyond = pages.findIndex((page) => (characters += JSON.stringify(page).length) > MAX_CHARACTERS_OF_SITEMAP_LIST)
  const most = beyond < 0 ? pages.length : beyond
  return { ...work, discovered: [...next({ ...sitemaps, behind: pages.slice(0, most) }), ...pages.slice(most)] }
}

const unread = { ...dropped, reason: "sitemap" } as const satisfies Work

interface OfSitemap extends Effect.Success<ReturnType<Page["visits"]["namedBy"]>> {
  readonly omitted: ReadonlyArray<OmittedPage>
}

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
    Effect.catchDefect((defect) => Effect.fail<Unread>({ message: String(defect) })),
    Effect.result
  )
  if (listed._tag === "Failure") {
    const { status } = listed.failure
    const again = !isGuess && AskedAgain.isPassing(status)
      ? yield* AskedAgain.again(store, claim, listed.failure)
      : undefined
    if (again !== undefined) {
      // A site may reject sitemap requests for minutes and still serve pages, so links of the start page are added
      // now.
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
      // A sitemap in a guessed sitemap is announced by the site, so its absence is reported.
      ...(known < limit ? goOn({ addresses: kept, found: known, isGuess: isGuess && isEmpty }) : sitemaps.behind)
    ],
    omitted: [...omitted, ...beyond.map((url) => ({ key: `sitemap ${url}`, url, reason: "sitemap" as const }))]
  } satisfies Work
})
