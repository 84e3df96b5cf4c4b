/**
 * Reads local files named on the command line. Servers, clients and agents never read files. They only find them by
 * URL in the index.
 */
import * as Fetcher from "@dunlin/fetcher/Fetcher"
import * as ScrapePipeline from "@dunlin/pipeline/ScrapePipeline"
import * as Scraper from "@dunlin/pipeline/Scraper"
import { RawPage } from "@dunlin/schema/RawPage"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { constants, statSync } from "node:fs"
import { open } from "node:fs/promises"
import { extname, resolve } from "node:path"
import { buffer } from "node:stream/consumers"
import { fileURLToPath, pathToFileURL } from "node:url"
import { endsAsFile, isWrittenAsPath } from "../paths.ts"
import { WrongUsage } from "./WrongUsage.ts"

/** Higher than the limit for web pages. */
const MAX_FILE_BYTES = 100_000_000

const contentTypes: ReadonlyMap<string, string> = new Map([
  [".html", "text/html"],
  [".htm", "text/html"],
  [".xhtml", "application/xhtml+xml"],
  [".pdf", "application/pdf"],
  [".md", "text/markdown"],
  [".markdown", "text/markdown"],
  [".mdx", "text/markdown"],
  [".txt", "text/plain"],
  [".json", "application/json"],
  [".xml", "application/xml"],
  [".csv", "text/csv"]
])

const officeFile = /\.(?:docx|docm|xlsx|xlsm|pptx|pptm|odt|ods|odp|rtf|epub)$/i

/** The first bytes show whether a file is text. */
const SNIFFED_BYTES = 1024

const isBinary = (body: Uint8Array): boolean => {
  const head = Buffer.from(body.subarray(0, SNIFFED_BYTES)).toString("latin1")
  return head.startsWith("PK\u0003\u0004") || (head.includes("\u0000") && !/^(?:\u00ff\u00fe|\u00fe\u00ff)/.test(head))
}

const host = /^(?:[\p{L}\p{N}_-]+\.)+[\p{L}\p{N}_-]+(?::\d+)?(?:[/?#]|$)/u

const isThere = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true

const pathOfFile = (address: string): string | undefined => {
  try {
    return fileURLToPath(address)
  } catch {
    return undefined
  }
}

export const pathOf = (target: string): string | undefined => {
  if (/^file:/i.test(target)) return pathOfFile(target)
  if (isWrittenAsPath(target)) return resolve(target)
  if (/^[a-z][a-z\d+.-]*:/i.test(target)) return undefined
  if (target.trim() === "") return undefined
  return !host.test(target) || endsAsFile(target) || isThere(target) ? resolve(target) : undefined
}

const wrong = (path: string, why: string) => new WrongUsage({ message: `${path}: ${why}` })

const whyNot = (error: unknown): string => {
  const { code } = error as NodeJS.ErrnoException
  return code === "ENOENT" ? "the file does not exist" : `it cannot be read (${code})`
}

/** Without `O_NONBLOCK`, opening a named pipe waits for a writer. An open pipe is then rejected by its type. */
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/** Reads content and time through one handle, so that a concurrent change cannot mix them. */
const contentOf = (path: string, most: number) =>
  Effect.acquireUseRelease(
    Effect.tryPromise({ try: () => open(path, flags), catch: (error) => wrong(path, whyNot(error)) }),
    Effect.fnUntraced(function*(handle) {
      const failed = (error: unknown) => wrong(path, whyNot(error))
      const status = yield* Effect.tryPromise({ try: () => handle.stat(), catch: failed })
      if (status.isDirectory()) return yield* wrong(path, "it is a folder; read folders with `dunlin index`")
      if (!status.isFile()) return yield* wrong(path, "it is a pipe or a device, not a file")
      const tooLarge = wrong(path, `it is larger than ${most / 1e6} MB`)
      if (status.size > most) return yield* tooLarge
      const body = yield* Effect.tryPromise({
        // Reads one byte above the limit, to detect that the file is too large.
        try: () => buffer(handle.createReadStream({ autoClose: false, start: 0, end: most })),
        catch: failed
      })
      return body.length > most ? yield* tooLarge : { body, modified: status.mtime }
    }),
    (handle) => Effect.promise(() => handle.close())
  )

export const read = Effect.fnUntraced(
  function*(path: string, most = MAX_FILE_BYTES): Effect.fn.Return<RawPage, WrongUsage> {
    const { body, modified } = yield* contentOf(path, most)
    const isPdf = Buffer.from(body.subarray(0, SNIFFED_BYTES)).includes("%PDF-")
    if (!isPdf && !officeFile.test(path) && isBinary(body)) {
      return yield* wrong(
        path,
        "unsupported file type: only HTML, PDF, office files, EPUB, Markdown and other text can be read"
      )
    }
    const url = pathToFileURL(path).href
    const contentType = contentTypes.get(extname(path).toLowerCase()) ?? ""
    return new RawPage({
      sourceUrl: url,
      url,
      status: 200,
      headers: { "last-modified": modified.toUTCString() },
      contentType,
      body,
      redirects: [],
      fetchedAt: yield* Clock.currentTimeMillis,
      engine: "http",
      proxyUsed: "basic",
      warnings: []
    })
  }
)

export const scraperOf = Effect.fnUntraced(function*(page: RawPage) {
  const fetcher = yield* Fetcher.Fetcher
  return yield* Scraper.make(ScrapePipeline.scrape).pipe(
    Effect.provideService(
      Fetcher.Fetcher,
      Fetcher.Fetcher.of({
        recheck: (given) => given.url === page.url ? Effect.void : fetcher.recheck(given),
        fetch: (request) => request.url === page.url ? Effect.succeed(page) : fetcher.fetch(request)
      })
    )
  )
})
