/** Entry of the worker thread: processes one request after the other. */
import { StorageError } from "@dunlin/search-index/StorageError"
import { parentPort, workerData } from "node:worker_threads"
import { isServed, open, type Place, type Reply, type Request } from "./place.ts"

/** Database messages name tables and syntax and may contain query text, so only codes are returned. */
const detailOf = (cause: unknown): string => {
  // Its message is written for users.
  if (cause instanceof StorageError) return cause.message
  const { errstr } = (cause ?? {}) as { readonly errstr?: unknown }
  return typeof errstr === "string" ? errstr : "the operation failed"
}

/** Code of the lower layer's failure, such as `ECONNREFUSED`, from which the caller can derive a remedy. */
const codeOf = (cause: unknown): { readonly code?: string } => {
  const { code } = (cause ?? {}) as { readonly code?: unknown }
  return typeof code === "string" ? { code } : {}
}

const handlers = open(workerData as Place)
// The first request reports the failure.
handlers.catch(() => {})

const answer = async (request: Request): Promise<void> => {
  let reply: Reply
  try {
    const handler = (await handlers)[request.operation] as (input: unknown) => Promise<unknown>
    reply = { id: request.id, ok: true, output: await handler(request.input) }
  } catch (cause) {
    reply = { id: request.id, ok: false, detail: detailOf(cause), ...codeOf(cause) }
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of a thread has no origin
  parentPort?.postMessage(reply)
  if (request.operation === "close") parentPort?.close?.()
}

// Writes run one after the other, and so do all requests of one SQLite connection.
let last: Promise<void> = Promise.resolve()
const isReading = (operation: Request["operation"]): boolean => operation === "search" || operation === "read"
parentPort?.on("message", (request: Request) => {
  if (isServed(workerData as Place) && isReading(request.operation)) void answer(request)
  else last = last.then(() => answer(request))
})
