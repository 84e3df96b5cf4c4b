/**
 * Entry of a worker thread: one job at a time, one answer per job.
 *
 * @since 0.1.0
 */
import { parentPort } from "node:worker_threads"
import { type Job, run } from "./formats.ts"

parentPort?.on("message", (job: Job) => {
  try {
    parentPort?.postMessage({ done: run(job) }, [])
  } catch (error) {
    parentPort?.postMessage({ failed: error instanceof Error ? error.message.slice(0, 200) : "unknown" }, [])
  }
})
