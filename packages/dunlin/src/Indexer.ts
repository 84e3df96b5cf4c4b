/**
 * Fills the embedded index from a site, a sitemap, a folder, or documents at hand.
 *
 * @since 0.1.0
 */
import type * as Fetcher from "@dunlin/fetcher/Fetcher"
import type * as Scraper from "@dunlin/pipeline/Scraper"
import * as Feed from "@dunlin/providers/Feed"
import type { IndexDocument } from "@dunlin/providers/LocalIndex"
import { LocalIndex, problemOf } from "@dunlin/providers/LocalIndex"
import type { SearchError } from "@dunlin/providers/SearchError"
import * as InvalidRequest from "@dunlin/schema/InvalidRequest"
import type * as Transformer from "@dunlin/transformers/Transformer"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Stream from "effect/Stream"
import type { IndexEvent } from "./IndexEvent.ts"
import { crawl } from "./internal/indexer/crawl.ts"
import { lookedFor, readFolder } from "./internal/indexer/folder.ts"
import * as Visitor from "./internal/indexer/visitor.ts"
import { InvalidTarget } from "./InvalidTarget.ts"

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
  readonly maxPages?: number | undefined
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
   * Whether the sitemaps that robots.txt announces are read, once all links were followed. Not with depth 0.
   *
   * @default true
   */
  readonly sitemaps?: boolean | undefined
  /**
   * Shortest time between two requests to a host; a longer `crawl-delay` of robots.txt counts, up to 30 seconds. Pages
   * that come from the cache do not wait.
   *
   * @default "250 millis"
   */
  readonly delay?: Duration.Input | undefined
  /**
   * How old a cached page may be. A run that was cancelled is taken up where it was by the next one within this time,
   * when the client keeps its cache.
   *
   * @default "1 hour"
   */
  readonly maxAge?: Duration.Input | undefined
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
  /** Pages and documents that could not be read or kept, with the reason of each. */
  readonly skipped: ReadonlyArray<{ readonly url: string; readonly why: string }>
}

/**
 * Reads a target and writes what it holds into the index as it arrives: a run that is cancelled keeps what it has read
 * up to the last second.
 *
 * **Details**
 *
 * An http(s) URL is read with the pages it links to in the same folder, that is, under the same path up to its last
 * slash, and with those of the sitemaps the site announces. A sitemap, RSS, Atom or a text of addresses is read with the
 * pages it names. Anything else is a folder or a file of HTML, PDF, Markdown or plain text.
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
  InvalidRequest.InvalidRequest | InvalidTarget | SearchError,
  LocalIndex | Scraper.Scraper | Fetcher.Fetcher | Transformer.Transformer
> {
  const settings = yield* check(options)
  const index = yield* LocalIndex
  const skipped: Array<{ readonly url: string; readonly why: string }> = []
  let removed = 0
  const tell = (event: IndexEvent) =>
    Effect.sync(() => {
      if (event._tag === "PageSkipped") skipped.push({ url: event.url, why: event.why })
      options.onEvent?.(event)
    })
  const documents = typeof target !== "string"
    ? fromDocuments(target, tell)
    : isWebAddress(target)
    ? yield* crawl({
      ...settings,
      start: target,
      visitor: yield* Visitor.make(settings),
      tell,
      onGone: Effect.fnUntraced(function*(url, why) {
        // The stream of documents cannot fail with what the index fails with; the next write will say it.
        const count = yield* Effect.orElseSucceed(index.delete([url]), () => 0)
        removed += count
        yield* tell({ _tag: count > 0 ? "PageRemoved" : "PageSkipped", url, why, waiting: 0 })
      })
    })
    : readFolder(target, tell)
  const { added, unchanged, updated } = yield* index.addStream(documents)
  if (typeof target === "string" && added + unchanged + updated + removed + skipped.length === 0) {
    return yield* new InvalidTarget({ target, why: `there is ${lookedFor} in it` })
  }
  return { added, updated, unchanged, removed, skipped }
})

const isWebAddress = (target: string): boolean => /^https?:\/\//i.test(target)

/** The documents that are some, each of the others told. */
const fromDocuments = (
  target: Exclude<Target, string>,
  tell: (event: IndexEvent) => Effect.Effect<void>
): Stream.Stream<IndexDocument, InvalidTarget> => {
  let position = 0
  const documents = Predicate.hasProperty(target, Symbol.asyncIterator)
    ? Feed.fromAsyncIterable(
      target as AsyncIterable<IndexDocument>,
      (cause) =>
        new InvalidTarget({ target: "the documents", why: cause instanceof Error ? cause.message : String(cause) })
    )
    : Stream.fromIterable(target as Iterable<IndexDocument>)
  return Stream.filterEffect(documents, (document) => {
    const url = `document ${++position}`
    const why = problemOf(document)
    return why === undefined
      ? Effect.succeed(true)
      : Effect.as(tell({ _tag: "PageSkipped", url, why, waiting: 0 }), false)
  })
}

const check = Effect.fnUntraced(function*(options: Options) {
  const { concurrency = 4, delay, depth = 3, maxAge, maxPages = 500, robots = true, sitemaps = true } = options
  for (
    const [name, value, least, most] of [
      ["maxPages", maxPages, 1, 1_000_000],
      ["depth", depth, 0, 1000],
      ["concurrency", concurrency, 1, 64]
    ] as const
  ) {
    if (!Number.isInteger(value) || value < least || value > most) {
      return yield* InvalidRequest.at([name], `an integer from ${least} to ${most}`)
    }
  }
  return {
    maxPages,
    depth,
    concurrency,
    robots,
    sitemaps,
    delay: yield* duration("delay", delay ?? "250 millis"),
    maxAge: yield* duration("maxAge", maxAge ?? "1 hour")
  }
})

const duration = (name: string, input: Duration.Input) =>
  Option.match(Option.filter(Duration.fromInput(input), Duration.isFinite), {
    onNone: () => Effect.fail(InvalidRequest.at([name], "a duration, for example \"2 seconds\"")),
    onSome: (value) => Effect.succeed(value)
  })
