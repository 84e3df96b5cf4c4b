/** How one page of a crawl is read, and what comes of it. */
import type { FetchError } from "@dunlin/fetcher/FetchError"
import { NavigationGuard } from "@dunlin/fetcher/NavigationGuard"
import * as Politeness from "@dunlin/fetcher/Politeness"
import * as ScrapeError from "@dunlin/pipeline/ScrapeError"
import type { Scraped } from "@dunlin/pipeline/ScrapeState"
import type { CrawlRequest } from "@dunlin/schema/CrawlRequest"
import type { Document } from "@dunlin/schema/Document"
import type { ScrapeOptions } from "@dunlin/schema/ScrapeOptions"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type { CrawlKeeper, NamedPage } from "../CrawlKeeper.ts"
import type { Claim, NewPage } from "../Job.ts"
import type { JobError } from "../JobError.ts"
import { JobStore } from "../JobStore.ts"
import type { Work } from "../JobWorker.ts"
import type * as PageWorth from "../PageWorth.ts"
import * as AskedAgain from "./askedAgain.ts"
import * as Redirects from "./redirects.ts"
import type { Scope } from "./scope.ts"
import { failed, scrapePage, siteError } from "./scrapePage.ts"
import type { Sitemaps } from "./sitemapTurns.ts"
import type { CrawlSpec } from "./specs.ts"
import type { Visits } from "./visits.ts"

/** Addresses with a query come after pages that are as many links away: most are views of other pages. */
const ranksForQuery = 3

export const robotsBlocked = "CRAWL_ROBOTS_BLOCKED"

export const robotsUnreadable = "CRAWL_ROBOTS_UNREADABLE"

/** What becomes of a page that is not to be read. A host that cannot be reached fails as a scrape of the page would. */
export const objected = (error: FetchError): Work => {
  const { reason } = error
  if (reason._tag === "RobotsDisallowed") {
    return failed(reason.unreadable === undefined ? robotsBlocked : robotsUnreadable, reason.message)
  }
  const { code, message } = ScrapeError.make(new ScrapeError.FetchFailed({ error }))
  return failed(code, message)
}

/** What is kept with a page of a crawl. */
export interface Payload {
  /** Links away from the start. */
  readonly depth: number
  /** Whether a sitemap names the page: the site itself says it is one. */
  readonly isListed?: boolean | undefined
  /** Whether whoever submitted the crawl named the page, and wants it whatever it says. */
  readonly isNamed?: boolean | undefined
  /** When the page changed, as a sitemap says. */
  readonly date?: string | undefined
  /** The sitemaps of the site, of which the page is one. */
  readonly sitemaps?: Sitemaps | undefined
}

export const dropped = { _tag: "Settle", outcome: { _tag: "Dropped" } } as const satisfies Work

const worthless: PageWorth.Verdict = {
  worth: "nothing",
  isKept: false,
  isHidden: false,
  isFollowed: false,
  isPassedBy: false,
  canonical: undefined
}

/** The options of a crawl, with the links that lead on. */
const withLinks = (options: ScrapeOptions): ScrapeOptions =>
  options.formats.some(({ type }) => type === "links")
    ? options
    : { ...options, formats: [...options.formats, { type: "links" }] }

/** Another try asks the site: what was refused is remembered for a minute, which is longer than the first pause. */
const anew = (options: ScrapeOptions, { attempt }: Claim): ScrapeOptions =>
  attempt === 1 || options.lockdown || options.minAge !== undefined ? options : { ...options, maxAge: 0 }

/** A page as it was asked for. */
const asAsked = (document: Document, options: ScrapeOptions): Schema.Json => {
  if (options.formats.some(({ type }) => type === "links")) return document as Schema.Json
  const { links: _, ...rest } = document
  return rest as Schema.Json
}

/** Documents as they were asked for, which are the results of a job. */
export const resultsOf = ({ scrapeOptions }: CrawlRequest): CrawlKeeper => ({
  take: ({ document }) => Effect.succeed({ _tag: "Kept", result: asAsked(document, scrapeOptions) }),
  leave: () => Effect.void,
  namedIn: () => undefined
})

/** All that is known of a page before it is read. */
export interface Page {
  readonly claim: Claim
  readonly spec: CrawlSpec
  readonly scope: Scope
  readonly place: Payload
  readonly judge: PageWorth.Judge<JobError>
  readonly keeper: CrawlKeeper
  readonly visits: Visits
  readonly robots: boolean
}

type ReadPage =
  | { readonly _tag: "Unread"; readonly work: Work }
  | {
    readonly _tag: "Read"
    readonly document: Document
    readonly marks?: Scraped["marks"]
    readonly charged: number
    readonly verdict: PageWorth.Verdict
    /** Whether it is paid for, being one of those that are wanted. */
    readonly isDelivered: boolean
  }

/** Tells whoever keeps pages why one is not kept. */
export const leave = (
  { claim: { url }, keeper }: Page,
  why: string,
  work: Work,
  { isGone = false, url: left = url }: { readonly isGone?: boolean; readonly url?: string } = {}
): Effect.Effect<Work> => Effect.as(keeper.leave({ url: left, why, isGone }), work)

