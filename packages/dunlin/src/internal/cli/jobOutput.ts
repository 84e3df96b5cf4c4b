/**
 * Writes the output of a crawl or a batch: JSON lines on stdout or in a `.jsonl` file, or Markdown files in a folder.
 */
import type { Report } from "@dunlin/jobs/CrawlReport"
import type { Document } from "@dunlin/schema/Document"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Path from "effect/Path"
import * as Predicate from "effect/Predicate"
import { createHash } from "node:crypto"
import { accessSync, closeSync, constants, existsSync, openSync, readSync, type Stats, statSync } from "node:fs"
import { dirname, resolve } from "node:path"
import { dataFolder } from "../dataFolder.ts"
import * as Delivered from "./delivered.ts"
import { clean } from "./output.ts"
import { settings } from "./root.ts"
import { WrongUsage } from "./WrongUsage.ts"

export const urlOf = ({ metadata }: Document): string => metadata?.url ?? metadata?.sourceURL ?? ""

const fileName = (url: string): string => {
  const { host, pathname } = new URL(url)
  const name = `${host}${pathname}`.replace(/[^\p{L}\p{N}.-]+/gu, "-").replace(/^-|-$/g, "").slice(0, 100)
  return `${name}-${createHash("sha256").update(url).digest("hex").slice(0, 8)}.md`
}

const print = (line: string): Effect.Effect<void> =>
  Effect.callback((resume) => {
    process.stdout.write(line, (error) => resume(error == null ? Effect.void : Effect.interrupt))
  })

const isLines = (target: string): boolean => /\.jsonl$/i.test(target)

const isNamedAsFile = (target: string): boolean => /\.(?:json|ndjson|txt|csv|tsv|md|html?|xml)$/i.test(target)

/** Larger than a document with raw HTML and a screenshot. */
const MAX_BYTES_OF_FIRST_LINE = 64 * 1024 * 1024

const CHUNK_BYTES = 256 * 1024

const LINE_FEED = 10

const firstLine = (file: string): { readonly line: string; readonly isEnded: boolean } => {
  const opened = openSync(file, "r")
  try {
    const pieces: Array<Buffer> = []
    for (let size = 0; size < MAX_BYTES_OF_FIRST_LINE;) {
      const piece = Buffer.alloc(CHUNK_BYTES)
      const read = readSync(opened, piece)
      if (read === 0) break
      const end = piece.subarray(0, read).indexOf(LINE_FEED)
      pieces.push(piece.subarray(0, end === -1 ? read : end))
      if (end !== -1) return { line: Buffer.concat(pieces).toString("utf8"), isEnded: true }
      size += read
    }
    return { line: Buffer.concat(pieces).toString("utf8"), isEnded: false }
  } finally {
    closeSync(opened)
  }
}

/** A killed run may have left its last line incomplete. */
const isCut = (file: string): boolean => {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size === 0) return false
  const opened = openSync(file, "r")
  try {
    const last = Buffer.alloc(1)
    readSync(opened, last, 0, 1, size - 1)
    return last[0] !== LINE_FEED
  } finally {
    closeSync(opened)
  }
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const isPage = (line: string): boolean => {
  try {
    const page: unknown = JSON.parse(line)
    if (!Predicate.hasProperty(page, "metadata")) return false
    const { metadata } = page
    return ["url", "sourceURL"].some((name) =>
      Predicate.hasProperty(metadata, name) && Predicate.isString(metadata[name])
    )
  } catch {
    return false
  }
}

const problemOfLines = (target: string, status: Stats, resumed: boolean): string | undefined => {
  if (!status.isFile()) {
    return `${target} is not a file: choose another .jsonl file, or a folder whose name does not end in .jsonl`
  }
  accessSync(target, constants.R_OK | constants.W_OK)
  if (status.size === 0) return undefined
  const { isEnded, line } = firstLine(target)
  // A run that was killed early may have left its first line incomplete.
  if (isPage(line) || (resumed && !isEnded && line.startsWith("{\"") && !isJson(line))) return undefined
  return `${target} exists, and its first line is not a page from a crawl or batch: choose another file`
}

const problemOf = (target: string, resumed: boolean): string | undefined => {
  if (target.trim() === "") return "the value is empty: give a folder or a .jsonl file"
  const status = statSync(target, { throwIfNoEntry: false })
  if (isLines(target)) {
    if (status !== undefined) return problemOfLines(target, status, resumed)
    const folder = dirname(target)
    return existsSync(folder) ? undefined : `folder ${folder} for ${target} does not exist: create it first (mkdir -p)`
  }
  if (status?.isDirectory() === true) return undefined
  if (status !== undefined) return `${target} exists and is not a folder: choose a folder or a .jsonl file`
  return isNamedAsFile(target)
    ? `${target} looks like a file, but pages are only written to .jsonl files and folders: choose a name that ends in .jsonl, or ` +
      `${target}/ for a folder`
    : undefined
}

/** Creates the folder, and fails if pages cannot be written to the target. Runs before any request. */
export const check = Effect.fnUntraced(function*(target: Option.Option<string>, resumed: boolean) {
  if (Option.isNone(target)) return
  const problem = yield* Effect.try({
    try: () => problemOf(target.value, resumed),
    catch: (error) =>
      new WrongUsage({
        message: `--output: ${clean(target.value)} cannot be written (${
          (error as NodeJS.ErrnoException).code
        }): name a folder or a .jsonl file that can be`
      })
  })
  if (problem !== undefined) return yield* new WrongUsage({ message: `--output: ${clean(problem)}` })
  if (!isLines(target.value)) yield* dataFolder(target.value, "--output")
})

/** 0 for a missing file, and for Markdown files, because these are overwritten. */
export const deliveredOf = Effect.fnUntraced(function*(id: string, target: Option.Option<string>) {
  const { data } = yield* settings
  const now = yield* Clock.currentTimeMillis
  if (Option.isNone(target)) return yield* Delivered.open(data, id, "stdout", now)
  if (!isLines(target.value)) return Delivered.none
  const delivered = yield* Delivered.open(data, id, resolve(target.value), now)
  return existsSync(target.value) ? delivered : { ...delivered, before: 0 }
})

export const writeReport = Effect.fnUntraced(function*(file: string, report: Report) {
  const fileSystem = yield* FileSystem.FileSystem
  const CrawlReport = yield* Effect.promise(() => import("@dunlin/jobs/CrawlReport"))
  const content = /\.html?$/i.test(file)
    ? CrawlReport.html(report)
    : /\.json$/i.test(file)
    ? `${JSON.stringify(report, null, 2)}\n`
    : CrawlReport.text(report)
  yield* Effect.mapError(
    fileSystem.writeFileString(file, content),
    () => new WrongUsage({ message: `--report: ${clean(file)} cannot be written` })
  )
})

export const writer = Effect.fnUntraced(function*(target: Option.Option<string>) {
  const fileSystem = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const line = (document: Document) => `${JSON.stringify(document)}\n`
  if (Option.isNone(target)) return (document: Document) => print(line(document))
  if (isLines(target.value)) {
    // If the last line is incomplete, it is ended, so that the next page starts on a new line.
    let before = isCut(target.value) ? "\n" : ""
    return (document: Document) =>
      Effect.tap(
        Effect.suspend(() => fileSystem.writeFileString(target.value, before + line(document), { flag: "a" })),
        () => Effect.sync(() => before = "")
      )
  }
  return (document: Document) =>
    fileSystem.writeFileString(
      path.join(target.value, fileName(urlOf(document))),
      `${document.markdown ?? JSON.stringify(document, null, 2)}\n`
    )
})
