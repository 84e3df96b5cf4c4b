// Takes pages of the jobs in a file, says how many it has, and lives until it is killed.
import { JobStore, SqliteJobStore } from "@dunlin/jobs"
import { Effect } from "effect"

const [file, most] = process.argv.slice(2)

const program = Effect.gen(function*() {
  const store = yield* JobStore.JobStore
  const claims = yield* store.claim({ worker: "owner", most: Number(most), lease: 15_000 })
  process.stdout.write(`${claims.length}\n`)
  setInterval(() => {}, 1000)
  return yield* Effect.never
})
Effect.runFork(Effect.provide(program, SqliteJobStore.layer({ file: file! })))
