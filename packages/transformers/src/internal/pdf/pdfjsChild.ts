/** pdf.js inside a parser process. */
import * as pdfjs from "pdfjs-dist/legacy/build/pdf.mjs"
import { fileURLToPath } from "node:url"
import { readAnnotations } from "./annotations.ts"
import * as Compose from "./compose.ts"
import type { Element } from "./elements.ts"
import { type Frame, frame } from "./lines.ts"
import { about, type Document, outline } from "./outline.ts"
import type { ChildPage, ErrorTag, FromChild, ToChild } from "./protocol.ts"
import { type PdfPage, readPage } from "./read.ts"

const base = fileURLToPath(new URL(".", import.meta.resolve("pdfjs-dist/package.json")))

// pdf.js would turn every glyph of every word into a path when it cannot load fonts. It loads them into nothing instead.
const noFonts = { fonts: { add: () => {}, delete: () => {} } }
Object.assign(globalThis, {
  FontFace: class {
    readonly family: string
    readonly loaded = Promise.resolve()
    constructor(family: string) {
      this.family = family
    }
  }
})

// Its worker runs in this thread and copies every message; operator lists are the bulk of them and nobody changes them.
const clone = globalThis.structuredClone
type Chunk = { readonly chunk?: { readonly fnArray?: Array<number>; readonly argsArray?: Array<unknown> } }
Object.assign(globalThis, {
  structuredClone: (value: unknown, options?: Parameters<typeof clone>[1]) => {
    const chunk = (value as Chunk | null)?.chunk
    return chunk?.fnArray !== undefined && chunk.argsArray !== undefined
      ? { ...(value as object), chunk: { ...chunk, fnArray: chunk.fnArray.slice(), argsArray: chunk.argsArray.slice() } }
      : clone(value, options)
  }
})

const options = (data: Uint8Array) => ({
  data,
  verbosity: 0,
  useSystemFonts: false,
  disableFontFace: false,
  ownerDocument: noFonts as never,
  standardFontDataUrl: `${base}standard_fonts/`,
  cMapUrl: `${base}cmaps/`,
  cMapPacked: true,
  wasmUrl: `${base}wasm/`,
  // text only: pictures are left out before they are decoded
  maxImageSize: 1,
  stopAtErrors: false,
  enableXfa: false,
  fontExtraProperties: true
})

const classify = (error: unknown): { tag: ErrorTag; detail: string } => {
  const name = error instanceof Error ? error.name : "unknown"
  const text = error instanceof Error ? error.message : ""
  if (name === "PasswordException") return { tag: "Encrypted", detail: name }
  if (/allocation failed|out of memory|Invalid array (?:buffer )?length/i.test(text)) return { tag: "MemoryLimit", detail: name }
  return { tag: "Broken", detail: name }
}

/** Pages that are composed together: running heads and levels are found among them, and their memory is freed after. */
const windowSize = 64

const parse = async (message: Extract<ToChild, { kind: "parse" }>, send: (message: FromChild) => void): Promise<void> => {
  const { id } = message
  const task = pdfjs.getDocument(options(message.bytes))
  try {
    const document = await task.promise
    const total = document.numPages
    if (total === 0) return send({ kind: "failed", id, tag: "Broken", detail: "no pages" })
    send({ kind: "opened", id, total, ...await about(document as unknown as Document) })
    const statistics = Compose.statistics()
    statistics.outline = await outline(document as unknown as Document)
    const pages = Math.min(total, message.maxPages)
    let frames: Array<Frame> = []
    let previous: Element | undefined
    const warnings: Array<string> = []
    const settled: Array<ChildPage> = []
    const characters: Array<number> = []
    const toChildPage = (page: Compose.ComposedPage): ChildPage => ({
      ...page,
      needsOcr: false,
      characters: characters[page.number - 1] ?? 0
    })
    for (let number = 1; number <= pages; number++) {
      const page = await document.getPage(number) as unknown as PdfPage
      let content: Frame
      try {
        const read = await readPage(page, number)
        await readAnnotations(page, read).catch(() => warnings.push(`The links and form fields of page ${number} could not be read.`))
        content = frame(read)
      } catch (error) {
        if (classify(error).tag === "MemoryLimit") throw error
        warnings.push(`Page ${number} could not be read.`)
        content = frame(empty(number))
      }
      page.cleanup()
      Compose.count(statistics, content)
      characters[number - 1] = content.lines.reduce((sum, line) => sum + line.text.length, 0)
      frames.push(content)
      // what a killed process leaves behind; replaced when the whole window is known
      if (pages > 1) {
        const { pages: [draft] } = Compose.compose([content], statistics)
        send({ kind: "page", id, page: toChildPage(draft!) })
      }
      if (frames.length === windowSize || number === pages) {
        const composed = Compose.compose(frames, statistics, previous)
        previous = composed.last
        settled.push(...composed.pages.map(toChildPage))
        frames = []
      }
    }
    if (pages === 1) send({ kind: "page", id, page: settled[0]! })
    send({ kind: "done", id, pages: pages === 1 ? [] : settled, warnings })
  } catch (error) {
    send({ kind: "failed", id, ...classify(error) })
  } finally {
    await task.destroy()
  }
}

const empty = (number: number) => ({
  number,
  width: 612,
  height: 792,
  words: [],
  horizontal: [],
  vertical: [],
  boxes: [],
  dots: [],
  pictures: 0,
  links: []
})

export const make = (send: (message: FromChild) => void) => async (message: ToChild): Promise<void> => {
  if (message.kind === "parse") await parse(message, send)
}
