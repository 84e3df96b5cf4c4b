/** Reads one page of a crawl, and decides its outcome. */
import type { FetchError } from "@dunlin/fetcher/FetchError"
import { NavigationGuard } from "@dunlin/fetcher/NavigationGuard"
import * as Politeness from "@dunlin/fetcher/Politeness"
import * as ScrapeError from "@dunlin/pipeline/ScrapeError"
import type { Scraped } from "@dunlin/pipeline/ScrapeState"
import * as Feed from "@dunlin/providers/Feed"
import type { CrawlRequest } from "@dunlin/schema/CrawlRequest"
import type { Document } from "@dunlin/schema/Document"
import type { OmissionReason } from "@dunlin/schema/Omission"
import type { ScrapeOptions } from "@dunlin/schema/ScrapeOptions"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type { CrawlKeeper, NamedPage } from "../CrawlKeeper.ts"
import type { Claim, NewPage, OmittedPage } from "../Job.ts"
import type { JobError } from "../JobError.ts"
import { JobStore } from "../JobStore.ts"
import type { Settlement, Work } from "../JobWorker.ts"
import type * as PageWorth from "../PageWorth.ts"
import * as AskedAgain from "./askedAgain.ts"
import * as Moves from "./moves.ts"
import { numberlessOf } from "./pageMarks.ts"
import * as Redirects from "./redirects.ts"
import type { Refusal, Scope as CrawlScope } from "./scope.ts"
import * as Scope from "./scope.ts"
import { failed, scrapePage, siteError } from "./scrapePage.ts"
import type { Sitemaps } from "./sitemaps.ts"
import type { CrawlSpec } from "./specs.ts"
import type { Visits } from "./visits.ts"

/** Ranks added to a URL with a query, because most are other views of pages without one. */
const RANKS_FOR_QUERY = 3
/**
 * Ranks added to links on pages whose URLs differ only in numbers. They are read later, when more is known about such
 * pages.
 */
const RANKS_FOR_ALIKE = 2

export const robotsBlocked = "CRAWL_ROBOTS_BLOCKED"

export const robotsUnreadable = "CRAWL_ROBOTS_UNREADABLE"

/** If robots.txt could not be read because the host is unreachable, the failure is that of a scrape. */
export const objected = (error: FetchError): Settlement => {
  const { reason } = error
  if (reason._tag === "RobotsDisallowed") {
    const code = reason.unreadable === undefined ? robotsBlocked : robotsUnreadable
    return { ...failed(code, reason.message), reason: "robots" }
  }
  const { code, message } = ScrapeError.make(new ScrapeError.FetchFailed({ error }))
  return failed(code, message)
}

export interface Payload {
  readonly depth: number
  readonly base?: string | undefined
  /** Number of consecutive pages, on the link path to this page, whose URLs differ only in numbers. */
  readonly alike?: number | undefined
  /** The last page that `alike` counts: its URL without numbers. */
  readonly via?: string | undefined
  readonly isListed?: boolean | undefined
  readonly isNamed?: boolean | undefined
  /** Whether the canonical page that this page names has failed. If so, this page is stored in its place. */
  readonly standsIn?: boolean | undefined
  readonly date?: string | undefined
  readonly sitemaps?: Sitemaps | undefined
}

export const dropped = { _tag: "Settle", outcome: { _tag: "Dropped" } } as const satisfies Work

const worthless: PageWorth.Verdict = {
  worth: "nothing",
  isKept: false,
  isHidden: false,
  isFollowed: false,
  isAlike: false,
  canonical: undefined
}

const withLinks = (options: ScrapeOptions): ScrapeOptions =>
  options.formats.some(({ type }) => type === "links")
    ? options
    : { ...options, formats: [...options.formats, { type: "links" }] }

const withoutCanonical = (document: Document): Document => {
  const { canonical: _, ...metadata } = document.metadata ?? {}
  return { ...document, metadata }
}

/**
 * Bypasses the cache of failures for a retry. A failure is cached for one minute, which is longer than the first
 * delay.
 */
const anew = (options: ScrapeOptions, { attempt }: Claim): ScrapeOptions =>
  attempt === 1 || options.lockdown || options.minAge !== undefined ? options : { ...options, maxAge: 0 }

const asAsked = (document: Document, options: ScrapeOptions): Schema.Json => {
  if (options.formats.some(({ type }) => type === "links")) return document as Schema.Json
  const { links: _, ...rest } = document
  return rest as Schema.Json
}

