/**
 * Where the documents of an index come from: lists of addresses, sitemaps and
 * feeds, folders, and anything that can be iterated.
 *
 * Nothing here reads the network. Whoever feeds an index says how an address
 * is read (`read`) and how a page becomes a document (`fetch`).
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import type * as PlatformError from "effect/PlatformError"
import * as Stream from "effect/Stream"
import * as Markdown from "./internal/feed/markdown.ts"
import * as Sitemap from "./internal/feed/sitemap.ts"
import type { IndexDocument } from "./LocalIndex.ts"

/**
 * What to do with the pages of a list of addresses.
 *
 * @category options
 * @since 0.1.0
 */
export interface PageOptions<E, R> {
  /** Makes a document of the page at an address; `undefined` leaves the page out. */
  readonly fetch: (url: string) => Effect.Effect<IndexDocument | undefined, E, R>
  /**
   * Pages fetched at a time.
   *
   * @default 4
   */
  readonly concurrency?: number | undefined
  /** Told about every page that failed; the others go on. Default: nobody is told. */
  readonly onFailure?: ((url: string, error: E) => Effect.Effect<void>) | undefined
}

/**
 * How a sitemap is read, and what to do with its pages.
 *
 * @category options
 * @since 0.1.0
 */
export interface SitemapOptions<E, R, E2, R2> extends PageOptions<E, R> {
  /** Reads the bytes at an address: the sitemap itself, and the sitemaps it names. Gzip is understood. */
  readonly read: (url: string) => Effect.Effect<Uint8Array, E2, R2>
  /** Leaves out addresses. Default: takes all. */
  readonly filter?: ((entry: SitemapEntry) => boolean) | undefined
  /**
   * At most this many pages.
   *
   * @default 50000
   */
  readonly limit?: number | undefined
}

/**
 * A page named by a sitemap, an RSS or an Atom feed.
 *
 * @category models
 * @since 0.1.0
 */
export interface SitemapEntry {
  readonly url: string
  /** As the sitemap says: last change, or date of publication. */
  readonly date?: string | undefined
}

/**
 * Documents of an async iterable, as they come.
 *
 * @category constructors
 * @since 0.1.0
 */
export const fromAsyncIterable = <E>(
  documents: AsyncIterable<IndexDocument>,
  onError: (cause: unknown) => E
): Stream.Stream<IndexDocument, E> => Stream.fromAsyncIterable(documents, onError)

const pages = <E0, R0, E, R>(
  entries: Stream.Stream<SitemapEntry, E0, R0>,
  options: PageOptions<E, R>
): Stream.Stream<IndexDocument, E0, R0 | R> =>
  entries.pipe(
    Stream.mapEffect(({ date, url }) =>
      options.fetch(url).pipe(
        Effect.map((document) =>
          document === undefined
            ? []
            : [document.publishedAt === undefined && date !== undefined ? { ...document, publishedAt: date } : document]
        ),
        Effect.catch((error) => Effect.as(options.onFailure?.(url, error) ?? Effect.void, []))
      ), { concurrency: options.concurrency ?? 4, unordered: true }),
    Stream.flatMap((documents: ReadonlyArray<IndexDocument>) => Stream.fromIterable(documents))
  )

/**
 * Documents of a list of addresses. A page that fails is left out.
 *
 * @category constructors
 * @since 0.1.0
 */
export const fromUrls = <E, R>(
  urls: Iterable<string>,
  options: PageOptions<E, R>
): Stream.Stream<IndexDocument, never, R> =>
  pages(Stream.map(Stream.fromIterable(urls), (url): SitemapEntry => ({ url })), options)

/** Sitemaps name sitemaps; this deep and this many, so that a loop ends. */
const deepest = 3
const mostSitemaps = 500

/**
 * The pages a sitemap names, through the sitemaps it names. XML sitemaps, text
 * files with one address per line, RSS and Atom are understood. Each page comes
 * once. A nested sitemap that cannot be read is left out; the first one must be
 * readable.
 *
 * @category constructors
 * @since 0.1.0
 */
