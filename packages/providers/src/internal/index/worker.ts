/** Entry of the worker thread: one connection, one request after the other. */
import { parentPort, workerData } from "node:worker_threads"
import type { Operations, Reply, Request } from "./protocol.ts"
import { searcher } from "./query.ts"
import { bytes, optimize, remove, Store, totals, write } from "./store.ts"

const store = new Store((workerData as { readonly filename: string }).filename)

type Handlers = { readonly [K in keyof Operations]: (input: Operations[K]["input"]) => Operations[K]["output"] }

const handlers: Handlers = {
  write: (documents) => write(store, documents),
  remove: (urls) => remove(store, urls),
  search: searcher(store),
  stats: () => ({ ...totals(store), bytes: bytes(store) }),
  optimize: () => {
    optimize(store)
    return null
  },
  close: () => {
    store.close()
    return null
  }
}

parentPort?.on("message", (request: Request) => {
  let reply: Reply
  try {
    const handler = handlers[request.operation] as (input: unknown) => unknown
    reply = { id: request.id, ok: true, output: handler(request.input) }
  } catch (cause) {
    // Messages of SQLite name tables and syntax; those of a query could carry its text, so only the code goes out.
    const code = (cause as { readonly errstr?: unknown } | null)?.errstr
    reply = { id: request.id, ok: false, detail: typeof code === "string" ? code : "the operation failed" }
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of a thread has no origin
  parentPort?.postMessage(reply)
  if (request.operation === "close") parentPort?.close()
})