export const resultsOf = ({ scrapeOptions }: CrawlRequest): CrawlKeeper => ({
  take: ({ document }) => Effect.succeed({ _tag: "Kept", result: asAsked(document, scrapeOptions) }),
  leave: () => Effect.void,
  namedIn: () => undefined
})

export interface Page {
  readonly claim: Claim
  readonly spec: CrawlSpec
  readonly scope: CrawlScope
  readonly place: Payload
  readonly judge: PageWorth.Judge<JobError>
  readonly keeper: CrawlKeeper
  readonly visits: Visits
  readonly robots: boolean
  readonly base: string | undefined
}

const payloadOf = ({ base }: Pick<Page, "base">, payload: Payload): Schema.Json => ({
  ...(payload as unknown as { readonly [key: string]: Schema.Json }),
  ...(base === undefined ? {} : { base })
})

type ReadPage =
  | { readonly _tag: "Unread"; readonly work: Work }
  | {
    readonly _tag: "Read"
    readonly document: Document
    readonly marks?: Scraped["marks"]
    readonly charged: number
    readonly verdict: PageWorth.Verdict
    readonly isDelivered: boolean
    readonly isList: boolean
  }

export const leave = (
  { claim: { url }, keeper }: Page,
  why: string,
  work: Work,
  { isGone = false, url: left = url }: { readonly isGone?: boolean; readonly url?: string } = {}
): Effect.Effect<Work> => Effect.as(keeper.leave({ url: left, why, isGone }), work)

