/** Visits to sites: what their robots.txt says, and what their sitemaps name. */
import * as Fetcher from "@dunlin/fetcher/Fetcher"
import * as Politeness from "@dunlin/fetcher/Politeness"
import { agentOf, UserAgent } from "@dunlin/fetcher/UserAgent"
import * as Feed from "@dunlin/providers/Feed"
import * as ScrapeOptions from "@dunlin/schema/ScrapeOptions"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

/** The name that robots.txt files are read for, and that sites see, unless the settings name another. */
const ownName = "DunlinBot"
const sitemapTimeout = Duration.seconds(30)
/** Sitemaps of a site that are read, those named by others included. */
const mostSitemaps = 200

export interface Visits {
  readonly agent: string
  readonly rulesOf: (url: string) => Effect.Effect<Politeness.Rules>
  /** The pages that the sitemaps of a site name; a sitemap that cannot be read is passed over. */
  readonly listed: (request: {
    readonly url: string
    readonly filter: (url: string) => boolean
    readonly limit: number
    readonly options?: ScrapeOptions.ScrapeOptionsInput | undefined
  }) => Stream.Stream<Feed.Entry>
  /** What a sitemap, a feed or a list of addresses names, and the sitemaps that it names. */
  readonly entriesOf: (address: string, options: {
    readonly filter: (entry: Feed.Entry) => boolean
    readonly limit: number
    readonly options?: ScrapeOptions.ScrapeOptionsInput | undefined
  }) => Stream.Stream<Feed.Entry, Unread>
}

/** Why a sitemap could not be read. */
export interface Unread {
  readonly message: string
}

/** Who is told of sitemaps. */
export interface Listeners {
  readonly onRead?: ((url: string, found: Feed.Found) => Effect.Effect<void>) | undefined
  /** Sitemaps that somebody names, and that cannot be read. */
  readonly onUnreadable?: ((url: string, why: Unread) => Effect.Effect<void>) | undefined
}

export const make = Effect.fnUntraced(function*(
  listeners: Listeners = {}
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

  /** Without options of its own: robots.txt is looked up for every page. */
  const plain = request("")

  const read = Effect.fnUntraced(function*(url: string, options?: ScrapeOptions.ScrapeOptionsInput) {
    const page = yield* Effect.mapError(
      Politeness.named(agent, fetcher.fetch(request(url, options))),
      ({ reason }) => ({ message: reason.message })
    )
    return page.status >= 400 ? yield* Effect.fail({ message: `HTTP ${page.status}` }) : page.body
  })

  const entriesOf: Visits["entriesOf"] = (address, { filter, limit, options }) =>
    Feed.entriesOfSitemap(address, {
      read: (url) => read(url, options),
      filter,
      limit,
      sitemaps: mostSitemaps,
      onRead: listeners.onRead,
      onUnreadable: listeners.onUnreadable
    })

  return {
    agent,
    rulesOf: (url) => manners.rulesOf({ ...plain, url }),
    entriesOf,
    listed: ({ filter, limit, options, url }) =>
      Stream.unwrap(
        Effect.map(manners.rulesOf(request(url, options)), ({ sitemaps }) => {
          const listedIn = (address: string, onUnreadable: Listeners["onUnreadable"]) =>
            entriesOf(address, { filter: ({ kind, url }) => kind === "sitemap" && filter(url), limit, options }).pipe(
              Stream.catch((why) => Stream.fromEffectDrain(onUnreadable?.(address, why) ?? Effect.void))
            )
          return sitemaps.length === 0
            // Where a site announces none, one is where most keep theirs (sitemaps.org).
            ? listedIn(new URL("/sitemap.xml", url).href, undefined)
            : Stream.flatMap(Stream.fromIterable(sitemaps), (address) => listedIn(address, listeners.onUnreadable))
        })
      ).pipe(Stream.take(limit))
  }
})
