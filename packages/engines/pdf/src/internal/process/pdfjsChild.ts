/** Reads a document inside a parser process: opens it, reads page by page, and computes the layout. */
import { about, outline } from "../compose/outline.ts"
import { contentOf } from "../ocr/ocrPage.ts"
import { salvage } from "../salvage/salvage.ts"
import * as Ahead from "./ahead.ts"
import * as Inflate from "./inflate.ts"
import * as Opened from "./opened.ts"
import * as Pdfjs from "./pdfjs.ts"
import type { ErrorTag, FromChild, ToChild } from "./protocol.ts"
import { sample } from "./warmUp.ts"
import * as Window from "./window.ts"

Inflate.install()

type Send = (message: FromChild) => void

const classify = (error: unknown): { readonly tag: ErrorTag; readonly detail: string } => {
  const name = error instanceof Error ? error.name : "unknown"
  const text = error instanceof Error ? error.message : ""
  if (error instanceof Exhausted) return { tag: "MemoryLimit", detail: "the pages read so far need too much memory" }
  if (error instanceof Opened.TooLong) return { tag: "MemoryLimit", detail: "a stream does not end" }
  if (error instanceof Pdfjs.Endless) return { tag: "MemoryLimit", detail: "a page's drawing does not end" }
  if (name === "PasswordException") return { tag: "Encrypted", detail: name }
  if (/allocation failed|out of memory|Invalid array (?:buffer )?length/i.test(text)) {
    return { tag: "MemoryLimit", detail: name }
  }
  return { tag: "Broken", detail: error instanceof NoPages ? "no pages" : name }
}

class NoPages extends Error {}

/** Thrown if memory is short for the next page, even after the memory of earlier pages was released. */
class Exhausted extends Error {}

const blame = (error: unknown): "document" | "page" | "process" => {
  if (error instanceof Exhausted) return "process"
  return !(error instanceof Opened.TooLong || error instanceof Pdfjs.Endless) && classify(error).tag === "MemoryLimit"
    ? "page"
    : "document"
}

/** Waits one iteration of the event loop, after which sent messages have left the process. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Number of pages after which the document is reopened, because pdf.js retains data of every page. */
const PAGES_PER_OPENING = 1000

interface Reading {
  readonly pages: number
  readonly window: Window.Window
  readonly warnings: Array<string>
  readonly skip: ReadonlySet<number>
  readonly ahead: Ahead.Ahead | undefined
  next: number
  isClosed: boolean
}

type Job = Extract<ToChild, { kind: "parse" }> & {
  readonly isDamaged?: boolean
}

const memory = Number(process.argv[3])

const begin = async (
  document: Pdfjs.Pdf,
  { ahead, bytes, id, isDamaged = false, maxPages, skip }: Job,
  send: Send
): Promise<Reading> => {
  const total = document.numPages
  if (total === 0) throw new NoPages()
  send({ kind: "opened", id, total, isDamaged, ...await about(document) })
  const pages = Math.min(total, maxPages)
  return {
    pages,
    window: Window.make({ id, total: pages, outline: await outline(document), send }),
    warnings: [],
    skip: new Set(skip),
    ahead: ahead ? Ahead.make(bytes, pages, memory) : undefined,
    next: 1,
    isClosed: false
  }
}

/** Reads a page in this thread. A broken page does not affect other pages, but a broken document ends the job. */
const readHere = async (source: Opened.Source, reading: Reading, number: number): Promise<Ahead.Outcome> => {
  if (reading.skip.has(number)) return "broken"
  try {
    return await Opened.read(source, number)
  } catch (error) {
    if (blame(error) === "page" || reading.pages === 1) throw error
    reading.isClosed = error instanceof Pdfjs.Endless
    return "broken"
  }
}

/**
 * Returns the next page. While the other thread reads it, this thread reads later pages. Returns `undefined` if the
 * document is closed first.
 */
const readNext = async (source: Opened.Source, reading: Reading): Promise<Ahead.Outcome | undefined> => {
  const { ahead, next } = reading
  if (ahead === undefined) return readHere(source, reading, next)
  while (true) {
    const outcome = ahead.take(next)
    if (outcome !== undefined || reading.isClosed) return outcome
    const number = ahead.claim()
    if (number === undefined) await ahead.answered()
    else ahead.keep(number, await readHere(source, reading, number))
    await turn()
  }
}

const readPages = async (source: Opened.Source, reading: Reading): Promise<void> => {
  const end = Math.min(reading.pages, reading.next + PAGES_PER_OPENING - 1)
  // After a page that does not end, the document must be opened again for the next pages.
  while (reading.next <= end && !reading.isClosed) {
    const outcome = await readNext(source, reading)
    if (outcome === undefined) return
    if (outcome === "broken") reading.window.addUnread(reading.next)
    else {
      if (outcome.lacksLinks) {
        reading.warnings.push(`The links and form fields of page ${reading.next} could not be read.`)
      }
      reading.window.add(outcome.content)
    }
    await turn()
    reading.next++
  }
}

const readStretch = async (
  job: Job,
  before: Reading | undefined,
  send: Send
): Promise<Reading> => {
  let reading = before
  await Pdfjs.use(job.bytes, async (document) => {
    reading ??= await begin(document, job, send)
    reading.isClosed = false
    await readPages(await Opened.sourceOf(document, job.bytes), reading)
  })
  return reading!
}

const readAll = async (job: Job, send: Send): Promise<void> => {
  let reading = await readStretch(job, undefined, send)
  while (reading.next <= reading.pages) {
    // The memory of the previous range of pages has been released by now.
    if (Pdfjs.isMemoryShort()) throw new Exhausted()
    reading = await readStretch(job, reading, send)
  }
  reading.window.finish(reading.warnings)
}

/** Returns whether the document failed before its first page. */
const isUnopened = (error: unknown): boolean =>
  error instanceof NoPages || error instanceof Error && error.name === "InvalidPDFException"

/** Reads the pages that are recoverable from the bytes of a document that cannot be opened. */
const readWhatIsLeft = (job: Job, send: Send): Promise<void> =>
  readAll(job, send).catch((error: unknown) => {
    const bytes = isUnopened(error) ? salvage(job.bytes) : undefined
    if (bytes === undefined) throw error
    return readAll({ ...job, bytes, isDamaged: true }, send)
  })

const parse = (job: Job, send: Send): Promise<void> =>
  readWhatIsLeft(job, send).catch((error: unknown) =>
    send({ kind: "failed", id: job.id, ...classify(error), blame: blame(error) })
  ).finally(Ahead.close)

const layout = (message: Extract<ToChild, { kind: "layout" }>, send: Send): void => {
  const window = Window.make({ id: message.id, total: message.pages.length, outline: new Map(), send })
  for (const page of message.pages) window.add(contentOf(page))
  window.finish([])
}

let rehearsal: Promise<Uint8Array> | undefined

/** Reads samples to prepare the process. If this fails, only the next job is slower. */
export const rehearse = async (): Promise<void> => {
  rehearsal ??= Pdfjs.fonts().then(sample)
  await rehearsal.then(
    (bytes) => parse({ kind: "parse", id: -1, bytes: bytes.slice(), maxPages: 2, skip: [], ahead: false }, () => {}),
    () => {}
  )
}

export const make = (send: Send) => async (message: ToChild): Promise<void> =>
  message.kind === "parse" ? parse(message, send) : layout(message, send)
