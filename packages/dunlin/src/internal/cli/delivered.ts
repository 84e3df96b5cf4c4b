/** How many results of a job were written to a place, so that a run that goes on writes none twice. */
import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/** Milliseconds that a count is kept after the last write: longer than the results of a job are. */
const longest = 30 * 24 * 60 * 60 * 1000

/** Deletes the counts of jobs that are no more. */
const sweep = (folder: string, now: number): void => {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const status = statSync(path, { throwIfNoEntry: false })
    if (status !== undefined && now - status.mtimeMs > longest) rmSync(path, { force: true })
  }
}

const read = (file: string): number => {
  try {
    const count = Number(readFileSync(file, "utf8"))
    return Number.isSafeInteger(count) && count > 0 ? count : 0
  } catch {
    return 0
  }
}

export interface Delivered {
  /** Results that earlier runs wrote: the first ones of the job, as their order never changes. */
  readonly before: number
  /** Notes that so many are written. */
  readonly note: (count: number) => Effect.Effect<void>
}

/** The count of a job and a place, in the data folder. */
export const open = (data: string, job: string, place: string, now: number): Effect.Effect<Delivered> =>
  Effect.sync(() => {
    const folder = join(data, "delivered")
    mkdirSync(folder, { recursive: true })
    sweep(folder, now)
    const file = join(folder, createHash("sha256").update(JSON.stringify([job, place])).digest("hex"))
    return {
      before: read(file),
      note: (count) => Effect.sync(() => writeFileSync(file, String(count)))
    }
  })

/** Nothing is remembered of what is written anew without harm. */
export const none: Delivered = { before: 0, note: () => Effect.void }
