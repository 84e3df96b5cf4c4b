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
}

export const make = Effect.gen(function*(): Effect.fn.Return<Visits, never, Fetcher.Fetcher> {
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

  return {
    agent,
    rulesOf: (url) => manners.rulesOf({ ...plain, url }),
    listed: ({ filter, limit, options, url }) =>
      Stream.unwrap(
        Effect.map(manners.rulesOf(request(url, options)), ({ sitemaps }) =>
          // Where a site announces none, one is where most keep theirs (sitemaps.org).
          Stream.fromIterable(sitemaps.length === 0 ? [new URL("/sitemap.xml", url).href] : sitemaps).pipe(
            Stream.flatMap((address) =>
              Feed.entriesOfSitemap(address, {
                read: (url) => read(url, options),
                filter: ({ kind, url }) => kind === "sitemap" && filter(url),
                limit,
                sitemaps: mostSitemaps
              }).pipe(Stream.catch(() => Stream.empty))
            )
          ))
      ).pipe(Stream.take(limit))
  }
})
