/** Counts the results of a job that were written to a target, so that a resumed run writes each result once. */
import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/** Longer than results of jobs are stored. */
const DELIVERED_COUNT_TTL_MS = 30 * 24 * 60 * 60 * 1000

const sweep = (folder: string, now: number): void => {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const status = statSync(path, { throwIfNoEntry: false })
    if (status !== undefined && now - status.mtimeMs > DELIVERED_COUNT_TTL_MS) rmSync(path, { force: true })
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
  /** Results that earlier runs delivered. They are the job's first ones, because the order never changes. */
  readonly before: number
  readonly note: (count: number) => Effect.Effect<void>
}

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

export const none: Delivered = { before: 0, note: () => Effect.void }
