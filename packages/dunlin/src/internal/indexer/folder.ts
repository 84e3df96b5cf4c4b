/** Documents from the files of a folder. */
import * as Feed from "@dunlin/providers/Feed"
import type { IndexDocument } from "@dunlin/providers/LocalIndex"
import { LocalIndex } from "@dunlin/providers/LocalIndex"
import { RawPage } from "@dunlin/schema/RawPage"
import * as ScrapeOptions from "@dunlin/schema/ScrapeOptions"
import { Transformer } from "@dunlin/transformers/Transformer"
import * as NodeFileSystem from "@effect/platform-node-shared/NodeFileSystem"
import * as NodePath from "@effect/platform-node-shared/NodePath"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Path from "effect/Path"
import * as Stream from "effect/Stream"
import type { IndexEvent } from "../../IndexEvent.ts"
import { InvalidTarget } from "../../InvalidTarget.ts"
import { formats, toDocument } from "./toDocument.ts"

const contentTypes: ReadonlyMap<string, string> = new Map([
  ["html", "text/html"],
  ["htm", "text/html"],
  ["xhtml", "application/xhtml+xml"],
  ["pdf", "application/pdf"],
  // Recognised by content.
  ...["docx", "xlsx", "pptx", "odt", "ods", "odp", "rtf", "epub"].map((end) =>
    [end, "application/octet-stream"] as const
  )
])

const texts = new Set(["md", "markdown", "mdx", "txt", "text"])

/** Whether a URL may be a file of the folder. A program may store its own documents below the same base URL. */
const isOfFolder = (url: string): boolean => {
  const { pathname, search } = new URL(url)
  const end = pathname.slice(pathname.lastIndexOf(".") + 1).toLowerCase()
  // With a base URL, an index page has the URL of its folder.
  return search === "" && (pathname.endsWith("/") || texts.has(end) || contentTypes.has(end))
}

export const lookedFor =
  "no .html, .htm, .xhtml, .pdf, .docx, .xlsx, .pptx, .odt, .ods, .odp, .rtf, .epub, .md, .markdown, .mdx, .txt or .text file"

export const OTHER_KIND = "files of this type are not supported"

const FILES_AT_ONCE = 16

const options = ScrapeOptions.make({ formats })

export interface Naming {
  readonly exclude: ReadonlyArray<string>
  readonly include: ReadonlyArray<string>
  readonly baseUrl: string | undefined
}

export const readFolder = (
  target: string,
  { baseUrl, exclude, include, onGone, report }: Naming & {
    readonly report: (event: IndexEvent) => Effect.Effect<void>
    readonly onGone: (url: string, why: string) => Effect.Effect<void>
  }
): Stream.Stream<IndexDocument, InvalidTarget, Transformer> => {
  const [excluded, included] = [exclude, include].map((patterns) => patterns.map((pattern) => new RegExp(pattern, "u")))
  const isLeft = (path: string) =>
    excluded!.some((pattern) => pattern.test(path)) ||
    (included!.length > 0 && !included!.some((pattern) => pattern.test(path)))
  const skip = (url: string, why: string) => report({ _tag: "PageSkipped", url, why, waiting: 0 })
  return Feed.fromFolder(target, {
    baseUrl,
    leaveOut: (path, url) =>
      isLeft(`/${path}`)
        ? Effect.as(onGone(url, "it is excluded"), true)
        : Effect.succeed(false),
    convert: Effect.fnUntraced(function*({ path, read, url }) {
      const contentType = contentTypes.get(path.slice(path.lastIndexOf(".") + 1).toLowerCase())
      if (contentType === undefined) {
        yield* skip(url, OTHER_KIND)
        return undefined
      }
      const page = rawPage(url, contentType, yield* read, yield* Clock.currentTimeMillis)
      const transformer = yield* Transformer
      const { document, marks } = yield* transformer.transform(page, options)
      return toDocument(url, document, marks)
    }),
    onFailure: skip
  }).pipe(
    Stream.filterEffect(({ text, url }) =>
      text.trim() === "" ? Effect.as(skip(url, "the file has no text"), false) : Effect.succeed(true)
    ),
    Stream.tap(({ title, url }) => report({ _tag: "PageIndexed", url, title, waiting: 0 })),
    Stream.mapError(() =>
      new InvalidTarget({ target, why: "it is neither an http(s) URL nor a readable file or folder" })
    ),
    Stream.provide(Layer.merge(NodeFileSystem.layer, NodePath.layer))
  )
}

/** Files that cannot be checked do not count as gone. */
export const goneFrom = Effect.fnUntraced(
  function*(target: string, { baseUrl }: Naming, isRead: (url: string) => boolean) {
    const files = yield* FileSystem.FileSystem
    const path = yield* Path.Path
    const index = yield* LocalIndex
    const folder = path.resolve(target)
    const isFolder = Effect.map(files.stat(folder), ({ type }) => type === "Directory")
    if (!(yield* Effect.orElseSucceed(isFolder, () => false))) return []
    const base = (baseUrl ?? (yield* Effect.orDie(path.toFileUrl(folder))).href).replace(/\/+$/, "")
    const fileOf = (url: string) =>
      baseUrl === undefined
        ? path.fromFileUrl(new URL(url))
        : Effect.succeed(path.join(folder, ...Feed.fileName(base, url).split("/")))
    const isGone = (url: string) =>
      Effect.matchEffect(Effect.flatMap(fileOf(url), files.stat), {
        onFailure: (error) => Effect.succeed(error._tag === "PlatformError" && error.reason._tag === "NotFound"),
        onSuccess: () => Effect.succeed(false)
      })
    const known = yield* index.addresses(`${base}/`)
    return yield* Effect.filter(known.filter((url) => isOfFolder(url) && !isRead(url)), isGone, {
      concurrency: FILES_AT_ONCE
    })
  },
  Effect.provide(Layer.merge(NodeFileSystem.layer, NodePath.layer))
)

const rawPage = (url: string, contentType: string, body: Uint8Array, fetchedAt: number): RawPage =>
  new RawPage({
    sourceUrl: url,
    url,
    status: 200,
    headers: {},
    contentType,
    body,
    redirects: [],
    fetchedAt,
    engine: "http",
    proxyUsed: "basic",
    warnings: []
  })
