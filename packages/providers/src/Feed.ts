/**
 * Reads the documents of an index from lists of URLs, sitemaps and feeds, folders, and any iterable. It does not use
 * the network: the caller's functions read a URL (`read`) and convert a page to a document (`fetch`).
 *
 * @since 0.1.0
 */
import * as PercentEncoding from "@dunlin/text/PercentEncoding"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import type * as PlatformError from "effect/PlatformError"
import * as Stream from "effect/Stream"
import * as Markdown from "./internal/feed/markdown.ts"
import * as Sitemap from "./internal/feed/sitemap.ts"
import type { IndexDocument } from "./LocalIndex.ts"

/**
 * Options for the pages of a list of URLs.
 *
 * @category options
 * @since 0.1.0
 */
export interface PageOptions<E, R> {
  /** Converts the page at a URL to a document. If it returns `undefined`, the page is skipped. */
  readonly fetch: (url: string) => Effect.Effect<IndexDocument | undefined, E, R>
  /**
   * The number of pages that are fetched concurrently.
   *
   * @default 4
   */
  readonly concurrency?: number | undefined
  /** Called for every page that fails. The other pages continue. @default nothing */
  readonly onFailure?: ((url: string, error: E) => Effect.Effect<void>) | undefined
}

/**
 * A page that a sitemap, an RSS or Atom feed, or a list of URLs names.
 *
 * @category models
 * @since 0.1.0
 */
export interface Entry {
  readonly url: string
  /**
   * The kind of source. A `sitemap` may only list pages on the same host (sitemaps.org). Other kinds may list any page.
   */
  readonly kind: "sitemap" | "feed" | "list"
  /** The date in the source: that of the last change, or of publication. */
  readonly date?: string | undefined
}

/**
 * The entries of one source file.
 *
 * @category models
 * @since 0.1.0
 */
export interface Found {
  readonly pages: ReadonlyArray<Entry>
  readonly sitemaps: ReadonlyArray<string>
}

/**
 * Options for reading a sitemap.
 *
 * @category options
 * @since 0.1.0
 */
export interface EntryOptions<E, R> {
  /** Reads the bytes at a URL. It is called for the sitemap and the sitemaps that it names. Gzip is supported. */
  readonly read: (url: string) => Effect.Effect<Uint8Array, E, R>
  /** Selects the entries to use. @default all */
  readonly filter?: ((entry: Entry) => boolean) | undefined
  /**
   * The maximum number of pages.
   *
   * @default 50000
   */
  readonly limit?: number | undefined
  /**
   * The maximum number of sitemaps, including the first.
   *
   * @default 500
   */
  readonly sitemaps?: number | undefined
  /** Called for every sitemap that was read. @default nothing */
  readonly onRead?: ((url: string, found: Found) => Effect.Effect<void>) | undefined
  /** Called for every nested sitemap that could not be read. The others continue. @default nothing */
  readonly onUnreadable?: ((url: string, error: E) => Effect.Effect<void>) | undefined
  /**
   * Called for every nested sitemap that is not read because the limit `sitemaps` is reached.
   * @default nothing
   *
   * @since 0.3.0
   */
  readonly onOmitted?: ((url: string) => Effect.Effect<void>) | undefined
}

/**
 * Options for reading a sitemap and converting its pages.
 *
 * @category options
 * @since 0.1.0
 */
export interface SitemapOptions<E, R, E2, R2> extends PageOptions<E, R>, EntryOptions<E2, R2> {}

/**
 * Returns the documents of an async iterable, as they arrive.
 *
 * @category constructors
 * @since 0.1.0
 */
export const fromAsyncIterable = <E>(
  documents: AsyncIterable<IndexDocument>,
  onError: (cause: unknown) => E
): Stream.Stream<IndexDocument, E> => Stream.fromAsyncIterable(documents, onError)

const dated = (document: IndexDocument, date: string | undefined, kind: Entry["kind"]): IndexDocument =>
  date === undefined || document.publishedAt !== undefined || document.modifiedAt !== undefined
    ? document
    : { ...document, [kind === "sitemap" ? "modifiedAt" : "publishedAt"]: date, dateEvidence: kind }

const pages = <E0, R0, E, R>(
  entries: Stream.Stream<Entry, E0, R0>,
  options: PageOptions<E, R>
): Stream.Stream<IndexDocument, E0, R0 | R> =>
  entries.pipe(
    Stream.mapEffect(({ date, kind, url }) =>
      options.fetch(url).pipe(
        Effect.map((document) => (document === undefined ? [] : [dated(document, date, kind)])),
        Effect.catch((error) => Effect.as(options.onFailure?.(url, error) ?? Effect.void, []))
      ), { concurrency: options.concurrency ?? 4, unordered: true }),
    Stream.flatMap((documents: ReadonlyArray<IndexDocument>) => Stream.fromIterable(documents))
  )

/**
 * Returns the documents of a list of URLs. A page that fails is skipped.
 *
 * @category constructors
 * @since 0.1.0
 */
