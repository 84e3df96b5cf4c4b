/**
 * Lists the URLs of a site from its sitemaps, the links of one page, and known pages. It does not read the pages.
 *
 * @since 0.1.0
 */
import { turn } from "@dunlin/common/Arrived"
import type { CreditError } from "@dunlin/credits/CreditError"
import type { CreditLedger } from "@dunlin/credits/CreditLedger"
import type { Fetcher } from "@dunlin/fetcher/Fetcher"
import * as Politeness from "@dunlin/fetcher/Politeness"
import * as BilledScrape from "@dunlin/pipeline/BilledScrape"
import * as Caller from "@dunlin/pipeline/Caller"
import * as LinkPolicy from "@dunlin/pipeline/LinkPolicy"
import type { ScrapeError } from "@dunlin/pipeline/ScrapeError"
import type { Scraper } from "@dunlin/pipeline/Scraper"
import * as CanonicalUrl from "@dunlin/query-operators/CanonicalUrl"
import * as Limits from "@dunlin/schema/Limits"
import type { MapLink, MapRequest } from "@dunlin/schema/MapRequest"
import type { Omission, OmissionReason } from "@dunlin/schema/Omission"
import * as ScrapeOptions from "@dunlin/schema/ScrapeOptions"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { rankBy } from "./internal/rank.ts"
import { isPage, siteOf } from "./internal/scope.ts"
import * as Visits from "./internal/visits.ts"
import { KnownPages } from "./KnownPages.ts"
import * as Omissions from "./Omissions.ts"

/**
 * The result of a map.
 *
 * @category models
 * @since 0.1.0
 */
export interface Mapped {
  readonly links: ReadonlyArray<MapLink>
  readonly charged: number
  readonly warnings: ReadonlyArray<string>
  /** URLs that were found but are not among the links, by reason. */
  readonly omitted: ReadonlyArray<Omission>
}

const MIN_READ_TIMEOUT_MS = 1000
const MAX_READ_TIMEOUT_MS = 300_000

const mostRankedAddresses = Limits.mapLimit.maximum

/** Checking this many links takes a few milliseconds. The event loop then runs other work. */
const LINKS_AT_ONCE = 2000

/**
 * Maps a site within `request.timeout`. Pages and sitemaps not read by then are omitted, with a warning. Fails with `ScrapeError`
 * when neither the page nor a sitemap could be read.
 *
 * **Example** (List the URLs of a site)
 *
 * ```ts
 * import { Fetcher } from "@dunlin/fetcher"
 * import { SiteMap } from "@dunlin/jobs"
 * import { Caller } from "@dunlin/pipeline"
 * import { MapRequest } from "@dunlin/schema"
 * import { Services } from "dunlin"
 * import { Effect } from "effect"
 *
 * const url = "https://example.com/"
 * const services = Services.layer({ fetcher: Fetcher.layerMemory({ [url]: "<a href=/a>A</a> <a href=/b>B</a>" }) })
 * const program = Effect.gen(function*() {
 *   const request = yield* MapRequest.decode({ url, sitemap: "skip" })
 *   const { links }: SiteMap.Mapped = yield* SiteMap.map({ caller: Caller.local, request, key: "map-1", once: true })
 *   return links.map((link) => link.url)
 * })
 * console.log(await Effect.runPromise(Effect.provide(program, services))) // [ 'https://example.com/', 'https://example.com/a', 'https://example.com/b' ]
 * ```
 *
 * @category running
 * @since 0.1.0
 */
export const map = (
  task: Task
): Effect.Effect<Mapped, ScrapeError | CreditError, Scraper | CreditLedger | Fetcher> =>
  // A caller that cancels while sitemaps are read receives no URLs and is not charged.
  Effect.scoped(Effect.uninterruptibleMask((restore) =>
    Effect.flatMap(restore(hold(task)), ({ links, omitted, take, warnings }) =>
      Effect.map(take, (charged) => ({ links, omitted, warnings, charged })))
  ))

/**
 * The input of a map.
 *
 * @category models
 * @since 0.2.0
 */
export interface Task {
  readonly caller: Caller.Caller
  readonly request: MapRequest
  /** A key that identifies the work. Work with the same key is charged once. */
  readonly key: string
  readonly once: boolean
}

/**
 * A map whose credits are reserved. The caller charges them when the URLs are delivered. Otherwise the end of the
 * scope releases them.
 *
 * @category models
 * @since 0.2.0
 */