export const entriesOfSitemap = <E, R>(
  url: string,
  options: {
    readonly read: (url: string) => Effect.Effect<Uint8Array, E, R>
    readonly filter?: ((entry: SitemapEntry) => boolean) | undefined
    readonly limit?: number | undefined
  }
): Stream.Stream<SitemapEntry, E, R> =>
  Stream.suspend(() => {
    const seen = new Set<string>()
    let sitemaps = 0
    const from = (address: string, depth: number): Stream.Stream<SitemapEntry, E, R> => {
      if (seen.has(address) || sitemaps >= mostSitemaps) return Stream.empty
      seen.add(address)
      sitemaps++
      const content = Effect.map(options.read(address), (bytes) => Sitemap.parse(bytes, address))
      return Stream.unwrap(
        Effect.map(depth === 0 ? content : Effect.orElseSucceed(content, () => Sitemap.nothing), (found) => {
          const own = found.pages.filter((entry) => {
            if (seen.has(entry.url) || options.filter?.(entry) === false) return false
            seen.add(entry.url)
            return true
          })
          const nested = depth >= deepest ? [] : found.sitemaps
          return Stream.concat(
            Stream.fromIterable(own),
            Stream.flatMap(Stream.fromIterable(nested), (next) => from(next, depth + 1))
          )
        })
      )
    }
    return Stream.take(from(url, 0), options.limit ?? 50_000)
  })

/**
 * Documents of the pages a sitemap names. A document without a date gets the
 * sitemap's.
 *
 * @category constructors
 * @since 0.1.0
 */
export const fromSitemap = <E, R, E2, R2>(
  url: string,
  options: SitemapOptions<E, R, E2, R2>
): Stream.Stream<IndexDocument, E2, R | R2> => pages(entriesOfSitemap(url, options), options)

/**
 * How the files of a folder become documents.
 *
 * @category options
 * @since 0.1.0
 */
export interface FolderOptions<E, R> {
  /**
   * Address of the folder, to which the path of a file is added.
   *
   * @default a `file:` URL
   */
  readonly baseUrl?: string | undefined
  /** Makes a document of a file that is not Markdown or plain text, such as HTML or PDF. Default: leaves it out. */
  readonly convert?:
    | ((file: { readonly url: string; readonly path: string; readonly bytes: Uint8Array }) => Effect.Effect<
      IndexDocument | undefined,
      E,
      R
    >)
    | undefined
}

const isText = /\.(?:md|markdown|mdx|txt|text)$/i
const mostBytes = 20_000_000

/**
 * Documents of the files of a folder and its sub-folders. Hidden files and
 * those above 20 MB are left out. The front matter of Markdown gives title,
 * date and language.
 *
 * @category constructors
 * @since 0.1.0
 */
export const fromFolder = <E = never, R = never>(
  directory: string,
  options?: FolderOptions<E, R>
): Stream.Stream<IndexDocument, E | PlatformError.PlatformError, R | FileSystem.FileSystem | Path.Path> =>
  Stream.unwrap(Effect.gen(function*() {
    const files = yield* FileSystem.FileSystem
    const path = yield* Path.Path
    const root = path.resolve(directory)
    const base = options?.baseUrl ?? (yield* Effect.orDie(path.toFileUrl(root))).href
    const names = yield* files.readDirectory(root, { recursive: true })
    const visible = names.filter((name) => !name.split(/[\\/]/).some((part) => part.startsWith("."))).sort()
    const load = Effect.fnUntraced(function*(name: string) {
      const file = path.join(root, name)
      const info = yield* files.stat(file)
      if (info.type !== "File" || Number(info.size) > mostBytes) return []
      const segments = name.split(/[\\/]/).map(encodeURIComponent).join("/")
      const url = `${base.replace(/\/+$/, "")}/${segments}`
      if (isText.test(name)) {
        return [Markdown.document(yield* files.readFileString(file), { url, name: path.basename(name) })]
      }
      if (options?.convert === undefined) return []
      const document = yield* options.convert({ url, path: file, bytes: yield* files.readFile(file) })
      return document === undefined ? [] : [document]
    })
    return Stream.fromIterable(visible).pipe(
      Stream.mapEffect(load, { concurrency: 4 }),
      Stream.flatMap((documents) => Stream.fromIterable(documents))
    )
  }))

/**
 * A document of Markdown: its title is the front matter's or the first
 * heading's, its images are those of the text, with absolute addresses.
 *
 * @category constructors
 * @since 0.1.0
 */
export const fromMarkdown = (
  markdown: string,
  options: {
    readonly url: string
    /** Used when the text has no title of its own. */
    readonly name?: string | undefined
  }
): IndexDocument => Markdown.document(markdown, options)
