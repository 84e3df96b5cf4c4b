/**
 * Fills the embedded index from a site, a sitemap, a folder, or documents at hand.
 *
 * @since 0.1.0
 */
import * as Scraper from "@dunlin/pipeline/Scraper"
import type { IndexDocument } from "@dunlin/providers/LocalIndex"
import { LocalIndex } from "@dunlin/providers/LocalIndex"
import type { SearchError } from "@dunlin/providers/SearchError"
import * as ScrapeOptions from "@dunlin/schema/ScrapeOptions"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { IndexEvent } from "./IndexEvent.ts"
import { crawl } from "./internal/indexer/crawl.ts"
import { readFolder } from "./internal/indexer/folder.ts"
import { toDocument } from "./internal/indexer/toDocument.ts"
import type { InvalidTarget } from "./InvalidTarget.ts"

/**
 * @category options
 * @since 0.1.0
 */
export interface Options {
  /**
   * Most pages to read.
   *
   * @default 500
   */
  readonly maxPages?: number | undefined
  /**
   * How many links away from the start a page may be. 0 reads the page alone. A sitemap is always read whole.
   *
   * @default 3
   */
  readonly depth?: number | undefined
  /**
   * Pages that are read at the same time.
   *
   * @default 4
   */
  readonly concurrency?: number | undefined
  /** Is told of every page, for progress. */
  readonly onEvent?: ((event: IndexEvent) => void) | undefined
}

/**
 * What an index run did.
 *
 * @category models
 * @since 0.1.0
 */
export interface Summary {
  readonly added: number
  readonly updated: number
  readonly unchanged: number
  /** Pages that could not be read, with the reason of each. */
  readonly skipped: ReadonlyArray<{ readonly url: string; readonly why: string }>
}

/**
 * Reads a target and writes what it holds into the index, page by page as they arrive.
 *
 * **Details**
 *
 * An http(s) URL is read with the pages it links to under the same path; an XML sitemap is read with all its pages.
 * Anything else is a folder or a file of HTML, Markdown or plain text.
 *
 * @category running
 * @since 0.1.0
 */
export const run = Effect.fn("Indexer.run")(function*(
  target: string | Iterable<IndexDocument>,
  options: Options = {}
): Effect.fn.Return<Summary, InvalidTarget | SearchError, LocalIndex | Scraper.Scraper> {
  const index = yield* LocalIndex
  const skipped: Array<{ readonly url: string; readonly why: string }> = []
  if (typeof target !== "string") {
    const { added, unchanged, updated } = yield* index.add(target)
    return { added, updated, unchanged, skipped }
  }
  const tell = (event: IndexEvent) =>
    Effect.sync(() => {
      if (event._tag === "PageSkipped") skipped.push({ url: event.url, why: event.why })
      options.onEvent?.(event)
    })
  const documents = yield* isWebAddress(target) ? fromWeb(target, options, tell) : readFolder(target, tell)
  const { added, unchanged, updated } = yield* index.addStream(documents)
  return { added, updated, unchanged, skipped }
})

const isWebAddress = (target: string): boolean => /^https?:\/\//i.test(target)

const fromWeb = Effect.fnUntraced(function*(
  target: string,
  { concurrency = 4, depth = 3, maxPages = 500 }: Options,
  tell: (event: IndexEvent) => Effect.Effect<void>
) {
  const scraper = yield* Scraper.Scraper
  const options = ScrapeOptions.make({ formats: ["markdown", "links", "rawHtml"] })
  const read = (url: string) => scraper.scrape({ url, options })
  return crawl({ start: target, depth, maxPages, concurrency, read, tell }).pipe(
    Stream.map(({ document, url }) => toDocument(url, document))
  )
})
