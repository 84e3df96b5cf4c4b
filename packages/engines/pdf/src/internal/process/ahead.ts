/**
 * Reads pages of a long document ahead in a second thread of the parser process, if a processor is idle.
 *
 * Layout depends on earlier pages, so one thread does it in order; it takes about a third of the time. Reading with
 * pdf.js is shared. The main thread requests a few pages at a time. While a needed page is pending, it reads the next
 * free page. The second thread returns pages that it cannot read, and all pending pages when it ends, so that its
 * failure never changes the result.
 */
import { Worker } from "node:worker_threads"
import * as PackageFile from "../packageFile.ts"
import type { Read } from "./opened.ts"
import * as Packed from "./packed.ts"

export type ToThread =
  | { readonly kind: "open"; readonly id: number; readonly bytes: Uint8Array }
  | { readonly kind: "read"; readonly pages: ReadonlyArray<number> }
  | { readonly kind: "close" }

interface Page {
  readonly kind: "page"
  readonly id: number
  readonly number: number
  readonly packed: Packed.Packed
  readonly lacksLinks: boolean
}

export type FromThread =
  | { readonly kind: "ready" }
  | Page
  /** `broken`: the page cannot be read. `returned`: only the layout thread can read it. */
  | { readonly kind: "broken" | "returned"; readonly id: number; readonly number: number }

export type Outcome = Read | "broken"

/** Minimum pages of a document that are worth the start of the thread. */
const WORTH_A_START = 40
const WORTH_ASKING = 6

const MAX_BYTES_OF_SECOND_COPY = 32 * 1024 * 1024
const MIN_BYTES_OF_MEMORY_FOR_TWO_THREADS = 768 * 1024 * 1024

/** Number of pages that are requested in advance, so that the thread always has work. */
const ASKED = 3

const WINDOW = 48

/** Share of the process memory that the thread may use. */
const MEMORY_SHARE = 1 / 4
const YOUNG = 48

const MEBIBYTE = 1024 * 1024

export interface Thread {
  readonly isReady: () => boolean
  readonly say: (message: ToThread, buffers?: Array<ArrayBuffer>) => void
}

/** The thread that reads ahead. It is kept for later documents after the first long one. */
let thread: Thread | undefined

let current: Ahead | undefined
let documents = 0

const start = (memory: number): Thread | undefined => {
  const entry = PackageFile.find(import.meta.url, "internal/process/ahead", "internal/process/aheadThread")
  if (entry === undefined) return undefined
  const argv = process.argv.slice(2)
  argv[1] = String(Math.floor(memory * MEMORY_SHARE))
  const worker = new Worker(entry, {
    argv,
    resourceLimits: {
      maxOldGenerationSizeMb: Math.floor(memory * MEMORY_SHARE / MEBIBYTE),
      maxYoungGenerationSizeMb: YOUNG
    }
  })
  let isReady = false
  worker.unref()
  worker.on("message", (message: FromThread) => {
    if (message.kind === "ready") isReady = true
    current?.hear(message)
  })
  // The listener prevents a crash. The exit event handles the error.
  worker.on("error", () => {})
  worker.on("exit", () => {
    isReady = false
    thread = undefined
    current?.hear(undefined)
  })
  return { isReady: () => isReady, say: (message, buffers = []) => worker.postMessage(message, buffers) }
}

export class Ahead {
  readonly id = ++documents
  private readonly last: number
  private readonly bytes: Uint8Array
  private readonly thread: Thread
  private free = 1
  private next = 1
  private readonly known = new Map<number, Outcome>()
  private readonly requested = new Set<number>()
  private readonly returned: Array<number> = []
  private isOpen = false
  private wake = () => {}

  constructor(thread: Thread, bytes: Uint8Array, last: number) {
    this.thread = thread
    this.bytes = bytes
    this.last = last
  }

  /** Returns the result of a page once; `undefined` until the page is read. */
  take(number: number): Outcome | undefined {
    this.next = number
    const outcome = this.known.get(number)
    this.known.delete(number)
    this.ask()
    return outcome
  }

  claim(): number | undefined {
    const back = this.returned.shift()
    if (back !== undefined) return back
    return this.isAhead() ? this.free++ : undefined
  }

  keep(number: number, outcome: Outcome): void {
    this.known.set(number, outcome)
  }

  answered(): Promise<void> {
    return new Promise((resolve) => {
      this.wake = resolve
    })
  }

  close(): void {
    if (this.isOpen) this.thread.say({ kind: "close" })
  }

  private isAhead(): boolean {
    return this.free <= this.last && this.free - this.next < WINDOW
  }

  private open(): void {
    if (this.isOpen) return
    this.isOpen = true
    const bytes = new Uint8Array(this.bytes)
    this.thread.say({ kind: "open", id: this.id, bytes }, [bytes.buffer])
  }

  private ask(): void {
    if (!this.thread.isReady()) return
    const pages: Array<number> = []
    while (this.requested.size < ASKED && this.isAhead()) {
      this.requested.add(this.free)
      pages.push(this.free++)
    }
    if (pages.length === 0) return
    this.open()
    this.thread.say({ kind: "read", pages })
  }

  /** Handles a message of the thread; `undefined` reports that the thread has ended. */
  hear(message: FromThread | undefined): void {
    if (message === undefined) {
      this.returned.push(...this.requested)
      this.requested.clear()
    } else if (message.kind !== "ready") {
      if (message.id !== this.id) return
      this.requested.delete(message.number)
      if (message.kind === "page") this.known.set(message.number, readOf(message))
      else if (message.kind === "broken") this.known.set(message.number, "broken")
      else this.returned.push(message.number)
    }
    this.ask()
    this.wake()
  }
}

const readOf = ({ lacksLinks, packed }: Page): Read => ({ content: Packed.fromPacked(packed), lacksLinks })

/** Makes a reader in a second thread; `undefined` if the document is too short for one. */
export const make = (bytes: Uint8Array, pages: number, memory: number): Ahead | undefined => {
  if (pages < (thread === undefined ? WORTH_A_START : WORTH_ASKING)) return undefined
  if (bytes.length > MAX_BYTES_OF_SECOND_COPY || memory < MIN_BYTES_OF_MEMORY_FOR_TWO_THREADS) return undefined
  thread ??= start(memory)
  return current = thread === undefined ? undefined : new Ahead(thread, bytes, pages)
}

export const close = (): void => {
  current?.close()
  current = undefined
}
