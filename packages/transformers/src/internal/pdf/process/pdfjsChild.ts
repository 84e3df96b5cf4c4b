/** A document inside a parser process: opened, read page by page, laid out. */
import { about, outline } from "../compose/outline.ts"
import { contentOf } from "../ocr/ocrPage.ts"
import { readAnnotations } from "../page/annotations.ts"
import type { PageContent } from "../page/page.ts"
import { type About, readPage } from "../page/read.ts"
import { salvage } from "../salvage/salvage.ts"
import { wasTooLong } from "./inflate.ts"
import * as Pdfjs from "./pdfjs.ts"
import type { ErrorTag, FromChild, ToChild } from "./protocol.ts"
import { solidity } from "./solidity.ts"
import { sample } from "./warmUp.ts"
import * as Window from "./window.ts"

type Send = (message: FromChild) => void

/** A page with a stream that has no end. */
class TooLong extends Error {}

const classify = (error: unknown): { readonly tag: ErrorTag; readonly detail: string } => {
  const name = error instanceof Error ? error.name : "unknown"
  const text = error instanceof Error ? error.message : ""
  if (error instanceof Exhausted) return { tag: "MemoryLimit", detail: "the pages before need too much memory" }
  if (error instanceof TooLong) return { tag: "MemoryLimit", detail: "a stream has no end" }
  if (error instanceof Pdfjs.Endless) return { tag: "MemoryLimit", detail: "a page draws without end" }
  if (name === "PasswordException") return { tag: "Encrypted", detail: name }
  if (/allocation failed|out of memory|Invalid array (?:buffer )?length/i.test(text)) {
    return { tag: "MemoryLimit", detail: name }
  }
  return { tag: "Broken", detail: error instanceof NoPages ? "no pages" : name }
}

/** A document without a page that can be reached. */
class NoPages extends Error {}

/** The process has no memory left for the next page, though it has left the last one. */
class Exhausted extends Error {}

/** The process itself has run out of memory. */
const blame = (error: unknown): "document" | "page" | "process" => {
  if (error instanceof Exhausted) return "process"
  return !(error instanceof TooLong || error instanceof Pdfjs.Endless) && classify(error).tag === "MemoryLimit"
    ? "page"
    : "document"
}

/** Lets what was sent leave the process: all else here happens in one turn. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Pages after which a document is opened anew: pdf.js keeps something of every page it has seen. */
const stretch = 1000

interface Reading {
  readonly pages: number
  readonly tagged: boolean
  readonly window: Window.Window
  readonly warnings: Array<string>
  readonly skip: ReadonlySet<number>
  readonly about: About
  next: number
}

type Job = Extract<ToChild, { kind: "parse" }> & {
  /** Its bytes are what was left of others. */
  readonly isDamaged?: boolean
}

const begin = async (
  document: Pdfjs.Pdf,
  { bytes, id, isDamaged = false, maxPages, skip }: Job,
  send: Send
): Promise<Reading> => {
  const total = document.numPages
  if (total === 0) throw new NoPages()
  send({ kind: "opened", id, total, isDamaged, ...await about(document) })
  const pages = Math.min(total, maxPages)
  return {
    pages,
    tagged: await document.getMarkInfo().then((info) => info?.get("Marked") === true, () => false),
    window: Window.make({ id, total: pages, outline: await outline(document), send }),
    warnings: [],
    skip: new Set(skip),
    about: { layers: () => document.getOptionalContentConfig(), areSolid: solidity(bytes) },
    next: 1
  }
}

const contentOfPage = async (document: Pdfjs.Pdf, { about, tagged, warnings }: Reading, number: number) => {
  const page = await document.getPage(number)
  const content = await Pdfjs.bounded(() => readPage(page, number, about))
  if (wasTooLong()) throw new TooLong()
  await readAnnotations(document, page, content).catch(() =>
    warnings.push(`The links and form fields of page ${number} could not be read.`)
  )
  if (tagged) content.tree = await page.getStructTree().catch(() => null) ?? undefined
  page.cleanup()
  return content
}

/** The next page. One that is broken does not take the others with it; a broken document does. */
const readNext = async (document: Pdfjs.Pdf, reading: Reading): Promise<PageContent | "broken" | "left"> => {
  const { next, pages, skip } = reading
  if (skip.has(next)) return "broken"
  try {
    return await contentOfPage(document, reading, next)
  } catch (error) {
    if (blame(error) === "page" || pages === 1) throw error
    return error instanceof Pdfjs.Endless ? "left" : "broken"
  }
}

const readPages = async (document: Pdfjs.Pdf, reading: Reading): Promise<void> => {
  const end = Math.min(reading.pages, reading.next + stretch - 1)
  while (reading.next <= end) {
    const content = await readNext(document, reading)
    if (typeof content === "string") reading.window.addUnread(reading.next)
    else reading.window.add(content)
    await turn()
    reading.next++
    // the pages after it are read from a document that is opened again
    if (content === "left") return
  }
}

/** Reads as many pages as one opened document is good for. */
const readStretch = async (
  job: Job,
  before: Reading | undefined,
  send: Send
): Promise<Reading | undefined> => {
  let reading = before
  await Pdfjs.use(job.bytes, async (document) => {
    reading ??= await begin(document, job, send)
    await readPages(document, reading)
  })
  return reading
}

const readAll = async (job: Job, send: Send): Promise<void> => {
  let reading = await readStretch(job, undefined, send)
  while (reading !== undefined && reading.next <= reading.pages) {
    // what was left of the document is let go by now
    if (Pdfjs.isMemoryShort()) throw new Exhausted()
    reading = await readStretch(job, reading, send)
  }
  reading?.window.finish(reading.warnings)
}

/** No page of it was reached. */
const isUnopened = (error: unknown): boolean =>
  error instanceof NoPages || error instanceof Error && error.name === "InvalidPDFException"

/** Reads the document; where it cannot be opened, the pages that stand in its bytes all the same. */
const readWhatIsLeft = (job: Job, send: Send): Promise<void> =>
  readAll(job, send).catch((error: unknown) => {
    const bytes = isUnopened(error) ? salvage(job.bytes) : undefined
    if (bytes === undefined) throw error
    return readAll({ ...job, bytes, isDamaged: true }, send)
  })

const parse = (job: Job, send: Send): Promise<void> =>
  readWhatIsLeft(job, send).catch((error: unknown) =>
    send({ kind: "failed", id: job.id, ...classify(error), blame: blame(error) })
  )

const layout = (message: Extract<ToChild, { kind: "layout" }>, send: Send): void => {
  const window = Window.make({ id: message.id, total: message.pages.length, outline: new Map(), send })
  for (const page of message.pages) window.add(contentOf(page))
  window.finish([])
}

let rehearsal: Promise<Uint8Array> | undefined

/** Reads a document of its own for nobody. Nothing is lost but time when that fails. */
export const rehearse = async (): Promise<void> => {
  rehearsal ??= Pdfjs.fonts().then(sample)
  await rehearsal.then(
    (bytes) => parse({ kind: "parse", id: -1, bytes: bytes.slice(), maxPages: 2, skip: [] }, () => {}),
    () => {}
  )
}

export const make = (send: Send) => async (message: ToChild): Promise<void> =>
  message.kind === "parse" ? parse(message, send) : layout(message, send)