export interface Held extends Pick<Mapped, "links" | "omitted" | "warnings"> {
  /** Credits that `take` charges. */
  readonly cost: number
  /** The reservation's id in the ledger; `undefined` if there is none. */
  readonly reservation: string | undefined
  /** Charges the cost, and returns the credits charged by this call. */
  readonly take: Effect.Effect<number, CreditError>
}

/**
 * Maps a site like `map`, but leaves the charge to the caller, for work whose delivery may still be rejected.
 *
 * **Example** (Charge for a map when it is delivered)
 *
 * ```ts
 * import { Fetcher } from "@dunlin/fetcher"
 * import { SiteMap } from "@dunlin/jobs"
 * import { Caller } from "@dunlin/pipeline"
 * import { MapRequest } from "@dunlin/schema"
 * import { Services } from "dunlin"
 * import { Effect } from "effect"
 *
 * const url = "https://example.com/"
 * const services = Services.layer({ fetcher: Fetcher.layerMemory({ [url]: "<a href=/a>A</a>" }) })
 * const program = Effect.gen(function*() {
 *   const request = yield* MapRequest.decode({ url, sitemap: "skip" })
 *   const task: SiteMap.Task = { caller: Caller.local, request, key: "map-1", once: true }
 *   const held: SiteMap.Held = yield* SiteMap.hold(task)
 *   const charged = yield* held.take
 *   return `${held.links.length} addresses for ${charged} credit`
 * })
 * console.log(await Effect.runPromise(Effect.provide(Effect.scoped(program), services))) // 2 addresses for 1 credit
 * ```
 *
 * @category running
 * @since 0.2.0
 */
export const hold = Effect.fn("SiteMap.hold")(function*(
  { caller, key, once, request }: Task
): Effect.fn.Return<Held, ScrapeError | CreditError, Scraper | CreditLedger | Fetcher | Scope.Scope> {
  const account = Omissions.account()
  const visits = yield* Visits.make({
    onUnreadable: (address) => Effect.sync(() => account.add(`sitemap ${address}`, "sitemap", address))
  })
  const { limit, location, search, sitemap, timeout, url } = request
  // The best URL may be found last.
  const most = search === undefined ? limit : mostRankedAddresses
  const { add, isListed, isWanted, links, moveTo } = collecting(request, account, most)
  let place = url
  let status = 200

  const addAll = Effect.fnUntraced(function*(found: ReadonlyArray<MapLink | string>) {
    for (const [at, one] of found.entries()) {
      if (at > 0 && at % LINKS_AT_ONCE === 0) yield* turn
      const link = typeof one === "string" ? { url: one } : one
      if (isWanted(link.url)) add({ ...link, url: withoutFragment(link.url) })
    }
  })

  const options = ScrapeOptions.make({
    formats: ["links"],
    onlyMainContent: false,
    location,
    timeout: Math.min(MAX_READ_TIMEOUT_MS, Math.max(MIN_READ_TIMEOUT_MS, timeout)),
    ...(request.ignoreCache ? { maxAge: 0 } : {}),
    ...(request.threatProtection === undefined ? {} : { threatProtection: request.threatProtection })
  })
  // If the start redirects to a login page, its sitemaps are still at the old URL.
  const fromSitemaps = sitemap === "skip" ? Effect.void : Stream.runForEach(
    Stream.suspend(() => Stream.fromIterable(new Set([place, url]))).pipe(
      Stream.flatMap((url) => visits.listed({ url, filter: isListed, limit: most, options: { location } }))
    ),
    (entry) => Effect.sync(() => add({ url: entry.url }))
  )
  const scraped = sitemap === "only" ? undefined : yield* Politeness.named(
    visits.agent,
    BilledScrape.hold({ url, options, caller, retention: "standard", key, once })
  )
  const fromPage = scraped === undefined ? Effect.void : Effect.flatMap(
    Effect.fromResult(scraped.result),
    ({ document }) => {
      const { description, statusCode = 200, title, url: address = url } = document.metadata ?? {}
      status = statusCode
      if (status >= 400) account.add(CanonicalUrl.canonical(address), "error", address)
      else if (moveTo(address)) place = address
      if (status < 400 && isWanted(address)) {
        add({
          url: address,
          ...(title === undefined ? {} : { title }),
          ...(description === undefined ? {} : { description })
        })
      }
      return addAll(document.links ?? [])
    }
  )

  const fromKnown = sitemap === "only" ? Effect.void : Effect.flatMap(
    KnownPages,
    (known) =>
      Effect.flatMap(known({ site: new URL(place).hostname.replace(/^www\./, ""), search, limit: most }), addAll)
  )

  // The page's links come first. Sitemaps that are unread at the timeout are omitted.
  const page = yield* Effect.result(fromPage)
  yield* fromKnown
  const complete = yield* Effect.timeoutOption(fromSitemaps, timeout)
  if (page._tag === "Failure" && links.size === 0) {
    // A classifier of the threat policy is charged even if it blocks the page.
    if (scraped !== undefined && scraped.cost > 0) yield* Effect.ignore(scraped.take)
    return yield* page.failure
  }
  const known = Array.from(links.values())
  const found = yield* LinkPolicy.allowed({ caller, override: request.threatProtection, links: known })
  const blocked = known.length - found.length
  const ranked = search === undefined ? found : yield* rankBy(search, found)
  const omitted = accountFor(account, { known, found, ranked, limit })
  return {
    links: ranked.slice(0, limit),
    cost: scraped?.cost ?? 0,
    reservation: scraped?.key,
    take: scraped === undefined || scraped.cost === 0
      ? Effect.succeed(0)
      : Effect.map(scraped.take, ({ charged }) => charged),
    omitted,
    warnings: [
      ...(page._tag === "Failure" ? [`The page could not be read: ${page.failure.message}.`] : []),
      ...(status >= 400 ? [`The page returned ${status}.`] : []),
      ...(blocked > 0
        ? [`${blocked} ${blocked === 1 ? "URL was" : "URLs were"} blocked by the threat policy.`]
        : []),
      ...(complete._tag === "None" ? ["The sitemaps could not be read completely within the timeout."] : []),
      ...Omissions.sentencesOf(omitted)
    ]
  }
}, (effect, { caller }) => Caller.onBehalfOf(caller)(effect))