export const fromUrls = <E, R>(
  urls: Iterable<string>,
  options: PageOptions<E, R>
): Stream.Stream<IndexDocument, never, R> =>
  pages(Stream.map(Stream.fromIterable(urls), (url): Entry => ({ url, kind: "list" })), options)

/**
 * Returns the URLs in the bytes of a file. The file is an XML sitemap, RSS, Atom, or a text with one URL per line,
 * optionally gzipped. Other files, damaged gzip and files above 50 MB contain no URLs.
 *
 * @category conversions
 * @since 0.1.0
 */
export const entriesIn = (bytes: Uint8Array, base: string): Found => Sitemap.parse(bytes, base)

/**
 * Returns whether a text starts like a file of URLs: an XML sitemap, RSS, Atom, or lines of URLs only.
 *
 * @category predicates
 * @since 0.1.0
 */
export const isFeed = (text: string): boolean => Sitemap.isFeed(text)

/** Yields to other work between steps, because a large file takes long. */
const entries = Effect.fnUntraced(function*(bytes: Uint8Array, base: string) {
  const steps = Sitemap.read(bytes, base)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    yield* Effect.yieldNow
  }
})

/**
 * Returns the pages that a sitemap names, including those of nested sitemaps. XML sitemaps, text files with one URL per
 * line, RSS and Atom are supported. Each page is returned once. Unreadable nested sitemaps are skipped. If the sitemap
 * at `url` cannot be read, the stream fails.
 *
 * @category constructors
 * @since 0.1.0
 */
export const entriesOfSitemap = <E, R>(url: string, options: EntryOptions<E, R>): Stream.Stream<Entry, E, R> =>
  Stream.suspend(() => {
    const seen = new Set<string>()
    const most = options.sitemaps ?? 500
    let sitemaps = 0
    const read = (address: string) =>
      options.read(address).pipe(
        Effect.flatMap((bytes) => entries(bytes, address)),
        Effect.tap((found) => options.onRead?.(address, found) ?? Effect.void)
      )
    const from = (address: string, isNested: boolean): Stream.Stream<Entry, E, R> => {
      if (seen.has(address)) return Stream.empty
      seen.add(address)
      if (sitemaps >= most) return Stream.fromEffectDrain(options.onOmitted?.(address) ?? Effect.void)
      sitemaps++
      const content = !isNested ? read(address) : Effect.catch(
        read(address),
        (error) => Effect.as(options.onUnreadable?.(address, error) ?? Effect.void, Sitemap.nothing)
      )
      return Stream.unwrap(
        Effect.map(content, (found) => {
          const own = found.pages.filter((entry) => {
            if (seen.has(entry.url) || options.filter?.(entry) === false) return false
            seen.add(entry.url)
            return true
          })
          return Stream.concat(
            Stream.fromIterable(own),
            Stream.flatMap(Stream.fromIterable(found.sitemaps), (next) => from(next, true))
          )
        })
      )
    }
    return Stream.take(from(url, false), options.limit ?? 50_000)
  })

/**
 * Returns the documents of the pages that a sitemap names. A document without a date gets the sitemap's.
 *
 * @category constructors
 * @since 0.1.0
 */
export const fromSitemap = <E, R, E2, R2>(
  url: string,
  options: SitemapOptions<E, R, E2, R2>
): Stream.Stream<IndexDocument, E2, R | R2> => pages(entriesOfSitemap(url, options), options)

/**
 * Options for converting a folder's files to documents.
 *
 * @category options
 * @since 0.1.0
 */
export interface FolderOptions<E, R> {
  /**
   * The URL of the folder. A file's path is appended to it. An `index.html` or `index.htm` gets the URL of its folder,
   * as on web servers.
   *
   * @default a `file:` URL
   */
  readonly baseUrl?: string | undefined
  /**
   * Returns whether to skip a file. The path is relative to the folder, with `/` on every system.
   * @default no file
   */
  readonly leaveOut?: ((path: string, url: string) => Effect.Effect<boolean>) | undefined
  /**
   * Converts a file that is not Markdown or plain text, such as HTML or PDF, to a document. If it returns `undefined`,
   * the file is skipped. `read` returns the file's bytes, so that skipped files need not be read.
   * @default skips all of them
   */
  readonly convert?: ((file: File) => Effect.Effect<IndexDocument | undefined, E, R>) | undefined
  /**
   * Called for every file that is too large, hidden or failed. The other files continue.
   * @default nothing
   */
  readonly onFailure?: ((url: string, why: string) => Effect.Effect<void>) | undefined
}

/**
 * A file of a folder.
 *
 * @category models
 * @since 0.1.0
 */
export interface File {
  readonly url: string
  readonly path: string
  readonly read: Effect.Effect<Uint8Array, PlatformError.PlatformError>
}

const isText = /\.(?:md|markdown|mdx|txt|text)$/i
const MAX_BYTES_OF_FEED = 20_000_000

/** A file is binary if it has a NUL in this many first bytes. Git uses the same rule. */
const SNIFFED = 8000

/** Files that web servers return for the URL of their folder. */
const indexPage = /^index\.html?$/i

