/** Entry of a thread that reads large texts: one job at a time, one answer per job. */
import { parentPort } from "node:worker_threads"
import { detect } from "../Heuristics.ts"
import type { Job } from "./threads.ts"

parentPort?.on("message", ({ options, text }: Job) => {
  parentPort?.postMessage(detect(text, options), [])
})