const collecting = (request: MapRequest, account: Omissions.Account, most: number) => {
  const site = siteOf(request.url)
  // After a site has moved, its pages often still link to the old URLs, so both are accepted.
  const sites = [site]
  const links = new Map<string, MapLink>()
  let listed = 0

  const refusalOf = (address: string): OmissionReason | "none" | "" => {
    const parsed = URL.parse(address)
    if (parsed === null || !/^https?:$/.test(parsed.protocol)) return "none"
    const other = siteOf(address)
    if (!sites.some((site) => other === site || request.includeSubdomains && other.endsWith(`.${site}`))) return "site"
    if (!isPage(parsed)) return "file"
    return request.ignoreQueryParameters && parsed.search !== "" ? "query" : ""
  }

  const isWanted = (address: string): boolean => {
    const reason = refusalOf(address)
    if (reason !== "" && reason !== "none") account.add(address, reason)
    return reason === ""
  }

  return {
    links,
    isWanted,
    moveTo: (address: string): boolean => {
      const other = siteOf(address)
      if (other === site) return false
      sites.push(other)
      account.add(`moved to ${address}`, "moved", address)
      return true
    },
    isListed: (address: string): boolean => {
      const isOne = isWanted(address)
      if (isOne && ++listed > most) account.add(CanonicalUrl.canonical(address), "limit", address)
      return isOne
    },
    add: (link: MapLink): void => {
      const identity = CanonicalUrl.canonical(link.url)
      const known = links.get(identity)
      if (known === undefined ? links.size < most : known.title === undefined) links.set(identity, link)
      else if (known === undefined) account.add(identity, "limit", link.url)
    }
  }
}

const accountFor = (account: Omissions.Account, { found, known, limit, ranked }: {
  readonly known: ReadonlyArray<MapLink>
  readonly found: ReadonlyArray<MapLink>
  readonly ranked: ReadonlyArray<MapLink>
  readonly limit: number
}): ReadonlyArray<Omission> => {
  const isAllowed = new Set(found)
  for (const link of known) if (!isAllowed.has(link)) account.add(CanonicalUrl.canonical(link.url), "blocked", link.url)
  for (const { url } of ranked.slice(limit)) account.add(CanonicalUrl.canonical(url), "limit", url)
  for (const { url } of ranked.slice(0, limit)) account.remove(CanonicalUrl.canonical(url))
  return account.omissions()
}

const withoutFragment = (url: string): string => {
  const parsed = new URL(url)
  parsed.hash = ""
  return parsed.href
}
