import { JobStore, SqliteJobStore } from "@dunlin/jobs"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"
import { runCommand } from "./commandLine.ts"

const folder = mkdtempSync(join(tmpdir(), "dunlin-jobs-command-"))
afterAll(() => rmSync(folder, { recursive: true, maxRetries: 5 }))

const run = (args: ReadonlyArray<string>, data = folder) =>
  Effect.promise(() =>
    runCommand({ args: ["jobs", ...args], env: { PATH: process.env.PATH, HOME: folder, DUNLIN_DATA: data } })
  )

const pagesOf = (host: string) => [1, 2].map((at) => ({ key: `${host}/${at}`, url: `https://${host}/${at}` }))

it.live("jobs shows the jobs of all teams with their state and workers, and cancels one", () =>
  Effect.gen(function*() {
    const none = yield* run(["list"], join(folder, "none"))
    assert.strictEqual(none.code, 2)
    assert.include(none.stderr, "No jobs in")
    const submitted = Effect.gen(function*() {
      const store = yield* JobStore.JobStore
      yield* store.submit({
        id: "one",
        team: "acme",
        kind: "crawl",
        spec: {},
        delay: 600_000,
        pages: pagesOf("a.example")
      })
      yield* store.submit({ id: "two", team: "local", kind: "batch", spec: {}, pages: pagesOf("b.example") })
      assert.strictEqual((yield* store.claim({ worker: "box:1:x", most: 1, lease: 3_600_000 })).length, 1)
    })
    yield* Effect.provide(submitted, SqliteJobStore.layer({ file: join(folder, "jobs.sqlite") }))
    const held = yield* run(["turns"])
    assert.strictEqual(held.code, 0, held.stderr)
    const lines = held.stdout.trim().split("\n")
    assert.strictEqual(lines.length, 2)
    assert.match(lines[1]!, /box:1:x +acme +one +https:\/\/a\.example\/1 +1 +3\d\d\d s$/)
    const listed = yield* run(["list"])
    assert.match(listed.stdout, /^one +acme +crawl +running +\S+Z +0 +2 +1 +1 +0$/m)
    assert.match(listed.stdout, /^two +local +batch +running +\S+Z +0 +2 +0 +2 +0$/m)
    assert.match(listed.stdout, /^one: next page in \d+ s: one request to a\.example every 600 s$/m)
    const ofTeam = yield* run(["list", "--team", "acme", "--json"])
    assert.deepStrictEqual(JSON.parse(ofTeam.stdout).map(({ id }: { id: string }) => id), ["one"])
    assert.strictEqual((yield* run(["cancel", "one"])).code, 2)
    const cancelled = yield* run(["cancel", "one", "--team", "acme"])
    assert.strictEqual(cancelled.stdout.trim(), "crawl one is cancelled: 0 pages done, 2 cancelled")
    assert.strictEqual((yield* run(["turns"])).stdout.trim(), "No page is leased by a worker.")
    assert.notMatch((yield* run(["list"])).stdout, /^one /m)
  }))
