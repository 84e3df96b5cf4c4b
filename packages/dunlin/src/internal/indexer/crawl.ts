/** From a start to the pages it leads to. */
import * as Feed from "@dunlin/providers/Feed"
import type { IndexDocument } from "@dunlin/providers/LocalIndex"
import type { Document } from "@dunlin/schema/Document"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { IndexEvent } from "../../IndexEvent.ts"
import { InvalidTarget } from "../../InvalidTarget.ts"
import * as Frontier from "./frontier.ts"
import { reading } from "./reading.ts"
import { below, siteOf } from "./scope.ts"
import { toDocument, withListedDate } from "./toDocument.ts"
import type { Visitor } from "./visitor.ts"

/** How many addresses may be known for each page that is wanted. */
const addressesPerPage = 4
const mostSitemaps = 100

/**
 * Reads the start and then, breadth first, the pages it leads to, and after them those of the sitemaps that the site
 * announces. A start that is a sitemap, a feed or a list of addresses leads to the pages it names and no further.
 */
export const crawl = Effect.fnUntraced(function*(options: {
  readonly start: string
  readonly depth: number
  readonly maxPages: number
  readonly concurrency: number
  readonly sitemaps: boolean
  readonly visitor: Visitor
  readonly tell: (event: IndexEvent) => Effect.Effect<void>
  /** Told about pages that are no more, or ask to be left out. */
  readonly onGone: (url: string, why: string) => Effect.Effect<void>
}): Effect.fn.Return<Stream.Stream<IndexDocument>, InvalidTarget> {
  const { concurrency, depth, maxPages, onGone, start, tell, visitor } = options
  const frontier = Frontier.make(maxPages * addressesPerPage)
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

  /** Adds the pages that a sitemap names. */
  const list = (address: string, filter: (entry: Feed.Entry) => boolean, depth: number) =>
    Feed.entriesOfSitemap(address, {
      read: visitor.bytes,
      filter,
      limit: maxPages * addressesPerPage,
      sitemaps: mostSitemaps,
      onRead: (url, { pages, sitemaps }) =>
        tell({ _tag: "SitemapRead", url, pages: pages.length, sitemaps: sitemaps.length }),
      onUnreadable: (url, { message }) => skip(url, message)
    }).pipe(Stream.runForEach(({ date, url }) => Effect.sync(() => frontier.add({ url, depth, date }))))

  const listStart = Effect.gen(function*() {
    const site = siteOf(first.url)
    const others = new Map<string, { readonly first: string; more: number }>()
    yield* Effect.mapError(
      list(first.url, ({ kind, url }) => {
        if (kind !== "sitemap" || siteOf(url) === site) return true
        const other = others.get(siteOf(url))
        if (other === undefined) others.set(siteOf(url), { first: url, more: 0 })
        else other.more++
        return false
      }, Infinity),
      refused
    )
    for (const { first, more } of others.values()) {
      const also = more === 0 ? "" : `, and neither are ${more} more of its host`
      yield* skip(first, `it is not of the site whose sitemap names it${also}`)
    }
    if (frontier.waiting() === 0) return yield* refused({ message: "it names no page of its own site" })
  })

  /** Once nothing waits any more: what the links did not lead to. */
  const listAnnounced = Effect.gen(function*() {
    for (const address of yield* visitor.sitemapsOf(first.url)) {
      yield* list(address, ({ url }) => isInside(url), 1).pipe(
        Effect.catch(({ message }) => skip(address, message))
      )
    }
  })

  const follow = (document: Document, from: number) => {
    if (from >= depth || /\b(?:nofollow|none)\b/i.test(document.metadata?.robots ?? "")) return
    for (const url of document.links ?? []) if (isInside(url)) frontier.add({ url, depth: from + 1 })
  }

  const accept = Effect.fnUntraced(function*(url: string, document: Document, date?: string) {
    const entry = toDocument(url, document)
    if (entry.text.trim() === "") return yield* Effect.as(skip(url, "it has no text"), [])
    yield* tell({ _tag: "PageIndexed", url, title: entry.title, waiting: frontier.waiting() })
    return [withListedDate(entry, date)]
  })

  const visit = Effect.fnUntraced(function*({ date, depth, url }: Frontier.Waiting) {
    const visited = yield* visitor.page(url, isInside)
    if (visited._tag === "Gone") return yield* Effect.as(onGone(url, visited.why), [])
    if (visited._tag !== "Read") return yield* Effect.as(skip(url, visited.why), [])
    // Two addresses may lead to one page.
    if (Frontier.withoutFragment(visited.url) !== url && frontier.meet(visited.url)) return []
    if (namesPages(visited.url, visited.document)) {
      const { pages } = Feed.entriesIn(new TextEncoder().encode(visited.document.rawHtml ?? ""), visited.url)
      for (const { date, url } of pages) if (isInside(url)) frontier.add({ url, depth: depth + 1, date })
      return []
    }
    follow(visited.document, depth)
    return yield* accept(visited.url, visited.document, date)
  })

  let opening: ReadonlyArray<IndexDocument> = []
  if (isListing) yield* listStart
  else {
    frontier.meet(start)
    frontier.meet(first.url)
    follow(first.document, 0)
    opening = yield* accept(first.url, first.document)
  }
  const rest = yield* reading({
    frontier,
    most: maxPages - opening.length,
    concurrency,
    visit,
    lookForMore: isListing || depth === 0 || !options.sitemaps ? undefined : listAnnounced
  })
  return Stream.concat(Stream.fromIterable(opening), rest)
})

/** A sitemap, RSS, Atom, or a list of addresses; packed ones are only known by their name. */
const namesPages = (url: string, document: Document): boolean =>
  /\.(?:xml|txt)\.gz$/i.test(URL.parse(url)?.pathname ?? "") || Feed.isFeed(document.rawHtml ?? "")
