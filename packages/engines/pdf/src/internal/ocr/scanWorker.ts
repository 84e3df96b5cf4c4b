/** Runs in the thread that prepares scans for a recogniser. */
import { parentPort } from "node:worker_threads"
import { type Band, cut } from "./bands.ts"
import { straighten } from "./deskew.ts"
import type { Job } from "./scans.ts"
import { sidesOf } from "./sides.ts"

const bandsOf = (job: Job): ReadonlyArray<Band> =>
  job.kind === "prepare"
    ? cut(straighten(job.picture), job.bands)
    : sidesOf(job.picture).map((picture) => ({ picture, top: 0 }))

parentPort?.on("message", (job: Job) => {
  try {
    parentPort?.postMessage({ answer: bandsOf(job) }, [])
  } catch {
    parentPort?.postMessage({ failed: true }, [])
  }
})
parentPort?.postMessage("ready", [])
