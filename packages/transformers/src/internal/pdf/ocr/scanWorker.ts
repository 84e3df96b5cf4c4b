/** Entry of the thread that prepares scans for a recogniser. */
import * as Threads from "@dunlin/common/Threads"
import { type Band, cut } from "./bands.ts"
import { straighten } from "./deskew.ts"
import type { Job } from "./scans.ts"
import { sidesOf } from "./sides.ts"

Threads.serve((job: Job): ReadonlyArray<Band> =>
  job.kind === "prepare"
    ? cut(straighten(job.picture), job.bands)
    : sidesOf(job.picture).map((picture) => ({ picture, top: 0 }))
)
