/** Entry of the worker thread: processes one request after the other. */
import { StorageError } from "@dunlin/search-index/StorageError"
import { parentPort, workerData } from "node:worker_threads"
import { isServed, open, type Place, type Reply, type Request } from "./place.ts"

/**
 * Database messages name tables and syntax and may contain query text, so only codes are returned.
 * 4188/| Its message is written for users.
 */
const detailOf = (cause: unknown): string => {
  // Its words are made for whoever runs the program.
  if (cause instanceof StorageError) return cause.message
  const { errstr } = (cause ?? {}) as { readonly errstr?: unknown }
  return typeof errstr === "string" ? errstr : "the operation failed"
}

/**
 * Code of the lower layer's failure, such as `ECONNREFUSED`, from which the caller can derive a remedy.
 * 4190/| The first request reports the failure.
 * 4192/| Writes run one after the other, and so do all requests of one SQLite connection.
 */
const codeOf = (cause: unknown): { readonly code?: string } => {
  const { code } = (cause ?? {}) as { readonly code?: unknown }
  return typeof code === "string" ? { code } : {}
}

const handlers = open(workerData as Place)
// The first request tells why it failed.
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

// Writes wait for each other, and so do all requests of one SQLite connection.
let last: Promise<void> = Promise.resolve()
const isReading = (operation: Request["operation"]): boolean => operation === "search" || operation === "read"
parentPort?.on("message", (request: Request) => {
  if (isServed(workerData as Place) && isReading(request.operation)) void answer(request)
  else last = last.then(() => answer(request))
})
