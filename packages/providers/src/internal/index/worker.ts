import { parentPort, workerData } from "node:worker_threads"
import { answering } from "./answering.ts"
import type { Place, Request } from "./place.ts"

let closing: number | undefined

const process = answering(workerData as Place, (reply) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of a thread has no origin
  parentPort?.postMessage(reply)
  if (reply.id === closing) parentPort?.close?.()
})

parentPort?.on("message", (request: Request) => {
  if (request.operation === "close") closing = request.id
  process(request)
})
