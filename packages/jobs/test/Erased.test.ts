// What a real PostgreSQL has on its disk of jobs that may leave nothing: its files, its write-ahead log, and dead rows.
import { JobStore, PostgresJobStore } from "@dunlin/jobs"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import * as servers from "../../cache/test/servers.ts"
import { needing } from "../../common/test/components.ts"
import { busyJob, MARKERS } from "./busyJob.ts"

/** The bytes of a file of the server; none of a file that the server has removed since it was listed. */
const contentOf = (path: string): string => {
  try {
    return readFileSync(path, "latin1")
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return ""
    throw error
  }
}

describe("postgresql", needing("PostgreSQL"), () => {
  it.effect(
    "contains no readable byte of an encrypted job, and no key ten minutes after it expired",
    () =>
      Effect.gen(function*() {
        const server = yield* servers.postgres({ durable: true })
        const { put, url } = yield* servers.standingClock(server)
        const ask = (text: string) => Effect.promise(() => servers.query({ url }, text))
        const [setting] = yield* ask("SHOW data_directory")
        const folder = String(setting!["data_directory"])
        /** Which of some words the files hold, when everything is written. */
        const onDisk = Effect.fnUntraced(function*(words: ReadonlyArray<string>) {
          yield* ask("ANALYZE; CHECKPOINT")
          const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
          const found = new Set<string>()
          for (const { name, parentPath } of files) {
            const bytes = contentOf(join(parentPath, name))
            for (const word of words) if (bytes.includes(word)) found.add(word)
          }
          return words.filter((word) => found.has(word))
        })
        const open = Effect.map(
          Layer.build(Layer.fresh(PostgresJobStore.layer({ url, maxConnections: 2 }))),
          (context) => Context.get(context, JobStore.JobStore)
        )
        const [store, other] = [yield* open, yield* open]

        const found = yield* busyJob(store, "busy")
        for (const marker of MARKERS) assert.include(JSON.stringify(found), marker)
        const target = { team: "team", job: "busy" }
        assert.deepStrictEqual(yield* other.get(target), found.job)
        assert.deepStrictEqual(yield* onDisk(MARKERS), [])
        const [{ hosts, secret }] = (yield* ask("SELECT secret, hosts FROM job_keys")) as any
        // the database writes unlogged rows when it ends, or when it writes the table anew
        yield* ask("VACUUM FULL job_keys")
        assert.deepStrictEqual(yield* onDisk([secret, hosts]), [secret, hosts])

        // A crash empties the table of keys. The processes that know them write them again.
        yield* server.crash
        assert.deepStrictEqual(yield* ask("SELECT * FROM job_keys"), [])
        // a process whose connection ended with the server tries again at its next interval
        while ((yield* ask("SELECT * FROM job_keys")).length === 0) yield* TestClock.adjust("10 seconds")
        const third = yield* open
        assert.deepStrictEqual(yield* third.get(target), found.job)
        yield* ask("VACUUM FULL job_keys")

        // A job that began on another day keeps its keys.
        yield* put("23 hours")
        yield* store.submit({ id: "young", team: "team", kind: "batch", spec: {}, sealed: true, pages: [] })
        yield* put("1 hour")
        while ((yield* store.purge) > 0) continue
        assert.deepStrictEqual(yield* onDisk([...MARKERS, secret, hosts]), [])
        const left = yield* ask("SELECT job FROM job_keys")
        assert.deepStrictEqual(left.map(({ job }) => job), ["young"])

        // Without encryption the bytes of deleted rows stay: the search can fail.
        yield* store.submit({
          id: "plain",
          team: "team",
          kind: "batch",
          spec: { note: "leakspec9" },
          pages: [{ key: "a", url: "https://a.example/leakpath9" }]
        })
        yield* store.cancel({ team: "team", job: "plain" })
        yield* put("25 hours")
        while ((yield* store.purge) > 0) continue
        assert.deepStrictEqual(yield* onDisk(["leakspec9", "leakpath9"]), ["leakspec9", "leakpath9"])
      }).pipe(Effect.scoped, Effect.orDie)
  )
})
