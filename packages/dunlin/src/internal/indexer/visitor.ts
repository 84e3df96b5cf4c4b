/** Reads the pages and sitemaps of sites with manners: robots.txt, a pause between requests, the cache first. */
import * as Fetcher from "@dunlin/fetcher/Fetcher"
import { NavigationRefused } from "@dunlin/fetcher/FetchError"
import { NavigationGuard } from "@dunlin/fetcher/NavigationGuard"
import * as Politeness from "@dunlin/fetcher/Politeness"
import { agentOf, UserAgent } from "@dunlin/fetcher/UserAgent"
import * as Scraper from "@dunlin/pipeline/Scraper"
import type { Document } from "@dunlin/schema/Document"
import * as ScrapeOptions from "@dunlin/schema/ScrapeOptions"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { formats } from "./toDocument.ts"

/** What became of a visit. */
export type Visit =
  | { readonly _tag: "Read"; readonly url: string; readonly document: Document }
  | { readonly _tag: "Gone"; readonly why: string }
  | { readonly _tag: "Refused"; readonly why: string }
  | { readonly _tag: "Failed"; readonly why: string }

export interface Visitor {
  /** Reads a page, within the rules of its site; redirects may lead where `isInside` says. */
  readonly page: (url: string, isInside?: (url: string) => boolean) => Effect.Effect<Visit>
  /** Reads a sitemap. */
  readonly bytes: (url: string) => Effect.Effect<Uint8Array, { readonly message: string }>
  /** The sitemaps that the robots.txt of a site announces. */
  readonly sitemapsOf: (url: string) => Effect.Effect<ReadonlyArray<string>>
}

/** The name that robots.txt files are read for, and that sites see, unless the settings name another. */
const ownName = "DunlinBot"
const outside = "it leads out of what is indexed"
const sitemapTimeout = Duration.seconds(30)

export const make = Effect.fnUntraced(function*(options: {
  readonly robots: boolean
  readonly delay: Duration.Duration
  readonly maxAge: Duration.Duration
}): Effect.fn.Return<Visitor, never, Scraper.Scraper | Fetcher.Fetcher> {
  const scraper = yield* Scraper.Scraper
  const fetcher = yield* Fetcher.Fetcher
  const userAgent = yield* UserAgent
  const agent = userAgent === undefined ? ownName : agentOf(userAgent) ?? ownName
  const { returnTurn, rulesOf, takeTurn } = Politeness.manners(fetcher, { agent, delay: options.delay })
  const scrapeOptions = ScrapeOptions.make({
    formats: [...formats, "links", "rawHtml"],
    maxAge: Duration.toMillis(options.maxAge)
  })
  const request = (url: string) => ({ url, timeout: sitemapTimeout, options: scrapeOptions })

  /** Why the site does not want a page to be read, or cannot be asked. */
  const objection = (url: string): Effect.Effect<Exclude<Visit, { readonly _tag: "Read" }> | undefined> =>
    options.robots
      ? Effect.map(rulesOf(request(url)), ({ allows, unreadable }) => {
        if (unreadable?.status !== undefined) {
          return { _tag: "Refused", why: `robots.txt of the site cannot be read: ${unreadable.why}` }
        }
        // The page would not answer either, and nobody has to ignore the robots.txt to learn it.
        if (unreadable !== undefined) return { _tag: "Failed", why: unreadable.why }
        return allows(url) ? undefined : { _tag: "Refused", why: "robots.txt of the site does not allow it" }
      })
      : Effect.succeed(undefined)

  const guard = (start: string, isInside: (url: string) => boolean) => ({
    check: Effect.fnUntraced(function*(url: string) {
      // A robots.txt must not be asked whether it may be read.
      if (url === start || new URL(url).pathname === "/robots.txt") return
      const why = isInside(url) ? (yield* objection(url))?.why : outside
      if (why !== undefined) return yield* new NavigationRefused({ detail: why })
    })
  })

  return {
    page: Effect.fn("Indexer.visit")(function*(url, isInside = () => true) {
      const objected = yield* objection(url)
      if (objected !== undefined) return objected
      yield* takeTurn(url)
      const result = yield* Politeness.named(agent, scraper.scrape({ url, options: scrapeOptions })).pipe(
        Effect.provideService(NavigationGuard, guard(url, isInside)),
        Effect.result
      )
      if (result._tag === "Failure") return { _tag: "Failed", why: result.failure.message }
      const { document } = result.success
      const { cacheState, robots = "", statusCode = 0, url: address = url } = document.metadata ?? {}
      if (cacheState === "hit") yield* returnTurn(url)
      if (statusCode === 404 || statusCode === 410) return { _tag: "Gone", why: `HTTP ${statusCode}` }
      if (statusCode >= 400) return { _tag: "Failed", why: `HTTP ${statusCode}` }
      if (!isInside(address)) return { _tag: "Failed", why: outside }
      if (options.robots && /\b(?:noindex|none)\b/i.test(robots)) {
        return { _tag: "Gone", why: "its robots meta element asks not to be indexed" }
      }
      return { _tag: "Read", url: address, document }
    }),
    bytes: Effect.fnUntraced(function*(url) {
      yield* takeTurn(url)
      const fetched = Politeness.named(agent, fetcher.fetch(request(url)))
      const page = yield* Effect.mapError(fetched, ({ reason }) => ({ message: reason.message }))
      return page.status >= 400 ? yield* Effect.fail({ message: `HTTP ${page.status}` }) : page.body
    }),
    sitemapsOf: (url) => Effect.map(rulesOf(request(url)), ({ sitemaps }) => sitemaps)
  }
})
