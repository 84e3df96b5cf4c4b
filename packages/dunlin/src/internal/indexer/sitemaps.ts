/** The pages that sitemaps, feeds and lists of addresses name. */
import * as PageWorth from "@dunlin/jobs/PageWorth"
import * as Feed from "@dunlin/providers/Feed"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { IndexEvent } from "../../IndexEvent.ts"
import type { Frontier } from "./frontier.ts"
import type { Visitor } from "./visitor.ts"

const mostSitemaps = 100

export const make = ({ frontier, most, tell, visitor }: {
  readonly frontier: Frontier
  /** Most pages of one sitemap. */
  readonly most: number
  readonly visitor: Visitor
  readonly tell: (event: IndexEvent) => Effect.Effect<void>
}) => {
  const skip = (url: string, why: string) => tell({ _tag: "PageSkipped", url, why, waiting: frontier.waiting() })

  const list = (address: string, filter: (entry: Feed.Entry) => boolean, depth: number) =>
    Feed.entriesOfSitemap(address, {
      read: visitor.bytes,
      filter,
      limit: most,
      sitemaps: mostSitemaps,
      onRead: (url, { pages, sitemaps }) =>
        tell({ _tag: "SitemapRead", url, pages: pages.length, sitemaps: sitemaps.length }),
      onUnreadable: (url, { message }) => skip(url, message)
    }).pipe(
      Stream.runForEach(({ date, url }) => Effect.sync(() => frontier.add({ url, depth, date, isListed: true })))
    )

  return {
    /** Adds what a start names; of a sitemap, only what is on its own site. No link of these pages is followed. */
    addStart: Effect.fnUntraced(function*(start: string) {
      const site = PageWorth.siteOf(start)
      const others = new Map<string, { readonly first: string; more: number }>()
      yield* list(start, ({ kind, url }) => {
        if (kind !== "sitemap" || PageWorth.siteOf(url) === site) return true
        const other = others.get(PageWorth.siteOf(url))
        if (other === undefined) others.set(PageWorth.siteOf(url), { first: url, more: 0 })
        else other.more++
        return false
      }, Infinity)
      for (const { first, more } of others.values()) {
        const also = more === 0 ? "" : `, and neither are ${more} more of its host`
        yield* skip(first, `it is not of the site whose sitemap names it${also}`)
      }
    }),

    /** Adds what the sitemaps name that the site announces. */
    addAnnounced: Effect.fnUntraced(function*(site: string, isInside: (url: string) => boolean) {
      for (const address of yield* visitor.sitemapsOf(site)) {
        yield* Effect.catch(
          list(address, ({ url }) => isInside(url), 1),
          ({ message }) => skip(address, message)
        )
      }
    })
  }
}
