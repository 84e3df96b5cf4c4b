/**
 * Adds a site, a sitemap, a folder, or your own documents to the embedded index.
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
   * Maximum number of pages of a site to index, 1 to 1,000,000.
   *
   * @default 500
   */
  readonly limit?: number | undefined
  /**
   * Maximum number of links between the start and a page, 0 to 1000. 0 reads only the start page. Every page of a
   * sitemap is read, without following its links.
   *
   * @default 3
   */
  readonly depth?: number | undefined
  /**
   * Number of pages to read concurrently, 1 to 64.
   *
   * @default 4
   */
  readonly concurrency?: number | undefined
  /**
   * Whether robots.txt (RFC 9309) and robots meta elements are obeyed. The user agent is `DunlinBot` unless the
   * fetcher has another name.
   *
   * @default true
   */
  readonly robots?: boolean | undefined
  /**
   * Whether to read the sitemaps that robots.txt lists, or `/sitemap.xml` if it lists none. Ignored at depth 0.
   *
   * @default true
   */
  readonly sitemaps?: boolean | undefined
  /**
   * Minimum time between two requests to a host, including sitemaps. A longer `crawl-delay` of robots.txt takes
   * precedence, up to 30 seconds. Cached pages are not delayed.
   *
   * @default "250 millis"
   */
  readonly delay?: Duration.Input | undefined
  /**
   * Maximum age of a cached page. With a data folder, it is also the time within which a stopped run is resumed. The
   * next run must have the same target, `limit`, `depth`, `robots`, `sitemaps` and `maxAge`. It uses its own `delay`
   * and `concurrency`.
   *
   * @default "1 hour"
   */
  readonly maxAge?: Duration.Input | undefined
  /**
   * Regular expressions for paths. Matching pages are not read, and matching files that were indexed earlier are
   * removed from the index. The path of a file is relative to its folder, such as `/guide/old.md`.
   *
   * @default []
   */
  readonly exclude?: ReadonlyArray<string> | undefined
  /**
   * Regular expressions for paths. Only matching pages and files are read.
   *
   * @default [] (all)
   */
  readonly include?: ReadonlyArray<string> | undefined
  /**
   * Whether to read pages outside of the start's path.
   *
   * @default false
   */
  readonly crawlEntireDomain?: boolean | undefined
  /**
   * Whether to read pages of subdomains.
   *
   * @default false
   */
  readonly allowSubdomains?: boolean | undefined
  /**
   * Whether URLs that differ only in their query are one page.
   *
   * @default false
   */
  readonly ignoreQueryParameters?: boolean | undefined
  /**
   * Whether URLs with http and https, with and without `www.`, are one page. If so, links that differ only in numbers
   * are followed only while they lead to pages with different text.
   *
   * @default true
   */
  readonly deduplicateSimilarURLs?: boolean | undefined
  /**
   * The http(s) URL at which readers find the folder. Its files are indexed and cited below it. For example, with
   * `https://docs.example/v2/`, the file `guide/pump.html` is `https://docs.example/v2/guide/pump.html`, and
   * `guide/index.html` is `https://docs.example/v2/guide/`. Only for folders and files.
   *
   * @default a `file:` URL
   */
  readonly baseUrl?: string | undefined
  /** Runs for every page and sitemap, to report progress. */
  readonly onEvent?: ((event: IndexEvent) => void) | undefined
}

/**
 * A target to index: an http(s) URL, the path of a folder or a file, or documents.
 *
 * @category models
 * @since 0.1.0
 */
export type Target = string | Iterable<IndexDocument> | AsyncIterable<IndexDocument>

/**
 * The outcome of an index run.
 *
 * @category models
 * @since 0.1.0
 */
export interface Summary {
  readonly added: number
  readonly updated: number
  readonly unchanged: number
  /** Pages that were removed from the index because they no longer exist or must not be indexed. */
  readonly removed: number
  /**
   * Pages and documents that could not be read or stored, each with its reason. Also lists documents that were
   * indexed without an invalid date or without a misspelled field.
   */
  readonly skipped: ReadonlyArray<{ readonly url: string; readonly why: string }>
  /** URLs of a site that were found but have no page in the index, by reason. */
  readonly omitted: ReadonlyArray<Omission>
  /** The omissions that a user may not expect, with the option that changes each. */
  readonly warning?: string | undefined
}

/**
 * Reads a target and writes its pages into the index as they arrive. A cancelled run keeps everything it read up to
 * the last second.
 *
 * **Details**
 *
 * An http(s) URL is read with the pages below it. A document such as `/docs/index.html` includes its folder; any
 * other path, such as `/blog`, includes `/blog/`. If the start redirects, the redirect's target counts. Pages are
 * found through links and sitemaps, as in a `Crawl`.
 *
 * A copy is omitted in favour of its canonical page, or of the first one read. URL patterns that keep leading to no
 * page are no longer followed. Every URL without a page in the index is counted by reason. A page that is temporarily
 * unavailable (429, 502, 503, 504, no connection) is retried at the time that the site gives, or after pauses of up
 * to four minutes.
 *
 * A sitemap, RSS or Atom feed, or a text file of URLs is read with the pages it lists. Anything else is a folder or a
 * file of HTML, PDF, Markdown or plain text. Files deleted from a folder are removed from the index, unless no file
 * in the folder can be read, because it may be unmounted. The same rule holds for each subfolder.
 *
 * An index with vectors has them when the run ends. If the model fails, the run still succeeds: a warning is logged,
 * and pages are found by their words. The vectors are added when the model responds again, or by the next run.
 *
 * Fails with `InvalidTarget` if the start cannot be read or there is nothing to index, and with `InvalidRequest` for
 * invalid options.
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
  const indexer = yield* Effect.promise(() => import("./internal/indexer/indexing.ts"))
  return yield* indexer.run(target, options)
})
