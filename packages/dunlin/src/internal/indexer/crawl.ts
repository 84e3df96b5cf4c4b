/** From a start to the pages it leads to. */
import * as PageWorth from "@dunlin/jobs/PageWorth"
import * as Feed from "@dunlin/providers/Feed"
import type { IndexDocument } from "@dunlin/providers/LocalIndex"
import * as CanonicalUrl from "@dunlin/query-operators/CanonicalUrl"
import type { Document } from "@dunlin/schema/Document"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { IndexEvent } from "../../IndexEvent.ts"
import { InvalidTarget } from "../../InvalidTarget.ts"
import * as Frontier from "./frontier.ts"
import { reading } from "./reading.ts"
import { below } from "./scope.ts"
import * as Sitemaps from "./sitemaps.ts"
import { toDocument, withListedDate } from "./toDocument.ts"
import type { Visitor } from "./visitor.ts"

/** How many addresses may be known for each page that is wanted. */
const addressesPerPage = 4
/** How many addresses may be known however few pages are wanted: many turn out to be copies of others. */
const leastAddresses = 1000

/**
 * Reads the start and then the pages it leads to, nearest first, with those of the sitemaps that the site announces. What
 * a page adds is judged as in every crawl (`PageWorth`). A start that is a sitemap, a feed or a list of addresses leads to
 * the pages it names and no further.
 */
export const crawl = Effect.fnUntraced(function*(options: {
  readonly start: string
  readonly depth: number
  readonly maxPages: number
  readonly concurrency: number
  readonly sitemaps: boolean
  /** Whether what pages say to crawlers is obeyed. */
  readonly robots: boolean
  readonly visitor: Visitor
  readonly tell: (event: IndexEvent) => Effect.Effect<void>
  /** Told about pages that are no more, or ask to be left out. */
  readonly onGone: (url: string, why: string) => Effect.Effect<void>
}): Effect.fn.Return<Stream.Stream<IndexDocument>, InvalidTarget> {
  const { concurrency, depth, maxPages, onGone, robots, start, tell, visitor } = options
  const frontier = Frontier.make(Math.max(leastAddresses, maxPages * addressesPerPage))
  const refused = ({ message }: { readonly message: string }) => new InvalidTarget({ target: start, why: message })
  const skip = (url: string, why: string) => tell({ _tag: "PageSkipped", url, why, waiting: frontier.waiting() })

  const first = yield* visitor.page(Frontier.withoutFragment(start))
  if (first._tag === "Refused") {
    return yield* refused({
      message: `${first.why}; with robots off (\`robots: false\`, --no-robots) it is read anyway`
    })
  }
  if (first._tag !== "Read") return yield* refused({ message: first.why })
  const isListing = namesPages(first.url, first.document)
  const isInside = isListing ? () => true : below(first.url)

  const sitemaps = Sitemaps.make({ frontier, most: maxPages * addressesPerPage, visitor, tell })

  const { fail, isWorthAsking, judge } = PageWorth.make({
    memory: PageWorth.memory(),
    scope: { isInside, keyOf: CanonicalUrl.canonical },
    robots
  })

  const accept = Effect.fnUntraced(function*(url: string, document: Document, date?: string) {
    const entry = toDocument(url, document)
    if (entry.text.trim() === "") return yield* Effect.as(skip(url, "it has no text"), [])
    yield* tell({ _tag: "PageIndexed", url, title: entry.title, waiting: frontier.waiting() })
    return [withListedDate(entry, date)]
  })

  /** Takes what a page adds: where it leads, and the page itself. */
  const take = Effect.fnUntraced(function*(url: string, document: Document, { date, depth: at }: Frontier.Place) {
    const verdict = yield* judge({ url, document, depth: at })
    if (verdict.canonical !== undefined) frontier.add({ url: verdict.canonical, depth: at, date })
    if (verdict.isFollowed && at < depth) {
      for (const link of document.links ?? []) if (isInside(link)) frontier.add({ url: link, depth: at + 1 })
    }
    if (verdict.isKept) return yield* accept(url, document, date)
    const why = verdict.canonical === undefined ? "it says what another page says" : `it is ${verdict.canonical}`
    return yield* Effect.as(skip(url, why), [])
  })

  const visit = Effect.fnUntraced(function*({ url, ...place }: Frontier.Waiting) {
    const isListed = isListing || place.isListed === true
    if (!isListed && !(yield* isWorthAsking({ url, depth: place.depth }))) {
      return yield* Effect.as(skip(url, "addresses like it lead nowhere"), [])
    }
    const visited = yield* visitor.page(url, isInside)
    if (visited._tag !== "Read") {
      if (visited._tag === "Gone") yield* onGone(url, visited.why)
      else yield* skip(url, visited.why)
      yield* fail({ url, depth: place.depth })
      return []
    }
    // Two addresses may lead to one page.
    if (Frontier.withoutFragment(visited.url) !== url && frontier.meet(visited.url)) return []
    if (namesPages(visited.url, visited.document)) {
      const { pages } = Feed.entriesIn(new TextEncoder().encode(visited.document.rawHtml ?? ""), visited.url)
      for (const { date, url } of pages) if (isInside(url)) frontier.add({ url, depth: place.depth + 1, date })
      return []
    }
    // Whoever names pages one by one wants each of them.
    return isListing
      ? yield* accept(visited.url, visited.document, place.date)
      : yield* take(visited.url, visited.document, place)
  })

  let opening: ReadonlyArray<IndexDocument> = []
  if (isListing) {
    yield* Effect.mapError(sitemaps.addStart(first.url), refused)
    if (frontier.waiting() === 0) return yield* refused({ message: "it names no page of its own site" })
  } else {
    frontier.meet(start)
    frontier.meet(first.url)
    if (depth > 0 && options.sitemaps) yield* sitemaps.addAnnounced(first.url, isInside)
    opening = yield* take(first.url, first.document, { depth: 0 })
  }
  const rest = yield* reading({
    frontier,
    most: maxPages - opening.length,
    concurrency,
    visit
  })
  return Stream.concat(Stream.fromIterable(opening), rest)
})

/** A sitemap, RSS, Atom, or a list of addresses; packed ones are only known by their name. */
const namesPages = (url: string, document: Document): boolean =>
  /\.(?:xml|txt)\.gz$/i.test(URL.parse(url)?.pathname ?? "") || Feed.isFeed(document.rawHtml ?? "")
