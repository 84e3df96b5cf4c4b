import { JobError, JobStore, SqliteJobStore } from "@dunlin/jobs"
import { assert, it } from "@effect/vitest"
import { Effect, Exit, Layer, Scope } from "effect"
import { TestClock } from "effect/testing"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import * as vitest from "vitest"
import type * as Owners from "../src/internal/owners.ts"
import type * as Sqlite from "../src/internal/sqlite.ts"
import type * as Store from "../src/internal/store.ts"

const internal = (name: string) => import(new URL(`../src/internal/${name}.ts`, import.meta.url).href)
const { watch }: typeof Owners = await internal("owners")
const { open }: typeof Sqlite = await internal("sqlite")
const { make }: typeof Store = await internal("store")

const folder = mkdtempSync(join(tmpdir(), "dunlin-owners-"))
vitest.afterAll(() => rmSync(folder, { recursive: true, maxRetries: 5 }))

const jobOf = (...keys: ReadonlyArray<string>) => ({
  id: "job",
  team: "t",
  kind: "batch" as const,
  spec: {},
  pages: keys.map((key) => ({ key, url: `https://site.example/${key}` }))
})

/** Claims all that there are, a second after the last time. */
const claim = Effect.gen(function*() {
  yield* TestClock.adjust("1 second")
  const store = yield* JobStore.JobStore
  const claims = yield* store.claim({ worker: "w", most: 9, lease: 15_000 })
  return claims.map(({ attempt, key }) => `${key} ${attempt}`).sort()
})

/** Another process that has so many pages. */
const owner = (file: string, most: number) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const child = spawn(process.execPath, [join(import.meta.dirname, "owner.ts"), file, String(most)], {
        stdio: ["ignore", "pipe", "inherit"]
      })
      const lines = createInterface({ input: child.stdout })
      assert.deepStrictEqual(await once(lines, "line"), [String(most)])
      const ended = once(child, "close")
      const kill = Effect.promise(() => {
        child.kill("SIGKILL")
        return ended
      })
      return { stop: () => child.kill("SIGSTOP"), kill }
    }),
    ({ kill }) => kill
  )

// The time of these tests stands still, long before any lease of the other process ends.
it.effect("claims the pages of a killed process immediately, but not those of a hanging one", () => {
  const file = join(folder, "killed.sqlite")
  return Effect.gen(function*() {
    const store = yield* JobStore.JobStore
    yield* store.submit(jobOf("a", "b", "c"))
    const other = yield* owner(file, 2)
    assert.deepStrictEqual(yield* claim, ["c 1"])
    other.stop()
    assert.deepStrictEqual(yield* claim, [])
    yield* other.kill
    assert.deepStrictEqual(yield* claim, ["a 2", "b 2"])
    assert.deepStrictEqual(yield* claim, [])
    assert.lengthOf(readdirSync(folder).filter((name) => name.includes("killed.sqlite-owner-")), 1)
  }).pipe(Effect.scoped, Effect.provide(SqliteJobStore.layer({ file })), Effect.orDie)
})

it.effect("leaves pages with the stores of its own process, and deletes the files of closed ones", () => {
  const file = join(folder, "shared.sqlite")
  const open = Effect.gen(function*() {
    const scope = yield* Scope.make()
    const services = yield* Layer.buildWithScope(SqliteJobStore.layer({ file }), scope)
    return { claim: Effect.provideContext(claim, services), close: Scope.close(scope, Exit.void), services }
  })
  return Effect.gen(function*() {
    const [one, other] = [yield* open, yield* open]
    yield* Effect.provideContext(JobStore.JobStore.use((store) => store.submit(jobOf("a"))), one.services)
    assert.deepStrictEqual(yield* one.claim, ["a 1"])
    assert.deepStrictEqual(yield* other.claim, [])
    yield* one.close
    assert.deepStrictEqual(yield* other.claim, [])
    yield* TestClock.adjust("15 seconds")
    assert.deepStrictEqual(yield* other.claim, ["a 2"])
    yield* other.close
    assert.isEmpty(readdirSync(folder).filter((name) => name.includes("shared.sqlite-owner-")))
  }).pipe(Effect.orDie)
})

it.effect("deletes the files of killed stores without pages", () => {
  const file = join(folder, "idle.sqlite")
  return Effect.gen(function*() {
    for (let turn = 0; turn < 2; turn++) {
      const other = yield* owner(file, 0)
      yield* other.kill
    }
    const living = yield* owner(file, 0)
    living.stop()
    assert.deepStrictEqual(yield* claim, [])
    assert.lengthOf(readdirSync(folder).filter((name) => name.includes("idle.sqlite-owner-")), 2)
  }).pipe(Effect.scoped, Effect.provide(SqliteJobStore.layer({ file })), Effect.orDie)
})

it.effect("claims its own pages even if it cannot see which processes ended", () => {
  const file = join(folder, "unseen.sqlite")
  return Effect.gen(function*() {
    const sql = yield* open({ file })
    const silent = new JobError.JobError({ reason: new JobError.StoreUnavailable({ cause: "none" }) })
    const store = yield* watch(make(sql, {}), { file, sql: { ...sql, transact: () => Effect.fail(silent) } })
    yield* store.submit(jobOf("a", "b"))
    assert.deepStrictEqual(yield* Effect.provideService(claim, JobStore.JobStore, store), ["a 1", "b 1"])
  }).pipe(Effect.scoped, Effect.orDie)
})
