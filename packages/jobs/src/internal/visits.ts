/** Visits sites: reads robots.txt and sitemaps within each host's rate limit. */
import * as RetryAfter from "@dunlin/common/RetryAfter"
import * as Fetcher from "@dunlin/fetcher/Fetcher"
import * as Politeness from "@dunlin/fetcher/Politeness"
import { agentOf, UserAgent } from "@dunlin/fetcher/UserAgent"
import * as Feed from "@dunlin/providers/Feed"
import * as ScrapeOptions from "@dunlin/schema/ScrapeOptions"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { isPage, siteOf } from "./scope.ts"
import type { JobStore } from "./service.ts"
import { hostOf } from "./submitting.ts"

const ownName = "DunlinBot"
const sitemapTimeout = Duration.seconds(30)
export const MAX_SITEMAPS_PER_SITE = 200

interface Reading {
  readonly limit: number
  /** Milliseconds between two requests to the host, including page requests of crawls. @default 0 */
  readonly gap?: number | undefined
  readonly options?: ScrapeOptions.ScrapeOptionsInput | undefined
}

export interface Visits {
  readonly agent: string
  readonly rulesOf: (url: string) => Effect.Effect<Politeness.Rules>
  /** Requests a page again, and returns the URL to which it redirects now; `undefined` if the page is unreadable. */
  readonly placeOf: (url: string) => Effect.Effect<string | undefined>
  readonly takeTurn: (url: string, gap: number) => Effect.Effect<void>
  /** Returns the announced sitemaps, or the default URL (sitemaps.org) as a guess. */
  readonly sitemapsOf: (url: string) => Effect.Effect<Announced>
  readonly pagesOf: (
    address: string,
    options: { readonly limit: number; readonly filter: (url: string) => boolean }
  ) => Effect.Effect<Feed.Found, Unread>
  readonly namedBy: (address: string, options: { readonly limit: number; readonly site: string }) => Effect.Effect<
    Feed.Found & {
      readonly left: ReadonlyArray<{ readonly url: string; readonly why: string }>
    },
    Unread
  >
  readonly tellUnreadable: (address: string, why: Unread) => Effect.Effect<void>
  readonly listed: (
    request: Omit<Reading, "gap"> & { readonly url: string; readonly filter: (url: string) => boolean }
  ) => Stream.Stream<Feed.Entry>
  readonly entriesOf: (
    address: string,
    options: Reading & { readonly filter: (entry: Feed.Entry) => boolean }
  ) => Stream.Stream<Feed.Entry, Unread>
}

export interface Announced {
  readonly addresses: ReadonlyArray<string>
  readonly isGuess: boolean
}

export interface Unread {
  readonly message: string
  readonly status?: number
  readonly retryAfter?: number | undefined
}

export interface Options {
  readonly turns?: Pick<JobStore["Service"], "takeTurn"> | undefined
  readonly onRead?: ((url: string, found: Feed.Found) => Effect.Effect<void>) | undefined
  readonly onUnreadable?: ((url: string, why: Unread) => Effect.Effect<void>) | undefined
}