/** Decodes a file as UTF-8, or as UTF-16 with a byte order mark. */
const textOf = (bytes: Uint8Array): Effect.Effect<string, { readonly message: string }> => {
  const mark = bytes[0] === 0xff && bytes[1] === 0xfe
    ? "utf-16le"
    : bytes[0] === 0xfe && bytes[1] === 0xff
    ? "utf-16be"
    : ""
  return mark === "" && bytes.subarray(0, SNIFFED).includes(0)
    ? Effect.fail({ message: "it is not text, despite its file name" })
    : Effect.succeed(new TextDecoder(mark || "utf-8").decode(bytes))
}

/** Does not follow links, because they may lead outside of the folder. */
const walk = Effect.fnUntraced(function*(root: string, skipped: (name: string, why: string) => Effect.Effect<void>) {
  const files = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const found: Array<string> = []
  const folders = [""]
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const listing = files.readDirectoryEntries(path.join(root, folder))
    // An unreadable subfolder must not end the walk.
    for (const { name, type } of yield* (folder === "" ? listing : Effect.orElseSucceed(listing, () => []))) {
      if (name.startsWith(".") || name === "node_modules") {
        yield* skipped(
          path.join(folder, name),
          name === "node_modules" ? "third-party packages are not read" : "it is hidden"
        )
        continue
      }
      if (type === "Directory") folders.push(path.join(folder, name))
      else if (type === "File") found.push(path.join(folder, name))
    }
  }
  return found.sort()
})

/**
 * Returns the relative path of the file that has this URL below `baseUrl`.
 *
 * @category lookups
 * @since 0.2.0
 */
export const fileName = (baseUrl: string, url: string): string => {
  const parts = url.slice(baseUrl.replace(/\/+$/, "").length + 1).split("/").map(PercentEncoding.decode)
  return (parts.at(-1) === "" ? [...parts.slice(0, -1), "index.html"] : parts).join("/")
}

/**
 * Returns the documents of the files of a folder and its subfolders, or of a single file. Hidden files, symbolic links,
 * `node_modules` and files above 20 MB are skipped. The front matter of Markdown sets title, date and language.
 *
 * @category constructors
 * @since 0.1.0
 */
export const fromFolder = <E extends { readonly message: string } = never, R = never>(
  directory: string,
  options?: FolderOptions<E, R>
): Stream.Stream<IndexDocument, PlatformError.PlatformError, R | FileSystem.FileSystem | Path.Path> =>
  Stream.unwrap(Effect.gen(function*() {
    const files = yield* FileSystem.FileSystem
    const path = yield* Path.Path
    const target = path.resolve(directory)
    const single = (yield* files.stat(target)).type === "File"
    const root = single ? path.dirname(target) : target
    const base = options?.baseUrl ?? (yield* Effect.orDie(path.toFileUrl(root))).href
    // Words in the path above the indexed folder do not belong to the files, so the folder is recorded as the root.
    const rooted = (document: IndexDocument): IndexDocument =>
      options?.baseUrl === undefined ? { ...document, root: base } : document
    const addressOf = (name: string) => {
      const parts = name.split(/[\\/]/).map(encodeURIComponent)
      if (options?.baseUrl !== undefined && indexPage.test(parts.at(-1)!)) parts[parts.length - 1] = ""
      return `${base.replace(/\/+$/, "")}/${parts.join("/")}`
    }
    const skipped = (name: string, why: string) => options?.onFailure?.(addressOf(name), why) ?? Effect.void
    const names = single ? [path.basename(target)] : yield* walk(root, skipped)
    const read = Effect.fnUntraced(function*(name: string, url: string) {
      const file = path.join(root, name)
      if (yield* options?.leaveOut?.(name.split(/[\\/]/).join("/"), url) ?? Effect.succeed(false)) return undefined
      if (!isText.test(name) && options?.convert === undefined) return undefined
      const { size } = yield* files.stat(file)
      if (Number(size) > MAX_BYTES_OF_FEED) return yield* Effect.fail({ message: "it is larger than 20 MB" })
      return isText.test(name)
        ? Markdown.document(yield* textOf(yield* files.readFile(file)), { url, name: path.basename(name) })
        : yield* options!.convert!({ url, path: file, read: files.readFile(file) })
    })
    const load = (name: string) => {
      const url = addressOf(name)
      return read(name, url).pipe(
        Effect.map((document) => document === undefined ? [] : [rooted(document)]),
        Effect.catch(({ message }) => Effect.as(options?.onFailure?.(url, message) ?? Effect.void, []))
      )
    }
    return Stream.fromIterable(names).pipe(
      Stream.mapEffect(load, { concurrency: 4 }),
      Stream.flatMap((documents: ReadonlyArray<IndexDocument>) => Stream.fromIterable(documents))
    )
  }))

/**
 * Converts Markdown to a document. The title comes from the front matter or the first heading. The images are those
 * of the text, with absolute URLs.
 *
 * @category constructors
 * @since 0.1.0
 */
export const fromMarkdown = (
  markdown: string,
  options: {
    readonly url: string
    readonly name?: string | undefined
  }
): IndexDocument => Markdown.document(markdown, options)
