/** Runs in the thread that reads pages ahead of the layout thread. */
import { parentPort } from "node:worker_threads"
import type { FromThread, ToThread } from "./ahead.ts"
import * as Inflate from "./inflate.ts"
import * as Opened from "./opened.ts"
import * as Packed from "./packed.ts"
import * as Pdfjs from "./pdfjs.ts"

Inflate.install()

const port = parentPort!

let current: { readonly id: number; readonly bytes: Uint8Array; readonly wanted: Array<number> } | undefined
let wake = () => {}

type Job = NonNullable<typeof current>

const isCurrent = (job: Job): boolean => job === current

const say = (message: FromThread, buffers: Array<ArrayBuffer> = []): void => port.postMessage(message, buffers)

const asleep = (): Promise<void> =>
  new Promise((resolve) => {
    wake = resolve
  })

/**
 * Returns what happens to a failed page. A page that needs more memory is returned, because the other thread may have
 * more.
 */
const fate = (error: unknown): "broken" | "returned" =>
  error instanceof Opened.TooLong || error instanceof Pdfjs.Endless && !error.isHungry ? "broken" : "returned"

const readOne = async (id: number, source: Opened.Source, number: number): Promise<boolean> => {
  try {
    const { content, lacksLinks } = await Opened.read(source, number)
    const packed = Packed.toPacked(content)
    say({ kind: "page", id, number, packed, lacksLinks }, Packed.buffersOf(packed))
    return true
  } catch (error) {
    say({ kind: fate(error), id, number })
    return !(error instanceof Pdfjs.Endless)
  }
}

/** Number of pages after which the document is reopened, because pdf.js retains data of every page. */
const STRETCH = 500

const serve = (job: Job): Promise<void> =>
  Pdfjs.use(job.bytes, async (document) => {
    const source = await Opened.sourceOf(document, job.bytes)
    let isOpen = true
    for (let count = 0; isOpen && count < STRETCH && isCurrent(job); count++) {
      const number = job.wanted.shift()
      if (number === undefined) await asleep()
      else isOpen = await readOne(job.id, source, number)
      // Messages that arrived meanwhile are handled now.
      await new Promise<void>((resolve) => setImmediate(resolve))
    }
  })

const refuse = async (job: Job): Promise<void> => {
  while (isCurrent(job)) {
    for (const number of job.wanted.splice(0)) say({ kind: "returned", id: job.id, number })
    await asleep()
  }
}

port.on("message", (message: ToThread) => {
  if (message.kind === "read") current?.wanted.push(...message.pages)
  else current = message.kind === "open" ? { id: message.id, bytes: message.bytes, wanted: [] } : undefined
  wake()
})

say({ kind: "ready" })
while (true) {
  const job = current
  if (job === undefined) await asleep()
  else await serve(job).catch(() => refuse(job))
}