const fence = /^`{3,}\w*\n/

/**
 * Whether the start page is a list (a sitemap, a feed, or text of URLs). Its entries are results, but the list is
 * not.
 */
const isListOf = ({ depth, isNamed }: Payload, { markdown, metadata }: Document): boolean =>
  depth === 0 && isNamed !== true && !/html/.test(String(metadata?.contentType)) &&
  Feed.isFeed((markdown ?? "").replace(fence, ""))

export const readPage = Effect.fnUntraced(function*(page: Page, outlook: PageWorth.Outlook | undefined) {
  const { claim, judge, place: { alike, depth, isNamed, standsIn, via }, robots, scope, spec, visits } = page
  const store = yield* JobStore
  const { request } = spec
  const requested = { url: claim.url, depth, alike, via }
  let verdict = worthless
  let isList = false
  let unjudged: JobError | undefined
  const isDelivered = () => verdict.isKept && !isList && (depth > 0 || scope.isWanted(claim.url))
  const callers = yield* NavigationGuard
  const redirects = Redirects.watch({ ...requested, scope, robots, rulesOf: visits.rulesOf, callers })
  const scraped = yield* Politeness.named(
    visits.agent,
    scrapePage(
      claim,
      spec,
      anew(withLinks({ ...request.scrapeOptions, zeroDataRetention: spec.retention === "zdr" }), claim),
      ({ document, retryAfter, text }) => {
        const status = document.metadata?.statusCode
        if (AskedAgain.isPassing(status)) return Effect.fail(new AskedAgain.NotTaken({ status, retryAfter }))
        const judged = isNamed === true
          ? Effect.succeed(judge.named(document))
          : judge.judge({
            ...requested,
            outlook,
            document: standsIn === true ? withoutCanonical(document) : document,
            text
          })
        return Effect.map(Effect.result(judged), (found) => {
          isList = isListOf(page.place, document)
          if (found._tag === "Success") verdict = found.success
          else unjudged = found.failure
          return unjudged === undefined && isDelivered()
        })
      }
    )
  ).pipe(Effect.provideService(NavigationGuard, redirects.guard))
  // If the store does not respond, this result is discarded and the page is read again.
  if (unjudged !== undefined) return yield* unjudged
  if (scraped._tag === "Read") {
    const { charged, document, scraped: { marks } } = scraped
    return { _tag: "Read", document, marks, charged, verdict, isDelivered: isDelivered(), isList } satisfies ReadPage
  }
  const unread = (work: Work): ReadPage => ({ _tag: "Unread", work })
  if (scraped.work._tag === "Later") return unread(scraped.work)
  const refusal = redirects.refusal()
  if (refusal !== undefined) {
    const moved = refusal._tag === "Outside" ? yield* Moves.pageAt(page, refusal.url) : undefined
    if (moved !== undefined) return unread({ ...dropped, reason: "redirect", ...moved })
    yield* judge.fail(requested)
    return unread(
      refusal._tag === "Outside"
        ? yield* leave(page, "it leads outside the crawl", { ...dropped, reason: "redirect" })
        : yield* leave(page, refusal.error.reason.message, objected(refusal.error))
    )
  }
  const { passing } = scraped
  const again = passing === undefined ? undefined : yield* AskedAgain.again(store, claim, passing)
  if (again !== undefined) return unread(again)
  yield* judge.fail(requested)
  return unread(yield* leave(page, whyOf(scraped.work), scraped.work))
})

const whyOf = (work: Work): string =>
  work._tag === "Settle" && work.outcome._tag === "Failed" ? work.outcome.error.message : ""

const whyNot = ({ canonical, isHidden }: PageWorth.Verdict): string => {
  if (isHidden) return "it is marked \"noindex\""
  return canonical === undefined ? "it has the same content as another page" : `it is ${canonical}`
}

const notThere: ReadonlySet<number> = new Set([404, 410])

const reasonOf = ({ canonical, isHidden, worth }: PageWorth.Verdict): OmissionReason => {
  if (isHidden) return "noindex"
  if (canonical !== undefined) return "canonical"
  return worth === "nothing" ? "duplicate" : "excluded"
}

export const movedTo = Effect.fnUntraced(function*(page: Page, document: Document) {
  const { place, scope, spec: { request } } = page
  const url = document.metadata?.url
  if (place.depth > 0 || place.isNamed === true || url === undefined || (document.metadata?.statusCode ?? 200) >= 400) {
    return page
  }
  const refusal = scope.refusalOf(url)
  if (refusal !== "site" && refusal !== "outside") return page
  return { ...page, base: url, scope: yield* Scope.of(request, url) }
})

export const delivered = Effect.fnUntraced(function*(
  page: Page,
  { charged, document, isDelivered, isList, marks, verdict }: Extract<ReadPage, { readonly _tag: "Read" }>
) {
  const { base, claim: { url }, keeper, place, scope } = page
  const status = document.metadata?.statusCode ?? 200
  if (status >= 400) {
    const { omitted } = yield* linksOn(document, page, verdict, "error")
    const work = { ...siteError(status, charged), omitted } satisfies Work
    return yield* leave(page, `HTTP ${status}`, work, { isGone: notThere.has(status) })
  }
  if (isList) return { ...dropped, reason: "list" } satisfies Work
  const read = { url, date: place.date, document }
  const named = keeper.namedIn(read)
  if (named !== undefined) {
    // If an entry of the list is itself a list, its entries also count as listed, and its links are not followed.
    const depth = place.isNamed === true ? undefined : place.depth + 1
    const inside = named.filter(({ url }) => scope.isInside(url)).map(namedPage(page, depth))
    const outside = named.flatMap(({ url }) => omittedLink(page, url, scope.refusalOf(url)) ?? [])
    return { ...dropped, reason: "list", discovered: inside, omitted: outside } satisfies Work
  }
  const taken = isDelivered ? yield* keeper.take({ ...read, marks }) : { _tag: "Left", why: whyNot(verdict) } as const
  if (taken._tag === "Left") yield* leave(page, taken.why, dropped, { isGone: verdict.isHidden })
  const { discovered, omitted } = yield* linksOn(document, page, verdict)
  const moved = base === undefined || base === place.base
    ? []
    : [{ key: `moved to ${base}`, url: base, reason: "moved" } as const]
  return {
    _tag: "Settle",
    ...(taken._tag === "Kept"
      ? { outcome: { _tag: "Done", result: taken.result, credits: charged } }
      : {
        outcome: { _tag: "Dropped" },
        reason: isDelivered ? "empty" : reasonOf(verdict),
        copyOf: verdict.canonical ?? verdict.copyOf
      }),
    discovered: [
      ...(verdict.canonical === undefined ? [] : [canonicalPage(verdict.canonical, page)]),
      ...discovered
    ],
    omitted: [...moved, ...omitted]
  } satisfies Work
})

export const namedPage =
  (page: Pick<Page, "scope" | "base">, depth?: number) => ({ date, url }: NamedPage): NewPage => ({
    key: page.scope.keyOf(url),
    url,
    rank: depth ?? 1,
    payload: payloadOf(page, {
      depth: depth ?? 1,
      ...(depth === undefined ? { isNamed: true } : {}),
      ...(date === undefined ? {} : { date })
    })
  })

export const listedPage = (page: Page) => ({ date, url }: NamedPage): NewPage => ({
  key: page.scope.keyOf(url),
  url,
  rank: 1,
  payload: payloadOf(page, { depth: 1, isListed: true, ...(date === undefined ? {} : { date }) })
})

export const canonicalPage = (url: string, page: Page): NewPage => {
  const { place: { alike, date, depth, via }, scope } = page
  return {
    key: scope.keyOf(url),
    url,
    rank: depth,
    payload: payloadOf(page, {
      depth,
      ...(alike === undefined ? {} : { alike, via }),
      ...(date === undefined ? {} : { date })
    })
  }
}

/** If a canonical URL was omitted for one of these reasons, the page that names it is used. */
const unavailable: ReadonlySet<OmissionReason> = new Set(["robots", "redirect"])

/**
 * If a page fails, adds the page that was omitted because it names the failed page as canonical. Otherwise its
 * content would be lost.
 */
export const withStandIn = Effect.fnUntraced(function*({ claim: { url }, judge, place, scope }: Page, work: Work) {
  if (work._tag !== "Settle" || place.standsIn === true) return work
  const { outcome, reason } = work
  if (outcome._tag !== "Failed" && (reason === undefined || !unavailable.has(reason))) return work
  const { alike, depth, via } = place
  const named = yield* judge.standInFor({ url, depth, alike, via })
  if (named === undefined) return work
  const page: NewPage = {
    // The page's own key is taken by its omission.
    key: `in place of ${scope.keyOf(url)}`,
    url: named,
    rank: depth,
    payload: {
      ...place as unknown as { readonly [key: string]: Schema.Json },
      depth: Math.max(1, depth),
      standsIn: true
    }
  }
  return { ...work, discovered: [...work.discovered ?? [], page] } satisfies Work
})

export const omittedLink = (
  { scope }: Pick<Page, "scope">,
  url: string,
  reason: Refusal | ""
): OmittedPage | undefined =>
  reason === "" || reason === "none" ? undefined : { key: scope.keyOf(url), url: withoutFragment(url), reason }

const refusalOfLinks = (
  { place: { depth, isNamed }, spec: { request } }: Page,
  { isFollowed, worth }: PageWorth.Verdict
): OmissionReason | undefined => {
  if (isNamed === true || request.sitemap === "only") return "links"
  if (!isFollowed) return worth === "page" || worth === "likeness" ? "nofollow" : "copy"
  return depth >= (request.maxDiscoveryDepth ?? Infinity) ? "depth" : undefined
}

const linksOn = Effect.fnUntraced(function*(
  document: Document,
  page: Page,
  verdict: PageWorth.Verdict,
  refusal: OmissionReason | undefined = refusalOfLinks(page, verdict)
) {
  const { judge, place: { alike = 0, depth }, scope, spec: { request } } = page
  const links = document.links ?? []
  const via = verdict.isAlike ? numberlessOf(page.claim.url) : undefined
  const notTried = verdict.worth === "nothing" ? "copy" : "numbers"
  const inside = links.filter(scope.isInside)
  const worthTrying = refusal === undefined && verdict.isAlike
    ? yield* judge.worthTrying({ url: page.claim.url, depth, alike }, inside)
    : undefined
  const discovered: Array<NewPage> = []
  const omitted: Array<OmittedPage> = []
  for (const link of links) {
    const reason = scope.refusalOf(link) || refusal || (worthTrying?.has(link) === false ? notTried : "")
    if (reason !== "") {
      const left = omittedLink(page, link, reason)
      if (left !== undefined) omitted.push(left)
      continue
    }
    const isView = link.includes("?") && !request.ignoreQueryParameters
    discovered.push({
      key: scope.keyOf(link),
      url: withoutFragment(link),
      rank: depth + 1 + (isView ? RANKS_FOR_QUERY : 0) + (verdict.isAlike ? RANKS_FOR_ALIKE : 0),
      payload: payloadOf(page, { depth: depth + 1, ...(verdict.isAlike ? { alike: alike + 1, via } : {}) })
    })
  }
  return { discovered, omitted }
})

const withoutFragment = (url: string): string => {
  if (!url.includes("#")) return url
  const parsed = new URL(url)
  parsed.hash = ""
  return parsed.href
}
