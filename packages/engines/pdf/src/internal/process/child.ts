/** Runs in a parser process. It receives documents over the channel to its parent, and ends when the channel closes. */
import type { FromChild, ToChild } from "./protocol.ts"

const send = (message: FromChild): void => {
  process.send?.(message)
}

process.on("disconnect", () => process.exit(0))

const memory = process.argv[4] === "watchMemory" ? Number(process.argv[3]) : 0
const mayBeLeft = process.argv[5] === "watchHost"
if (memory > 0 || mayBeLeft) {
  // If the system neither limits memory nor ends a process with its parent, a worker thread does both, because the
  // main thread may be blocked.
  const { Worker } = await import("node:worker_threads")
  new Worker(
    `setInterval(() => {
      const isLarge = ${memory > 0} && process.memoryUsage.rss() > ${memory}
      if (isLarge || ${mayBeLeft} && process.ppid !== ${process.ppid}) process.kill(process.pid, "SIGKILL")
    }, 100)`,
    { eval: true, env: {} }
  ).unref()
}

const engine = process.argv[2]
const packages = {
  pdfjs: "pdfjs-dist",
  liteparse: "@llamaindex/liteparse",
  "pdf-inspector": "@firecrawl/pdf-inspector"
}
const handle = await (engine === "liteparse" || engine === "pdf-inspector"
  ? import("./nativeChild.ts").then((module) => module.make(engine, send))
  : import("./pdfjsChild.ts").then((module) => module.make(send))).catch((error: unknown) => {
    const code = (error as { readonly code?: unknown } | null)?.code
    const detail = code === "ERR_MODULE_NOT_FOUND"
      ? `its package is not installed: npm install ${packages[engine as keyof typeof packages]}`
      : `${engine} cannot be loaded`
    send({ kind: "failed", id: -1, tag: "Unavailable", detail, blame: "process" })
    return undefined
  })

const state = { busy: false }
let idle = Promise.resolve()

/** Number of rehearsals after which V8 has compiled most of the code. */
const COMPILED = 2
/** Number of rehearsals after which V8 has optimised the code. */
const WARM = 6

/** Reads samples to warm up the process, only while it has no other work. */
const rehearse = async (times: number): Promise<void> => {
  const { rehearse } = await import("./pdfjsChild.ts")
  for (let k = 0; k < times && !state.busy; k++) {
    idle = rehearse()
    await idle
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Stores compiled code. This runs only before the process has seen a document, because documents may be hostile. */
const storeCode = async (): Promise<void> => {
  const { isIncomplete, store } = await import("./codeCache.ts")
  if (!isIncomplete()) return
  await rehearse(COMPILED)
  store()
}

process.on("message", (message: ToChild) => {
  state.busy = true
  idle.then(() => handle?.(message)).catch((error: unknown) => {
    const detail = error instanceof Error ? error.name : "unknown"
    send({ kind: "failed", id: message.id, tag: "Broken", detail, blame: "document" })
  })
})
if (handle !== undefined) {
  if (engine === "pdfjs") await storeCode()
  send({ kind: "ready" })
  if (engine === "pdfjs") await rehearse(WARM)
  send({ kind: "warm" })
}