/** Reads a page and judges it, before it is paid for. What its site refuses for now comes again. */
export const readPage = Effect.fnUntraced(function*(page: Page, outlook: PageWorth.Outlook | undefined) {
  const { claim, judge, place: { depth, isNamed }, robots, scope, spec, visits } = page
  const store = yield* JobStore
  const { request } = spec
  const asked = { url: claim.url, depth }
  let verdict = worthless
  let unjudged: JobError | undefined
  const isDelivered = () => verdict.isKept && (depth > 0 || scope.isWanted(claim.url))
  const callers = yield* NavigationGuard
  const redirects = Redirects.watch({ ...asked, scope, robots, rulesOf: visits.rulesOf, callers })
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
          : judge.judge({ ...asked, outlook, document, text })
        return Effect.map(Effect.result(judged), (found) => {
          if (found._tag === "Success") verdict = found.success
          else unjudged = found.failure
          return unjudged === undefined && isDelivered()
        })
      }
    )
  ).pipe(Effect.provideService(NavigationGuard, redirects.guard))
  // While the store does not answer nothing is delivered, nor settled: the page comes again.
  if (unjudged !== undefined) return yield* unjudged
  if (scraped._tag === "Read") {
    const { charged, document, scraped: { marks } } = scraped
    return { _tag: "Read", document, marks, charged, verdict, isDelivered: isDelivered() } satisfies ReadPage
  }
  const unread = (work: Work): ReadPage => ({ _tag: "Unread", work })
  if (scraped.work._tag === "Later") return unread(scraped.work)
  const refusal = redirects.refusal()
  if (refusal !== undefined) {
    yield* judge.fail(asked)
    return unread(
      refusal._tag === "Outside"
        ? yield* leave(page, "it leads out of the crawl", dropped)
        : yield* leave(page, refusal.error.reason.message, objected(refusal.error))
    )
  }
  const { passing } = scraped
  const again = passing === undefined ? undefined : yield* AskedAgain.again(store, claim, passing)
  if (again !== undefined) return unread(again)
  yield* judge.fail(asked)
  return unread(yield* leave(page, whyOf(scraped.work), scraped.work))
})

/** Why a page failed. */
const whyOf = (work: Work): string =>
  work._tag === "Settle" && work.outcome._tag === "Failed" ? work.outcome.error.message : ""

/** Why a page that was read is not kept. */
const whyNot = ({ canonical, isHidden }: PageWorth.Verdict): string => {
  if (isHidden) return "it asks not to be indexed"
  return canonical === undefined ? "it says what another page says" : `it is ${canonical}`
}

const notThere: ReadonlySet<number> = new Set([404, 410])

/** What comes of a page that was read. */
export const delivered = Effect.fnUntraced(function*(
  page: Page,
  { charged, document, isDelivered, marks, verdict }: Extract<ReadPage, { readonly _tag: "Read" }>
) {
  const { claim: { url }, keeper, place, scope } = page
  const status = document.metadata?.statusCode ?? 200
  if (status >= 400) {
    return yield* leave(page, `HTTP ${status}`, siteError(status, charged), { isGone: notThere.has(status) })
  }
  const read = { url, date: place.date, document }
  const named = keeper.namedIn(read)
  if (named !== undefined) {
    // What a named list names is named, too: nobody follows its links.
    const depth = place.isNamed === true ? undefined : place.depth + 1
    const inside = named.filter(({ url }) => scope.isInside(url)).map(namedPage(scope, depth))
    return { ...dropped, discovered: inside } satisfies Work
  }
  const taken = isDelivered ? yield* keeper.take({ ...read, marks }) : { _tag: "Left", why: whyNot(verdict) } as const
  if (taken._tag === "Left") yield* leave(page, taken.why, dropped, { isGone: verdict.isHidden })
  const behind = verdict.isFollowed || verdict.isPassedBy ? pagesBehind(document, page) : []
  return {
    _tag: "Settle",
    outcome: taken._tag === "Kept"
      ? { _tag: "Done", result: taken.result, credits: charged }
      : { _tag: "Dropped" },
    discovered: [
      ...(verdict.canonical === undefined ? [] : [canonicalPage(verdict.canonical, page)]),
      ...(verdict.isFollowed ? behind : [])
    ],
    passedBy: verdict.isPassedBy ? behind : []
  } satisfies Work
})

/** A page that is named, rather than found by its links. */
export const namedPage = (scope: Scope, depth?: number) => ({ date, url }: NamedPage): NewPage => ({
  key: scope.keyOf(url),
  url,
  rank: depth ?? 1,
  payload: {
    depth: depth ?? 1,
    ...(depth === undefined ? { isNamed: true } : {}),
    ...(date === undefined ? {} : { date })
  }
})

/** The page that a copy names as the one it is a copy of. */
export const canonicalPage = (url: string, { place: { date, depth }, scope }: Page): NewPage => ({
  key: scope.keyOf(url),
  url,
  rank: depth,
  payload: { depth, ...(date === undefined ? {} : { date }) }
})

/** The pages that a page links to, and that belong to the crawl. */
const pagesBehind = (
  document: Document,
  { place: { depth }, scope, spec: { request } }: Page
): ReadonlyArray<NewPage> => {
  if (request.sitemap === "only" || depth >= (request.maxDiscoveryDepth ?? Infinity)) return []
  return (document.links ?? []).filter(scope.isInside).map((link): NewPage => ({
    key: scope.keyOf(link),
    url: withoutFragment(link),
    rank: depth + 1 + (link.includes("?") && !request.ignoreQueryParameters ? ranksForQuery : 0),
    payload: { depth: depth + 1 }
  }))
}

const withoutFragment = (url: string): string => {
  if (!url.includes("#")) return url
  const parsed = new URL(url)
  parsed.hash = ""
  return parsed.href
}
