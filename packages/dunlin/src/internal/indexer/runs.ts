/** Stores unfinished runs, each in its own file, so that the next run with the same start resumes it. */
import * as JobStore from "@dunlin/jobs/JobStore"
import * as SqliteJobStore from "@dunlin/jobs/SqliteJobStore"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { createHash, randomUUID } from "node:crypto"
import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { RunsFolder } from "../runsFolder.ts"

const besides = ["", "-wal", "-shm"]

const NAME_LENGTH = 32

/** A run that stopped earlier starts again from the beginning. */
const FORGOTTEN_AFTER = 7 * 86_400_000

const lastSign = (file: string): number =>
  Math.max(...besides.map((end) => statSync(file + end, { throwIfNoEntry: false })?.mtimeMs ?? 0))

const remove = (file: string): void => {
  const names = readdirSync(dirname(file)).filter((name) => name.startsWith(basename(file)))
  for (const name of names) rmSync(join(dirname(file), name), { force: true })
}

export interface Run {
  readonly store: ReturnType<typeof JobStore.layerMemory>
  readonly end: Effect.Effect<void>
}

/**
 * Opens the run of this name if it stopped less than `maxAge` milliseconds ago, or starts a new one. Two processes
 * with the same run share its pages.
 */
export const open = Effect.fnUntraced(function*({ maxAge, pace, what }: {
  readonly what: string
  readonly maxAge: number
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
    // Another process may have the file open. It is then deleted later.
    end: Effect.ignore(Effect.try({ try: () => remove(file), catch: (cause) => cause }))
  }
})
