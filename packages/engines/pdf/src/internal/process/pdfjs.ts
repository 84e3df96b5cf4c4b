/**
 * Loads pdf.js for reading text: without a canvas, and with its worker in this thread, so that messages are not
 * copied.
 */
import { readFile } from "node:fs/promises"
import * as NodeModule from "node:module"
import { fileURLToPath } from "node:url"
import type * as Pdfjs from "pdfjs-dist/legacy/build/pdf.mjs"
import type { Document } from "../compose/outline.ts"
import type { AnnotatedDocument } from "../page/annotations.ts"
import type { PdfPage } from "../page/page.ts"
import * as CodeCache from "./codeCache.ts"
import { makeGuard } from "./memory.ts"
import * as Port from "./port.ts"

export type Pdf = Document & AnnotatedDocument & {
  readonly getMarkInfo: () => Promise<ReadonlyMap<string, unknown> | null>
  readonly getPage: (number: number) => Promise<PdfPage>
  readonly getOptionalContentConfig: () => Promise<{ readonly isVisible: (layer: never) => boolean }>
}

/** The folder of pdf.js: the folder that the host passed to this process, or that of the installed package. */
const base = process.argv[6] || fileURLToPath(new URL(".", import.meta.resolve("pdfjs-dist/package.json")))

Object.assign(globalThis, {
  // pdf.js loads fonts into this empty class. Without font loading, it would convert every glyph to a path.
  FontFace: class {
    readonly family: string
    readonly loaded = Promise.resolve()
    constructor(family: string) {
      this.family = family
    }
  },
  // pdf.js reads this class when it loads, but never uses it, because nothing is drawn.
  DOMMatrix: Object,
  Path2D: Object
})
// pdf.js reads this class when it loads, but never uses it, because nothing is fetched. Node's own class loads
// slowly.
const ownResponse = Object.getOwnPropertyDescriptor(globalThis, "Response")!
Object.defineProperty(globalThis, "Response", {
  configurable: true,
  value: class {
    bytes() {}
  }
})
const noFonts = { fonts: { add: () => {}, delete: () => {} } }

const hooks = (NodeModule as Partial<typeof NodeModule>).registerHooks?.({
  resolve: (specifier, context, next) => {
    if (specifier === "@napi-rs/canvas") throw new Error("not needed")
    return next(specifier, context)
  }
})
const build = `${base}legacy/build/`

/**
 * Adds the `/ActualText` of marked content to its operators as a third argument, because pdf.js ignores it. If the
 * code of pdf.js differs, letters are read as drawn.
 */
const withActualText = (source: string): string =>
  source.replace(
    /(\w)=\[\1\[0\]\.name,\1\[1\]instanceof (\w+)\?\1\[1\]\.get\("MCID"\):null\]/,
    "$1=[$1[0].name,...($1[1]instanceof $2?[$1[1].get(\"MCID\"),$1[1].get(\"ActualText\")]:[null])]"
  )
const pdfjs = await CodeCache.load<typeof Pdfjs>(`${build}pdf.min.mjs`)
const { WorkerMessageHandler } = await CodeCache.load<
  { readonly WorkerMessageHandler: { readonly initializeFromPort: (port: Port.Port) => void } }
>(`${build}pdf.worker.min.mjs`, withActualText)
hooks?.deregister()
Object.defineProperty(globalThis, "Response", ownResponse)

/**
 * Maximum number of operators of a page. The busiest of 635 real pages has 16,000, and a detailed map some hundred
 * thousand.
 */
const MAX_OPERATORS_OF_PAGE = 400_000

/** Maximum processor time of a page with few but slow operators. The operator limit ends other pages first. */
const PAGE_PROCESSOR_LIMIT_MS = 10_000

/**
 * Milliseconds of a page that are not measured. Hardly any page takes longer, and a check takes longer than reading a
 * line.
 */
const UNMEASURED = 1000

/** Thrown if a page does not end, or, with `isHungry`, if it needs too much memory. */
export class Endless extends Error {
  readonly isHungry: boolean
  constructor(isHungry: boolean) {
    super()
    this.isHungry = isHungry
  }
}

interface Current {
  readonly began: number
  used: number | undefined
  operators: number
  readonly leave: (isHungry: boolean) => void
}

let current: Current | undefined

const MICROSECONDS = 1000

const processorTime = (): number => {
  const { system, user } = process.cpuUsage()
  return (system + user) / MICROSECONDS
}

const isOverdue = (page: Current): boolean => {
  if (performance.now() - page.began < UNMEASURED) return false
  page.used ??= processorTime()
  return processorTime() - page.used > PAGE_PROCESSOR_LIMIT_MS - UNMEASURED
}

/** Returns whether memory is short even after a garbage collection. */
export const isMemoryShort = makeGuard(Number(process.argv[3]))

// Reading the operators of a page blocks the event loop, so a timer could not stop it. This callback counts them
// instead, and stops a page that exceeds a limit.
const [here, there] = Port.makePair((count) => {
  if (current === undefined) return
  current.operators += count
  const isEndless = current.operators > MAX_OPERATORS_OF_PAGE || isOverdue(current)
  if (!isEndless && !isMemoryShort()) return
  current.leave(!isEndless)
  current = undefined
})
WorkerMessageHandler.initializeFromPort(there)
const worker = new pdfjs.PDFWorker({ port: here as never, verbosity: 0 })

export const fonts = async (): Promise<{ readonly trueType: Uint8Array; readonly compact: Uint8Array }> => ({
  trueType: await readFile(`${base}standard_fonts/LiberationSans-Regular.ttf`),
  compact: await readFile(`${base}standard_fonts/FoxitSerifBold.pfb`)
})

/** Returns bytes as a `Uint8Array`, because the channel delivers a `Buffer`, which pdf.js rejects. */
const plain = (bytes: Uint8Array): Uint8Array =>
  Object.getPrototypeOf(bytes) === Uint8Array.prototype ? bytes : new Uint8Array(bytes)

// If a document is closed while a page is read, pdf.js leaves rejected promises without a handler.
process.on("unhandledRejection", (error) => {
  if (!(error instanceof Error) || error.name !== "AbortException") throw error
})

let close: () => Promise<void> = () => Promise.resolve()

/** Runs a read with a limit. Fails with `Endless` if reading does not end. The document must then be opened again. */
export const bounded = <A>(read: () => Promise<A>): Promise<A> =>
  Promise.race([
    read(),
    new Promise<never>((_, reject) => {
      const leave = (isHungry: boolean) => {
        void close()
        reject(new Endless(isHungry))
      }
      current = { began: performance.now(), used: undefined, operators: 0, leave }
    })
  ]).finally(() => {
    current = undefined
  })

export const use = async (bytes: Uint8Array, job: (document: Pdf) => Promise<void>): Promise<void> => {
  const task = pdfjs.getDocument({
    data: plain(bytes),
    worker,
    verbosity: 0,
    useSystemFonts: false,
    disableFontFace: false,
    ownerDocument: noFonts as never,
    cMapUrl: `${base}cmaps/`,
    cMapPacked: true,
    wasmUrl: `${base}wasm/`,
    // Pictures are dropped before decoding, because only text is read.
    maxImageSize: 1,
    stopAtErrors: false,
    enableXfa: false,
    fontExtraProperties: true
  })
  close = () => task.destroy()
  try {
    await job(await task.promise as unknown as Pdf)
  } finally {
    await task.destroy()
  }
}
