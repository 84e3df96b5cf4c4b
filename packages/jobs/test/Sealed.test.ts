// Encrypted jobs over a store that keeps what it is given: they do what other jobs do, and nothing of them can be read.
import { type Job, JobStore, SqliteJobStore } from "@dunlin/jobs"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type * as CipherModule from "../src/internal/sealing/cipher.ts"
import type * as KeysModule from "../src/internal/sealing/keys.ts"
import type * as RingModule from "../src/internal/sealing/ring.ts"
import type * as SealedModule from "../src/internal/sealing/sealed.ts"
import type * as ChecksModule from "../src/internal/suites/checks.ts"
import { busyJob, MARKERS } from "./busyJob.ts"

const internal = (name: string) => import(new URL(`../src/internal/${name}.ts`, import.meta.url).href)
const Cipher: typeof CipherModule = await internal("sealing/cipher")
const Ring: typeof RingModule = await internal("sealing/ring")
const suites = ["life", "leases", "versions", "turns", "addresses", "retention"]
const checks: ReadonlyArray<ChecksModule.Check> =
  (await Promise.all(suites.map(async (name) => (await internal(`suites/${name}`))[name]))).flat()
const { seal }: typeof SealedModule = await internal("sealing/sealed")

/** Keys without a database. */
const keysInMemory = (): KeysModule.Keys & { readonly known: Map<string, CipherModule.Secrets> } => {
  const known = new Map<string, CipherModule.Secrets>()
  const hosts = Cipher.drawSecret()
  return {
    known,
    create: (job) =>
      Effect.sync(() => {
        const secrets = known.get(job) ?? { job: Cipher.drawSecret(), hosts }
        known.set(job, secrets)
        return secrets
      }),
    find: (jobs) =>
      Effect.sync(() =>
        new Map(jobs.flatMap((job) => {
          const secrets = known.get(job)
          return secrets === undefined ? [] : [[job, secrets] as const]
        }))
      ),
    destroy: Effect.void,
    restore: (all) => Effect.sync(() => all)
  }
}

/** Encrypts every job, whatever it says. Turns of hosts are those of the newest. */
const sealing = (store: JobStore.JobStore["Service"], keys: KeysModule.Keys): JobStore.JobStore["Service"] => {
  const sealed = seal(store, Ring.make(keys))
  let job: string | undefined
  return {
    ...sealed,
    submit: (given) => {
      job = given.id
      return sealed.submit({ ...given, sealed: true })
    },
    pace: (request) => sealed.pace({ ...request, job }),
    rest: (request) => sealed.rest({ ...request, job }),
    takeTurn: (request) => sealed.takeTurn({ ...request, job }),
    returnTurn: (request) => sealed.returnTurn({ ...request, job })
  }
}

const opened = (limits?: JobStore.Limits) =>
  Layer.effect(
    JobStore.JobStore,
    Effect.map(
      Layer.build(JobStore.layerMemory(limits)),
      (context) => sealing(Context.get(context, JobStore.JobStore), keysInMemory())
    )
  )

/** Ciphertexts have an order and a length of their own. */
const depends = new Set([
  "returns results in the order of completion, in pages",
  "alternates between the hosts of a job",
  "reports the omitted URLs of a job after its last page",
  "records at most as many omitted URLs as a job may have pages, and reports that there are more"
])

describe("a store of encrypted jobs", () => {
  for (const [title, body, limits] of checks.filter(([title]) => !depends.has(title))) {
    it.effect(title, () => Effect.orDie(Effect.provide(Effect.provide(body, opened(limits)), TestClock.layer())))
  }
})

it.effect("writes an encrypted job as ciphertext, and reads it again", () =>
  Effect.gen(function*() {
    const folder = yield* Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "dunlin-sealed-"))),
      (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
    )
    const leaks = () =>
      readdirSync(folder).flatMap((file) => {
        const bytes = readFileSync(join(folder, file), "latin1")
        return MARKERS.filter((marker) => bytes.includes(marker)).map((marker) => `${file}: ${marker}`)
      })
    const context = yield* Layer.build(SqliteJobStore.layer({ file: join(folder, "jobs.sqlite") }))
    const store = Context.get(context, JobStore.JobStore)
    const keys = keysInMemory()
    const found = yield* busyJob(sealing(store, keys), "busy")
    assert.deepStrictEqual(leaks(), [])
    // a process that has not seen the job before
    const other = seal(store, Ring.make(keys))
    const target = { team: "team", job: "busy" }
    const { results } = yield* other.results({ ...target, skip: 0, limit: 10, maxBytes: 1e6 })
    assert.deepStrictEqual(results, found.results)
    assert.deepStrictEqual(yield* other.failures({ ...target, limit: 10 }), found.failures)
    assert.deepStrictEqual(yield* other.get(target), found.job)
    for (const marker of MARKERS) assert.include(JSON.stringify(found), marker)
    // the same without encryption is all there: the search above can fail
    yield* busyJob(store, "plain")
    assert.strictEqual(new Set(leaks().map((leak) => leak.replace(/.*: /, ""))).size, MARKERS.length)
  }).pipe(Effect.scoped, Effect.orDie))

it.effect("fails pages whose key is lost, and rejects the job", () =>
  Effect.gen(function*() {
    const context = yield* Layer.build(JobStore.layerMemory())
    const store = Context.get(context, JobStore.JobStore)
    const keys = keysInMemory()
    yield* sealing(store, keys).submit({
      id: "lost",
      team: "team",
      kind: "batch",
      spec: {},
      pages: [{ key: "a", url: "https://a.example/" }]
    })
    keys.known.clear()
    const other = seal(store, Ring.make(keys))
    const claim = other.claim({ worker: "w", most: 1, lease: 60_000 })
    const target = { team: "team", job: "lost" }
    const reason = Effect.map(Effect.flip(other.get(target)), ({ reason }) => reason._tag)
    assert.strictEqual(yield* reason, "StoreUnavailable")
    assert.deepStrictEqual(yield* claim, [])
    assert.strictEqual((yield* store.get(target)).state, "running" satisfies Job.State)
    yield* TestClock.adjust("3 minutes")
    assert.deepStrictEqual(yield* claim, [])
    const { state, warning } = yield* store.get(target)
    assert.strictEqual(state, "failed" satisfies Job.State)
    assert.include(warning, "(JOB_KEY_LOST)")
    assert.strictEqual(yield* reason, "UnknownJob")
  }).pipe(Effect.scoped, Effect.orDie))
