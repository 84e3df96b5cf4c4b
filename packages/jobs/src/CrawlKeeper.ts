/**
 * Declares consumers of crawled pages, for crawls that do not return the pages themselves.
 *
 * @since 0.2.0
 */
import type { Scraped } from "@dunlin/pipeline/ScrapeState"
import type { Document } from "@dunlin/schema/Document"
import type * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"

/**
 * A page named by its URL, for example in a sitemap or a feed.
 *
 * @category models
 * @since 0.2.0
 */
export interface NamedPage {
  readonly url: string
  /** The page's date of change or publication, as the list states it. */
  readonly date?: string | undefined
}

/**
 * Consumes the pages of a crawl. A page may arrive twice, because its worker may have died after its work.
 *
 * **Example** (Store titles instead of documents)
 *
 * ```ts
 * import type { CrawlKeeper } from "@dunlin/jobs"
 * import { Effect } from "effect"
 *
 * const left: Array<string> = []
 * const titles: CrawlKeeper.CrawlKeeper = {
 *   take: ({ document }) => Effect.succeed({ _tag: "Kept", result: document.metadata?.title ?? "" }),
 *   leave: ({ why }) => Effect.sync(() => left.push(why)),
 *   namedIn: () => undefined
 * }
 * const page = { url: "https://example.com/", document: { metadata: { title: "Waders" } } }
 * console.log(await Effect.runPromise(titles.take(page))) // { _tag: 'Kept', result: 'Waders' }
 * ```
 *
 * @category models
 * @since 0.2.0
 */
export interface CrawlKeeper {
  /** Returns the stored result of a page, or the reason why the page has none and does not count. */
  readonly take: (
    page: NamedPage & {
      readonly document: Document
      /** The anchors of the page, for `Anchors.locate`. */
      readonly marks?: Scraped["marks"]
    }
  ) => Effect.Effect<
    | { readonly _tag: "Kept"; readonly result: Schema.Json }
    | { readonly _tag: "Left"; readonly why: string }
  >
  /** Runs for each page that is not stored. */
  readonly leave: (page: {
    readonly url: string
    readonly why: string
    /** Whether the page no longer exists or is marked `noindex`. Its earlier version must then be removed. */
    readonly isGone: boolean
  }) => Effect.Effect<void>
  /** Returns the pages that a list document names; `undefined` for other documents. */
  readonly namedIn: (page: NamedPage & { readonly document: Document }) => ReadonlyArray<NamedPage> | undefined
}
