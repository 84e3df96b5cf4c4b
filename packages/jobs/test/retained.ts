// A server that takes ten jobs a second for a time, by a virtual clock: what is read, and what is on the disk, after that.
import { JobStore, SqliteJobStore } from "@dunlin/jobs"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type * as Purging from "../src/internal/purging.ts"

const { purging }: typeof Purging = await import(new URL("../src/internal/purging.ts", import.meta.url).href)

const MARKER = "textofazdrpage"
const SECOND = 1000
const MINUTE = 60 * SECOND

interface Report {
  readonly jobs: number
  /** Reads of expired jobs that were answered. */
  readonly readable: number
  readonly reads: number
  /** Longest time in milliseconds between the end of a job and its deletion, as the metric says. */
  readonly lag: number
  /** Jobs that are left ten minutes after the last expired, and files with text of their pages. */
  readonly left: number
  readonly leaks: number
  readonly bytes: number
}

export const run = ({ minutes, perSecond, retention }: {
  readonly minutes: number
  readonly perSecond: number
  /** Milliseconds. */
  readonly retention: number
}): Effect.Effect<Report> =>
  Effect.gen(function*() {
    const folder = yield* Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "retained-"))),
      (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
    )
    const files = () => readdirSync(folder).map((file) => join(folder, file))
    return yield* Effect.gen(function*() {
      const store = yield* JobStore.JobStore
      yield* Effect.forkScoped(purging(store))
      const ends: Array<{ readonly job: string; readonly at: number }> = []
      let readable = 0
      let reads = 0
      let lag = 0
      let now = 0
      const look = Effect.gen(function*() {
        const { expired } = yield* store.depth()
        if (expired !== undefined) lag = Math.max(lag, now - expired)
        // those that have just expired, those that did long ago, and some between
        const gone = ends.filter(({ at }) => at + retention <= now)
        for (const { job } of [...gone.slice(-5), ...gone.slice(0, 5), ...gone.filter((_, at) => at % 997 === 0)]) {
          const target = { team: "t", job }
          reads++
          const read = yield* Effect.option(store.results({ ...target, skip: 0, limit: 1, maxBytes: 1e6 }))
          if (read._tag === "Some") readable++
        }
      })
      const step = Effect.fnUntraced(function*() {
        yield* TestClock.adjust(SECOND)
        now += SECOND
      })
      for (let second = 0; second < minutes * 60; second++) {
        yield* Effect.forEach(Array.from({ length: perSecond }), (_, at) => {
          const id = `${second}-${at}`
          const pages = [{ key: "a", url: `https://h${at}.example/` }]
          ends.push({ job: id, at: now })
          return store.submit({ id, team: "t", kind: "batch", spec: {}, retention, ephemeral: true, pages })
        }, { concurrency: "unbounded" })
        const claims = yield* store.claim({ worker: "w", most: perSecond, lease: MINUTE })
        yield* Effect.forEach(
          claims,
          (claim) => store.settle({ claim, outcome: { _tag: "Done", result: MARKER.repeat(20), credits: 1 } }),
          { concurrency: "unbounded" }
        )
        yield* step()
        if (second % 10 === 0) yield* look
      }
      for (let second = 0; second < (retention + 10 * MINUTE) / SECOND; second += 10) {
        yield* TestClock.adjust(10 * SECOND)
        now += 10 * SECOND
        yield* look
      }
      const left = (yield* store.list({ team: "t", limit: 1000 })).length +
        ((yield* store.depth()).expired === undefined ? 0 : 1)
      const leaks = files().filter((file) => readFileSync(file, "latin1").includes(MARKER)).length
      const bytes = files().reduce((sum, file) => sum + statSync(file).size, 0)
      return { jobs: ends.length, readable, reads, lag, left, leaks, bytes }
    }).pipe(Effect.provide(SqliteJobStore.layer({ file: join(folder, "jobs.sqlite"), mostPerHost: 10_000 })))
  }).pipe(Effect.scoped, Effect.orDie)
