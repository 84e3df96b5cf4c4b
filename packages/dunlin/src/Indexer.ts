/**
 * Fills the embedded index from a site, a sitemap, a folder, or documents at hand.
 *
 * @since 0.1.0
 */
import type * as Fetcher from "@dunlin/fetcher/Fetcher"
import type * as Scraper from "@dunlin/pipeline/Scraper"
import type { IndexDocument, LocalIndex } from "@dunlin/providers/LocalIndex"
import type { SearchError } from "@dunlin/providers/SearchError"
import type { InvalidRequest } from "@dunlin/schema/InvalidRequest"
import type { Omission } from "@dunlin/schema/Omission"
import type * as Transformer from "@dunlin/transformers/Transformer"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { IndexEvent } from "./IndexEvent.ts"
import type { InvalidTarget } from "./InvalidTarget.ts"

/**
 * @category options
 * @since 0.1.0
 */
export interface Options {
  /**
   * Most pages of a site to index, 1 to 1,000,000.
   *
   * @default 500
   */
  readonly limit?: number | undefined
  /**
   * How many links away from the start a page may be, 0 to 1000. 0 reads the page alone. Of a sitemap every page is
   * read, and no link followed.
   *
   * @default 3
   */
  readonly depth?: number | undefined
  /**
   * Pages that are read at the same time, 1 to 64.
   *
   * @default 4
   */
  readonly concurrency?: number | undefined
  /**
   * Whether robots.txt (RFC 9309) and the robots meta elements of pages decide what is read and kept. Sites are visited
   * as `DunlinBot`, and asked what they allow to it, unless the fetcher was given another name.
   *
   * @default true
   */
  readonly robots?: boolean | undefined
  /**
   * Whether the sitemaps that robots.txt announces are read, or `/sitemap.xml` where it announces none. Not with depth 0.
   *
   * @default true
   */
  readonly sitemaps?: boolean | undefined
  /**
   * Shortest time between two requests to a host, also those for sitemaps; a longer `crawl-delay` of robots.txt counts,
   * up to 30 seconds. Pages that come from the cache do not wait.
   *
   * @default "250 millis"
   */
  readonly delay?: Duration.Input | undefined
  /**
   * How old a cached page may be. A run that was cancelled or killed is taken up where it was by the next one with the
   * same target, `limit`, `depth`, `robots`, `sitemaps` and `maxAge` within this time, when the client has a data
   * folder; with a `delay` and a `concurrency` of its own.
   *
   * @default "1 hour"
   */
  readonly maxAge?: Duration.Input | undefined
  /**
   * Regular expressions. A page whose path matches one is not read. The path of a file is relative to its folder, such as
   * `/guide/old.md`. A file that was indexed earlier is removed from the index.
   *
   * @default []
   */
  readonly exclude?: ReadonlyArray<string> | undefined
  /**
   * Regular expressions. Only pages and files whose path matches one are read.
   *
   * @default [] (all)
   */
  readonly include?: ReadonlyArray<string> | undefined
  /**
   * Whether pages outside of the path of the start are read too.
   *
   * @default false
   */
  readonly crawlEntireDomain?: boolean | undefined
  /**
   * Whether pages of subdomains are read too.
   *
   * @default false
   */
  readonly allowSubdomains?: boolean | undefined
  /**
   * Whether addresses that differ in their query alone are one page.
   *
   * @default false
   */
  readonly ignoreQueryParameters?: boolean | undefined
  /**
   * Whether http and https, with and without `www.`, are one page. Links of pages that differ from others in numbers alone
   * are then followed as long as they lead to pages with words of their own.
   *
   * @default true
   */
  readonly deduplicateSimilarURLs?: boolean | undefined
  /**
   * The http(s) URL at which readers find the folder. Its files are indexed, and later cited, below it: with
   * `https://docs.example/v2/` the file `guide/pump.html` is `https://docs.example/v2/guide/pump.html`, and
   * `guide/index.html` is `https://docs.example/v2/guide/`. For folders and files alone.
   *
   * @default a `file:` URL
   */
  readonly baseUrl?: string | undefined
  /** Is told of every page and sitemap, for progress. */
  readonly onEvent?: ((event: IndexEvent) => void) | undefined
}

/**
 * What can be indexed: an http(s) URL, the path of a folder or a file, or documents.
 *
 * @category models
 * @since 0.1.0
 */
export type Target = string | Iterable<IndexDocument> | AsyncIterable<IndexDocument>

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
  /** Pages that were in the index and are no more, or ask not to be indexed. */
  readonly removed: number
  /**
   * Pages and documents that could not be read or kept, with the reason of each; and documents that were indexed without
   * a date of theirs that is none, with the field, or without a field that is probably meant for another, with that one.
   */
  readonly skipped: ReadonlyArray<{ readonly url: string; readonly why: string }>
  /** Of a site: addresses that are known and have no page in the index, by reason. */
  readonly omitted: ReadonlyArray<Omission>
  /** The reasons that a user may miss, with the option that changes them. */
  readonly warning?: string | undefined
}

/**
 * Reads a target and writes what it holds into the index as it arrives: a run that is cancelled keeps what it has read
 * up to the last second.
 *
 * **Details**
 *
 * An http(s) URL is read with the pages below it: a document, such as `/docs/index.html`, with those of its folder, and
 * any other path, such as `/blog`, with those under `/blog/`; a start that redirects, with those of the place that it
 * leads to. Pages are found by links, and by those of the sitemaps the site announces: a crawl as `Crawl` does them. Copies of a page are left out
 * for the page that they name as theirs, or that was read first, and addresses that keep leading to none are not followed
 * any more. Every address that has no page in the index is counted by reason. A page that its site refuses for now (429, 502, 503, 504, no connection) is asked for again, at the time that
 * the site names or after pauses of up to four minutes. A sitemap, RSS, Atom or a text of addresses is read with the pages
 * it names. Anything else is a folder or a file of HTML, PDF, Markdown or plain text. Files that are gone from a
 * folder are removed, unless none in it can be read: it may not be mounted. A folder within it that is away has none.
 *
 * An index with vectors has them when the run ends. A model that fails is no failure of the run: a warning is logged,
 * pages are found by their words, and their vectors are made when the model answers, or by the next run.
 *
 * Fails with `InvalidTarget` when the start cannot be read or there is nothing to index, and with `InvalidRequest` for
 * options that cannot be.
 *
 * @category running
 * @since 0.1.0
 */
export const run = Effect.fn("Indexer.run")(function*(
  target: Target,
  options: Options = {}
): Effect.fn.Return<
  Summary,
  InvalidRequest | InvalidTarget | SearchError,
  LocalIndex | Scraper.Scraper | Fetcher.Fetcher | Transformer.Transformer
> {
  // what reads sites and folders is loaded by the first run
  const indexer = yield* Effect.promise(() => import("./internal/indexer/indexing.ts"))
  return yield* indexer.run(target, options)
})
