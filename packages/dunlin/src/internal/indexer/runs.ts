/** Runs that are not at their end: each is in a file of its own, so that the next one with the same start goes on. */
import * as JobStore from "@dunlin/jobs/JobStore"
import * as SqliteJobStore from "@dunlin/jobs/SqliteJobStore"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { createHash, randomUUID } from "node:crypto"
import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { RunsFolder } from "../runsFolder.ts"

/** What SQLite keeps beside a file. */
const besides = ["", "-wal", "-shm"]

/** Characters of a name: enough that no two runs have the same. */
const NAME_LENGTH = 32

/** Milliseconds after which nobody goes on with what a run has left. */
const FORGOTTEN_AFTER = 7 * 86_400_000

/** Epoch milliseconds of the last sign of life of a run; 0 of one that is no more. */
const lastSign = (file: string): number =>
  Math.max(...besides.map((end) => statSync(file + end, { throwIfNoEntry: false })?.mtimeMs ?? 0))

/** With what stands beside it, also what processes left that were killed. */
const remove = (file: string): void => {
  const names = readdirSync(dirname(file)).filter((name) => name.startsWith(basename(file)))
  for (const name of names) rmSync(join(dirname(file), name), { force: true })
}

export interface Run {
  readonly store: ReturnType<typeof JobStore.layerMemory>
  /** Forgets the run, which is at its end. */
  readonly end: Effect.Effect<void>
}

/**
 * Opens the run of this name that stopped within `maxAge` milliseconds, or begins one. Two processes with the same run
 * share its pages.
 */
export const open = Effect.fnUntraced(function*({ maxAge, pace, what }: {
  /** What tells this run from others, as text. */
  readonly what: string
  readonly maxAge: number
  /** Of this process. */
  readonly pace: JobStore.Limits
}): Effect.fn.Return<Run> {
  const folder = yield* RunsFolder
  if (folder === undefined) return { store: JobStore.layerMemory(pace), end: Effect.void }
  const now = yield* Clock.currentTimeMillis
  const name = createHash("sha256").update(what).digest("hex").slice(0, NAME_LENGTH)
  const file = yield* Effect.sync(() => {
    mkdirSync(folder, { recursive: true })
    const files = readdirSync(folder).filter((entry) => entry.endsWith(".sqlite")).map((entry) => join(folder, entry))
    for (const file of files) if (now - lastSign(file) > FORGOTTEN_AFTER) remove(file)
    const [own] = files.filter((file) => file.startsWith(join(folder, name)) && now - lastSign(file) <= maxAge)
    return own ?? join(folder, `${name}-${randomUUID()}.sqlite`)
  })
  return {
    store: SqliteJobStore.layer({ ...pace, file }),
    // Where another process has it open the file may stay, and is forgotten later.
    end: Effect.ignore(Effect.try({ try: () => remove(file), catch: (cause) => cause }))
  }
})