export const make = Effect.fnUntraced(function*(
  { onRead, onUnreadable, turns }: Options = {}
): Effect.fn.Return<Visits, never, Fetcher.Fetcher> {
  const fetcher = yield* Fetcher.Fetcher
  const userAgent = yield* UserAgent
  const agent = userAgent === undefined ? ownName : agentOf(userAgent) ?? ownName
  const manners = Politeness.manners(fetcher, { agent, delay: 0 })
  const request = (url: string, options: ScrapeOptions.ScrapeOptionsInput = {}) => ({
    url,
    timeout: sitemapTimeout,
    options: ScrapeOptions.make(options)
  })

  /** Every page reads robots.txt, so its request uses default options. */
  const plain = request("")

  const takeTurn = Effect.fnUntraced(function*(url: string, gap: number) {
    if (turns === undefined || gap === 0) return
    // If the store does not respond, the default rate applies.
    const wait = yield* Effect.orElseSucceed(turns.takeTurn({ host: hostOf(url), gap }), () => gap)
    if (wait > 0) yield* Effect.sleep(wait)
  })

  const read = Effect.fnUntraced(function*(url: string, { gap = 0, options }: Reading) {
    yield* takeTurn(url, gap)
    const page = yield* Effect.mapError(
      Politeness.named(agent, fetcher.fetch(request(url, options))),
      ({ reason }) => ({ message: reason.message })
    )
    const { fetchedAt, headers, status } = page
    if (status < 400) return page.body
    const wait = RetryAfter.millis(headers["retry-after"], fetchedAt)
    const retryAfter = wait === undefined ? undefined : fetchedAt + wait
    return yield* Effect.fail<Unread>({ message: `HTTP ${status}`, status, retryAfter })
  })

  const entriesOf: Visits["entriesOf"] = (address, { filter, ...reading }) =>
    Feed.entriesOfSitemap(address, {
      read: (url) => read(url, reading),
      filter,
      limit: reading.limit,
      sitemaps: MAX_SITEMAPS_PER_SITE,
      onRead,
      onUnreadable,
      onOmitted: (url) =>
        tellUnreadable(url, { message: `not read: at most ${MAX_SITEMAPS_PER_SITE} sitemaps of a site are read` })
    })

  const foundIn = Effect.fnUntraced(function*(
    address: string,
    { filter, limit }: { readonly limit: number; readonly filter: (entry: Feed.Entry) => boolean }
  ) {
    let sitemaps: ReadonlyArray<string> = []
    const pages = yield* Stream.runCollect(Feed.entriesOfSitemap(address, {
      read: (url) => read(url, { limit }),
      filter,
      limit,
      sitemaps: 1,
      onRead: (url, found) => {
        sitemaps = found.sitemaps
        return onRead?.(url, found) ?? Effect.void
      }
    }))
    return { pages, sitemaps }
  })

  const sitemapsOf = (page: Fetcher.FetchRequest): Effect.Effect<Announced> =>
    Effect.map(manners.rulesOf(page), ({ sitemaps }) =>
      sitemaps.length > 0
        ? { addresses: sitemaps, isGuess: false }
        : { addresses: [new URL("/sitemap.xml", page.url).href], isGuess: true })

  const tellUnreadable = (address: string, why: Unread) => onUnreadable?.(address, why) ?? Effect.void

  return {
    agent,
    rulesOf: (url) => manners.rulesOf({ ...plain, url }),
    placeOf: Effect.fnUntraced(function*(url) {
      const { delay } = yield* manners.rulesOf({ ...plain, url })
      yield* takeTurn(url, delay)
      const page = yield* Effect.result(Politeness.named(agent, fetcher.fetch(request(url, { maxAge: 0 }))))
      return page._tag === "Success" && page.success.status < 400 ? page.success.url : undefined
    }),
    takeTurn,
    entriesOf,
    sitemapsOf: (url) => sitemapsOf(request(url)),
    pagesOf: (address, { filter, limit }) => foundIn(address, { filter: isListed(filter), limit }),
    namedBy: Effect.fnUntraced(function*(address, { limit, site }) {
      const { filter, left } = ofSite(site)
      const found = yield* foundIn(address, { filter, limit })
      return { ...found, left: left() }
    }),
    tellUnreadable,
    listed: ({ filter, url, ...reading }) =>
      Stream.unwrap(
        Effect.map(sitemapsOf(request(url, reading.options)), ({ addresses, isGuess }) =>
          Stream.flatMap(Stream.fromIterable(addresses), (address) =>
            entriesOf(address, { ...reading, filter: isListed(filter) }).pipe(
              Stream.catch((why) =>
                Stream.fromEffectDrain(isGuess ? Effect.void : tellUnreadable(address, why))
              )
            )))
      ).pipe(Stream.take(reading.limit))
  }
})

const isListed = (filter: (url: string) => boolean) => ({ url }: Feed.Entry): boolean => filter(url)

/** Accepts all entries of a list, but only entries of a sitemap that belong to the sitemap's site. */
const ofSite = (own: string) => {
  const others = new Map<string, { readonly url: string; more: number }>()
  const filter = (entry: Feed.Entry): boolean => {
    if (!isPage(new URL(entry.url))) return false
    const site = siteOf(entry.url)
    if (entry.kind !== "sitemap" || site === own) return true
    const other = others.get(site)
    if (other === undefined) others.set(site, { url: entry.url, more: 0 })
    else other.more++
    return false
  }
  const left = () =>
    Array.from(others.values(), ({ more, url }) => {
      const also = more === 0 ? "" : `, and so are ${more} more from its host`
      return { url, why: `it is outside the site whose sitemap lists it${also}` }
    })
  return { filter, left }
}
