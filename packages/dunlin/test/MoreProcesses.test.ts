import { JobStore } from "@dunlin/jobs"
import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Scope } from "effect"
import { TestClock } from "effect/testing"
import type * as MoreProcesses from "../src/internal/serve/moreProcesses.ts"
import type * as Shares from "../src/internal/settings/shares.ts"

const { run }: typeof MoreProcesses = await import(
  new URL("../src/internal/serve/moreProcesses.ts", import.meta.url).href
)

const shares: typeof Shares = await import(new URL("../src/internal/settings/shares.ts", import.meta.url).href)

/** Processes that exist only in the test, beside a store with `queued` pages. */
const machine = Effect.fnUntraced(function*(max: number) {
  const store = yield* JobStore.JobStore
  const state = { queued: 0 }
  const said: Array<string> = []
  const divided: Array<number> = []
  const processes: Array<{ readonly end: (why: string) => void; readonly work: () => void }> = []
  const scope = yield* Scope.make()
  yield* run({
    max,
    divideAmong: (processes) => void divided.push(processes),
    start: () => {
      const works = Deferred.makeUnsafe<void>()
      const ended = Deferred.makeUnsafe<string>()
      const name = `process ${processes.length + 1}`
      const end = (why: string) => void Deferred.doneUnsafe(ended, Effect.succeed(why))
      processes.push({ end, work: () => void Deferred.doneUnsafe(works, Effect.void) })
      said.push(`${name} starts`)
      return {
        pid: processes.length,
        works,
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
  return { state, said, divided, processes, pass, close: Scope.close(scope, Exit.void) }
}, Effect.provide(JobStore.layerMemory()))

it.effect("starts processes one by one while pages are queued", () =>
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

it.effect("starts none for jobs whose pages all run", () =>
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

it("divides concurrent pages among the running processes", () => {
  for (
    const [workers, max, working, own, each] of [
      [8, 0, 0, 8, 8],
      [8, 1, 0, 8, 4],
      [8, 1, 1, 4, 4],
      [8, 2, 1, 6, 2],
      [8, 2, 2, 4, 2],
      [1, 3, 3, 1, 1]
    ] as const
  ) {
    const divided = shares.make(workers, max)
    divided.divideAmong(working)
    assert.deepStrictEqual([divided.own(), divided.each], [own, each])
  }
})

it.effect("counts a process only after its start", () =>
  Effect.gen(function*() {
    const { close, divided, pass, processes, state } = yield* machine(1)
    Object.assign(state, { queued: 100 })
    yield* pass(3)
    assert.deepStrictEqual([processes.length, divided], [1, []])
    processes[0]!.work()
    yield* pass(1)
    assert.deepStrictEqual(divided, [1])
    processes[0]!.end("SIGKILL")
    yield* pass(1)
    assert.deepStrictEqual(divided, [1, 0])
    // One that ends before it works never has a share.
    yield* pass(12)
    processes[1]!.end("exit code 2")
    yield* pass(1)
    assert.deepStrictEqual(divided, [1, 0])
    yield* close
  }))

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

it.effect("restarts a failed process after a pause that doubles", () =>
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
