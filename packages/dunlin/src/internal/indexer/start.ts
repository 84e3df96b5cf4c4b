/** Reads and validates the start of a run, so that an impossible run fails immediately. */
import { NavigationRefused } from "@dunlin/fetcher/FetchError"
import { NavigationGuard, type NavigationGuardShape } from "@dunlin/fetcher/NavigationGuard"
import * as Politeness from "@dunlin/fetcher/Politeness"
import type * as Crawl from "@dunlin/jobs/Crawl"
import * as PageWorth from "@dunlin/jobs/PageWorth"
import * as Scraper from "@dunlin/pipeline/Scraper"
import type { Scraped } from "@dunlin/pipeline/ScrapeState"
import * as Feed from "@dunlin/providers/Feed"
import type { Document } from "@dunlin/schema/Document"
import type { ScrapeOptions } from "@dunlin/schema/ScrapeOptions"
import * as Effect from "effect/Effect"
import { InvalidTarget } from "../../InvalidTarget.ts"

type Visits = Effect.Success<ReturnType<typeof Crawl.visits>>

/** Statuses after which the run tries again. */
const passing: ReadonlySet<number> = new Set([429, 502, 503, 504])

/** Whether a document is a sitemap, a feed, or a list of URLs. Compressed ones are recognised by their file name. */
export const namesPages = (url: string, document: Document): boolean =>
  /\.(?:xml|txt)\.gz$/i.test(URL.parse(url)?.pathname ?? "") || Feed.isFeed(document.rawHtml ?? "")

export const namedIn = (url: string, document: Document): ReadonlyArray<Feed.Entry> | undefined =>
  namesPages(url, document)
    ? Feed.entriesIn(new TextEncoder().encode(document.rawHtml ?? ""), url).pages
    : undefined

const withoutFragment = (url: string): string => {
  const parsed = URL.parse(url)
  if (parsed === null) return url
  parsed.hash = ""
  return parsed.href
}

export interface Start {
  readonly start: string
  readonly url: string
  readonly named: ReadonlyArray<Feed.Entry> | undefined
  readonly sitemaps: ReadonlyArray<string>
  readonly scraped: Scraped
}

interface Reading {
  readonly target: string
  readonly limit: number
  /** Milliseconds between two requests. A longer `crawl-delay` takes precedence. */
  readonly delay: number
  readonly options: ScrapeOptions
  readonly robots: boolean
  readonly visits: Visits
  readonly skip: (url: string, why: string) => Effect.Effect<void>
}

/**
 * Returns the pages of a list. A sitemap may name pages of its own site, and the first page of each other site is
 * reported.
 */
const listedIn = Effect.fnUntraced(function*(url: string, { delay, limit, robots, skip, visits }: Reading) {
  const gap = robots ? Math.max(delay, (yield* visits.rulesOf(url)).delay) : delay
  // The list was fetched as a page, and is fetched again for its bytes. Each request needs a slot.
  yield* visits.takeTurn(url, gap)
  yield* visits.takeTurn(url, gap)
  const { left, pages, sitemaps } = yield* visits.namedBy(url, { limit, site: PageWorth.siteOf(url) })
  for (const { url, why } of left) yield* skip(url, why)
  return { named: pages, sitemaps: sitemaps.filter((address) => address !== url) }
})

export const read = Effect.fnUntraced(function*(
  reading: Reading
): Effect.fn.Return<Start, InvalidTarget, Scraper.Scraper> {
  const { options, robots, target, visits } = reading
  const refused = ({ message: why }: { readonly message: string }) => new InvalidTarget({ target, why })
  const start = withoutFragment(target)
  const scraper = yield* Scraper.Scraper
  const objectionTo = Effect.fnUntraced(function*(url: string) {
    if (!robots) return undefined
    const { reason } = Politeness.objection(yield* visits.rulesOf(url), url) ?? {}
    return reason
  })
  const objection = yield* objectionTo(start)
  if (objection?._tag === "RobotsDisallowed") {
    return yield* refused({
      message: `${objection.message}; turn robots.txt off (\`robots: false\`, --no-robots) to read it anyway`
    })
  }
  if (objection !== undefined) return yield* refused(objection)
  const callers = yield* NavigationGuard
  const guard: NavigationGuardShape = {
    check: Effect.fnUntraced(function*(hop) {
      yield* callers.check(hop)
      const objection = hop === start
        ? undefined
        : yield* Effect.provideService(objectionTo(hop), NavigationGuard, callers)
      if (objection !== undefined) return yield* new NavigationRefused({ detail: objection.message })
    })
  }
  const scraped = yield* Politeness.named(visits.agent, scraper.scrape({ url: start, options })).pipe(
    Effect.provideService(NavigationGuard, guard),
    Effect.mapError(refused)
  )
  const { document } = scraped
  const { statusCode = 200, url = start } = document.metadata ?? {}
  if (statusCode >= 400 && !passing.has(statusCode)) return yield* refused({ message: `HTTP ${statusCode}` })
  if (statusCode >= 400 || !namesPages(url, document)) return { start, url, named: undefined, sitemaps: [], scraped }
  const { named, sitemaps } = yield* Effect.mapError(listedIn(url, reading), refused)
  if (named.length === 0 && sitemaps.length === 0) {
    return yield* refused({ message: "it lists no pages of its own site" })
  }
  return { start, url, named, sitemaps, scraped }
})
