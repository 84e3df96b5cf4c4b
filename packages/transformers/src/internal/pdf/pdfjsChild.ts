/** pdf.js inside a parser process. */
import { fileURLToPath } from "node:url"
import * as pdfjs from "pdfjs-dist/legacy/build/pdf.mjs"
import { readAnnotations } from "./annotations.ts"
import * as Compose from "./compose.ts"
import type { Element } from "./elements.ts"
import { type Frame, frame } from "./frame.ts"
import { contentOf, countLetters, needsOcr } from "./ocrPage.ts"
import { about, type Document, outline } from "./outline.ts"
import type { PageContent, PdfPage } from "./page.ts"
import type { ChildPage, ErrorTag, FromChild, ToChild } from "./protocol.ts"
import { readPage } from "./read.ts"

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
      ? {
        ...(value as object),
        chunk: { ...chunk, fnArray: chunk.fnArray.slice(), argsArray: chunk.argsArray.slice() }
      }
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
  if (/allocation failed|out of memory|Invalid array (?:buffer )?length/i.test(text)) {
    return { tag: "MemoryLimit", detail: name }
  }
  return { tag: "Broken", detail: name }
}

/** Pages that are composed together: running heads and levels are found among them, and their memory is freed after. */
const windowSize = 64

type Send = (message: FromChild) => void

/** Composes pages as they come: a draft of each at once, and all of a window again when it is full. */
const composer = (id: number, total: number, send: Send) => {
  const statistics = Compose.statistics()
  const facts = new Map<number, Omit<ChildPage, keyof Compose.ComposedPage>>()
  let frames: Array<Frame> = []
  let previous: Element | undefined
  const settled: Array<ChildPage> = []
  const toChildPage = (page: Compose.ComposedPage): ChildPage => ({ ...page, ...facts.get(page.number)! })
  const settle = () => {
    if (frames.length === 0) return
    const composed = Compose.compose(frames, statistics, previous)
    previous = composed.last
    settled.push(...composed.pages.map(toChildPage))
    frames = []
  }
  return {
    statistics,
    add: (content: PageContent) => {
      const page = frame(content)
      facts.set(page.number, {
        needsOcr: needsOcr(content),
        characters: countLetters(content.words),
        width: content.width,
        height: content.height
      })
      Compose.count(statistics, page)
      frames.push(page)
      if (total === 1) {
        settle()
        return send({ kind: "page", id, page: settled.pop()! })
      }
      // what a killed process leaves behind; replaced when the whole window is known
      const draft = Compose.compose([page], statistics).pages[0]!
      send({ kind: "page", id, page: toChildPage(draft) })
      if (frames.length === windowSize) settle()
    },
    finish: (warnings: ReadonlyArray<string>) => {
      settle()
      send({ kind: "done", id, pages: settled, warnings })
    }
  }
}

/** pdf.js refuses a Buffer, and what comes over the channel of a Buffer is one. */
const plain = (bytes: Uint8Array): Uint8Array =>
  Object.getPrototypeOf(bytes) === Uint8Array.prototype ? bytes : new Uint8Array(bytes)

const parse = async (message: Extract<ToChild, { kind: "parse" }>, send: Send): Promise<void> => {
  const { id } = message
  const task = pdfjs.getDocument(options(plain(message.bytes)))
  try {
    const document = await task.promise
    const total = document.numPages
    if (total === 0) return send({ kind: "failed", id, tag: "Broken", detail: "no pages" })
    send({ kind: "opened", id, total, ...await about(document as unknown as Document) })
    const pages = Math.min(total, message.maxPages)
    const composed = composer(id, pages, send)
    composed.statistics.outline = await outline(document as unknown as Document)
    const tagged = await (document.getMarkInfo() as Promise<unknown>).then(
      (info) => (info as ReadonlyMap<string, unknown> | null)?.get("Marked") === true,
      () => false
    )
    const warnings: Array<string> = []
    for (let number = 1; number <= pages; number++) {
      let content: PageContent
      try {
        const page = await document.getPage(number) as unknown as PdfPage
        content = await readPage(page, number)
        await readAnnotations(page, content).catch(() =>
          warnings.push(`The links and form fields of page ${number} could not be read.`)
        )
        if (tagged) content.tree = await page.getStructTree().catch(() => null) ?? undefined
        page.cleanup()
      } catch (error) {
        if (classify(error).tag === "MemoryLimit") throw error
        // one broken page does not take the others with it; a broken document does
        if (number === 1 && pages === 1) throw error
        if (warnings.length < 20) warnings.push(`Page ${number} could not be read.`)
        content = contentOf({ number, words: [], picture: { width: 612, height: 792, dpi: 72 } })
      }
      composed.add(content)
    }
    composed.finish(warnings)
  } catch (error) {
    send({ kind: "failed", id, ...classify(error) })
  } finally {
    await task.destroy()
  }
}

const layout = (message: Extract<ToChild, { kind: "layout" }>, send: Send): void => {
  const composed = composer(message.id, message.pages.length, send)
  for (const page of message.pages) composed.add(contentOf(page))
  composed.finish([])
}

export const make = (send: Send) => async (message: ToChild): Promise<void> =>
  message.kind === "parse" ? parse(message, send) : layout(message, send)
