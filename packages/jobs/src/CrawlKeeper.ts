/**
 * Consumers of crawled pages, for crawls whose results are not the pages themselves.
 *
 * @since 0.2.0
 */
import type { Scraped } from "@dunlin/pipeline/ScrapeState"
import type { Document } from "@dunlin/schema/Document"
import type * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"

/**
 * A page that is named by its address, by a sitemap or a feed for example.
 *
 * @category models
 * @since 0.2.0
 */
export interface NamedPage {
  readonly url: string
  /** When it changed or came, as whoever names it says. */
  readonly date?: string | undefined
}

/**
 * Consumes the pages of a crawl. A page may come twice: its worker may have died after its work.
 *
 * **Example** (Titles instead of documents)
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
  /** The stored result of a page, or the reason why it has none and does not count. */
  readonly take: (
    page: NamedPage & {
      readonly document: Document
      /** The places of the page that links can lead to, for `Anchors.locate`. */
      readonly marks?: Scraped["marks"]
    }
  ) => Effect.Effect<
    | { readonly _tag: "Kept"; readonly result: Schema.Json }
    | { readonly _tag: "Left"; readonly why: string }
  >
  /** Receives each page that is not kept. */
  readonly leave: (page: {
    readonly url: string
    readonly why: string
    /** Whether the page no longer exists, or is marked as `noindex`: an earlier version of it must be removed. */
    readonly isGone: boolean
  }) => Effect.Effect<void>
  /** The pages that a document names which is a list of them, and no page; `undefined` for all others. */
  readonly namedIn: (page: NamedPage & { readonly document: Document }) => ReadonlyArray<NamedPage> | undefined
}
