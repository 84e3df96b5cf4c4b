import { JobStore } from "@dunlin/jobs"
import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Scope } from "effect"
import { TestClock } from "effect/testing"
import type * as MoreProcesses from "../src/internal/serve/moreProcesses.ts"
import type * as Shares from "../src/internal/settings/shares.ts"

const { run }: typeof MoreProcesses = await import(
  new URL("../src/internal/serve/moreProcesses.ts", import.meta.url).href
)

const { sharesOf }: typeof Shares = await import(new URL("../src/internal/settings/shares.ts", import.meta.url).href)

/** Processes that exist only in the test, beside a store with `queued` pages. */
const machine = Effect.fnUntraced(function*(max: number) {
  const store = yield* JobStore.JobStore
  const state = { queued: 0 }
  const said: Array<string> = []
  const processes: Array<{ readonly end: (why: string) => void }> = []
  const scope = yield* Scope.make()
  yield* run({
    max,
    start: () => {
      const ended = Deferred.makeUnsafe<string>()
      const name = `process ${processes.length + 1}`
      const end = (why: string) => void Deferred.doneUnsafe(ended, Effect.succeed(why))
      processes.push({ end })
      said.push(`${name} starts`)
      return {
        pid: processes.length,
        ended,
        stop: () => {
          said.push(`${name} stops`)
          end("exit code 0")
        },
        kill: () => said.push(`${name} is killed`)
      }
    }
  }).pipe(
    Scope.provide(scope),
    Effect.provideService(JobStore.JobStore, {
      ...store,
      depth: () =>
        Effect.sync(() => {
          return {
            jobs: 1,
            queued: state.queued,
            running: 0,
            events: 0,
            pauses: 0,
            oldest: undefined,
            expired: undefined
          }
        })
    })
  )
  const pass = (seconds: number) =>
    Effect.forEach(Array.from({ length: seconds }), () => TestClock.adjust("1 second"), { discard: true })
  return { state, said, processes, pass, close: Scope.close(scope, Exit.void) }
}, Effect.provide(JobStore.layerMemory()))

it.effect("starts processes one after the other while pages are queued", () =>
  Effect.gen(function*() {
    const { close, pass, said, state } = yield* machine(2)
    Object.assign(state, { queued: 100 })
    yield* pass(2)
    assert.deepStrictEqual(said, [])
    yield* pass(1)
    assert.deepStrictEqual(said, ["process 1 starts"])
    yield* pass(20)
    assert.deepStrictEqual(said, ["process 1 starts", "process 2 starts"])
    yield* close
    assert.deepStrictEqual(said.slice(2), ["process 1 stops", "process 2 stops"])
  }))

it.effect("starts none for jobs whose pages are all read at once", () =>
  Effect.gen(function*() {
    const { close, pass, said, state } = yield* machine(2)
    for (let round = 0; round < 5; round++) {
      Object.assign(state, { queued: 8 })
      yield* pass(2)
      Object.assign(state, { queued: 0 })
      yield* pass(1)
    }
    assert.deepStrictEqual(said, [])
    yield* close
  }))

it("divides the pages that are read in parallel among the processes", () => {
  assert.deepStrictEqual(sharesOf(8, 0), { own: 8, each: 8 })
  assert.deepStrictEqual(sharesOf(8, 1), { own: 4, each: 4 })
  assert.deepStrictEqual(sharesOf(8, 2), { own: 4, each: 2 })
  assert.deepStrictEqual(sharesOf(1, 3), { own: 1, each: 1 })
})

it.effect("stops them after a minute without job pages", () =>
  Effect.gen(function*() {
    const { close, pass, said, state } = yield* machine(1)
    Object.assign(state, { queued: 100 })
    yield* pass(3)
    Object.assign(state, { queued: 0 })
    yield* pass(59)
    assert.deepStrictEqual(said, ["process 1 starts"])
    yield* pass(1)
    assert.deepStrictEqual(said, ["process 1 starts", "process 1 stops"])
    yield* close
    assert.strictEqual(said.length, 2)
  }))

it.effect("replaces a process that failed, after a wait that doubles", () =>
  Effect.gen(function*() {
    const { close, pass, processes, said, state } = yield* machine(1)
    Object.assign(state, { queued: 100 })
    yield* pass(3)
    processes[0]!.end("SIGKILL")
    yield* pass(9)
    assert.strictEqual(said.length, 1)
    yield* pass(2)
    assert.deepStrictEqual(said, ["process 1 starts", "process 2 starts"])
    processes[1]!.end("exit code 2")
    yield* pass(19)
    assert.strictEqual(said.length, 2)
    yield* pass(2)
    assert.strictEqual(said.length, 3)
    yield* close
  }))
