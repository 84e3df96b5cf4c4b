import { type JobError, JobStore, PostgresJobStore, SqliteJobStore } from "@dunlin/jobs"
import { afterAll, assert, it } from "@effect/vitest"
import { Effect, type Layer, Redacted } from "effect"
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe } from "vitest"
import * as servers from "../../cache/test/servers.ts"
import { needing } from "../../common/test/components.ts"
import { runCommand } from "./commandLine.ts"

const folder = mkdtempSync(join(tmpdir(), "dunlin-operators-"))
afterAll(() => rmSync(folder, { recursive: true, maxRetries: 5 }))

/** `dunlin jobs` with these settings alone. */
const commandOf = (settings: Record<string, string>) => (...args: ReadonlyArray<string>) =>
  Effect.promise(() =>
    runCommand({ args: ["jobs", ...args], env: { PATH: process.env.PATH, HOME: folder, ...settings } })
  )

const pagesOf = (id: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({ key: String(at), url: `https://${id}.example/${at}` }))

const submit = (id: string, team: string, count: number) =>
  JobStore.JobStore.use((store) => store.submit({ id, team, kind: "batch", spec: {}, pages: pagesOf(id, count) }))

const claim = (most: number) => JobStore.JobStore.use((store) => store.claim({ worker: "w", most, lease: 3_600_000 }))

/** All that operators do with jobs, as another process of the same store sees it. */
const operates = (jobs: ReturnType<typeof commandOf>) =>
  Effect.gen(function*() {
    const store = yield* JobStore.JobStore
    const ok = Effect.fnUntraced(function*(...args: ReadonlyArray<string>) {
      const { code, stderr, stdout } = yield* jobs(...args)
      assert.strictEqual(code, 0, stderr)
      return stdout
    })
    yield* submit("one", "acme", 3)
    yield* submit("two", "beta", 1)
    const [page] = yield* claim(1)

    // pause and drain
    assert.match(yield* ok("pause", "--team", "acme"), /^Paused the jobs of team acme; 1 leased page will be completed/)
    assert.deepStrictEqual((yield* claim(10)).map(({ job }) => job), ["two"])
    const busy = yield* jobs("drain", "--all", "--timeout", "0s")
    assert.strictEqual(busy.code, 1)
    assert.match(busy.stderr, /2 pages are still leased by workers. The jobs stay paused/)
    assert.match(
      yield* ok("status"),
      /2 pages leased by workers[^]*Paused: the jobs of team acme since .*; all jobs since/
    )
    const failure = { _tag: "Failed", error: { code: "SCRAPE_TIMEOUT", message: "too late" }, credits: 0 } as const
    yield* store.settle({ claim: page!, outcome: failure })
    assert.match(yield* ok("drain", "--team", "acme"), /^Drained the jobs of team acme/)
    assert.match(
      yield* ok("list", "--team", "acme"),
      /^one: An operator has paused this job; its pages stay queued\.$/m
    )

    // resume
    assert.match(yield* ok("resume", "--all"), /^Resumed all jobs; still paused: the jobs of team acme since/)
    assert.deepStrictEqual(yield* claim(10), [])
    yield* ok("resume", "--team", "acme")
    const again = yield* jobs("resume", "--team", "acme")
    assert.strictEqual(again.code, 2)
    assert.match(again.stderr, /No pause to end for the jobs of team acme \(nothing is paused\)/)
    for (const claimed of yield* claim(10)) {
      yield* store.settle({ claim: claimed, outcome: { _tag: "Done", result: {}, credits: 0 } })
    }

    // retry
    assert.match(yield* ok("retry", "--job", "one", "--dry-run"), /^1 page of 1 job would be retried/)
    assert.match(yield* ok("retry", "--code", "SCRAPE_BLOCKED"), /^0 pages of 0 jobs queued for retry/)
    assert.deepInclude(JSON.parse(yield* ok("retry", "--job", "one", "--json")), { dryRun: false, jobs: 1, pages: 1 })
    const [retried] = yield* claim(10)
    assert.strictEqual(retried?.key, page!.key)
    yield* store.settle({ claim: retried!, outcome: { _tag: "Done", result: {}, credits: 0 } })

    // purge
    assert.match(yield* ok("purge", "--older-than", "1h", "--dry-run"), /^0 jobs with 0 pages would be deleted/)
    assert.match(yield* ok("purge", "--team", "acme", "--dry-run"), /^1 job with 3 pages would be deleted/)
    assert.match(yield* ok("purge", "--team", "acme"), /^1 job with 3 pages deleted/)
    assert.deepStrictEqual((yield* store.list({ limit: 10 })).map(({ id }) => id), ["two"])
  })

const over = (stores: Layer.Layer<JobStore.JobStore, JobError.JobError>, settings: Record<string, string>) =>
  operates(commandOf(settings)).pipe(Effect.provide(stores), Effect.orDie)

it.live("operators pause, drain, resume, retry, and delete jobs in a file that servers use", () => {
  const data = join(folder, "data")
  mkdirSync(data)
  return over(SqliteJobStore.layer({ file: join(data, "jobs.sqlite") }), { DUNLIN_DATA: data })
})

describe("over PostgreSQL", needing("PostgreSQL"), () => {
  it.live("operators do the same from another machine", () =>
    Effect.gen(function*() {
      const { url } = yield* servers.postgres({ durable: false })
      const address = Redacted.value(url)
      yield* over(PostgresJobStore.layer({ url, maxConnections: 2 }), {
        DUNLIN_DATA: join(folder, "elsewhere"),
        DUNLIN_DATABASE_URL: address
      })
    }).pipe(Effect.scoped))
})

it.live("commands that change jobs name them, and create no missing store", () =>
  Effect.gen(function*() {
    const empty = join(folder, "empty")
    const missing = yield* commandOf({ DUNLIN_DATA: empty })("status")
    assert.strictEqual(missing.code, 2)
    assert.include(missing.stderr, "No jobs in")
    assert.isFalse(existsSync(empty))
    const data = join(folder, "some")
    mkdirSync(data)
    yield* Effect.provide(submit("job", "acme", 1), SqliteJobStore.layer({ file: join(data, "jobs.sqlite") }))
    const jobs = commandOf({ DUNLIN_DATA: data })
    for (const command of ["pause", "resume", "drain", "retry", "purge"]) {
      const unnamed = yield* jobs(command)
      assert.strictEqual(unnamed.code, 2, command)
      assert.include(unnamed.stderr, "use --all")
      assert.strictEqual((yield* jobs(command, "--all", "--team", "acme")).code, 2, command)
      const help = yield* jobs(command, "--help")
      assert.strictEqual(help.code, 0)
      assert.include(help.stdout, `dunlin jobs ${command}`)
    }
    assert.include((yield* jobs("purge", "--state", "running")).stderr, "only ended jobs can be deleted")
    assert.strictEqual((yield* jobs("pause", "--team", "acme", "--job", "job")).code, 2)
    assert.strictEqual((yield* jobs("drain", "--all", "--timeout", "soon")).code, 2)
  }))
