/**
 * Starts additional processes that read job pages while pages are queued. A process does most of its work on one
 * processor, so a crawl that is limited by CPU time is faster with one process per processor.
 */
import * as Background from "@dunlin/common/Background"
import * as Hurry from "@dunlin/common/Hurry"
import { JobStore } from "@dunlin/jobs/JobStore"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"

export interface Started {
  readonly pid: number | undefined
  readonly works: Deferred.Deferred<void>
  readonly ended: Deferred.Deferred<string>
  readonly stop: () => void
  readonly kill: () => void
}

export interface Options {
  readonly max: number
  readonly start: () => Started
  readonly divideAmong: (processes: number) => void
}

const pace = {
  /** A start costs more than a second of CPU time. */
  queuedSeconds: 3,
  idleSeconds: 60,
  secondsAfterFailure: 10,
  maxSecondsAfterFailure: 600,
  stop: "24 seconds"
} as const

export const run = Effect.fnUntraced(function*(
  { divideAmong, max, start }: Options
): Effect.fn.Return<void, never, JobStore | Scope.Scope> {
  const store = yield* JobStore
  const running = new Set<Started>()
  const working = new Set<Started>()
  const stopping = new Set<Started>()
  let queuedSeconds = 0
  let idleSeconds = 0
  let failures = 0
  let notBefore = 0
  let isEnding = false

  const stopAll = () => {
    for (const one of running) {
      stopping.add(one)
      one.stop()
    }
    running.clear()
  }

  /** A process that ends without a request has failed. Other processes then work on its pages. */
  const watch = Effect.fnUntraced(function*(one: Started) {
    const why = yield* Deferred.await(one.ended)
    stopping.delete(one)
    if (working.delete(one)) divideAmong(working.size)
    if (!running.delete(one)) return
    const wait = Math.min(pace.maxSecondsAfterFailure, pace.secondsAfterFailure * 2 ** failures++)
    notBefore = (yield* Clock.currentTimeMillis) + wait * 1000
    yield* Effect.annotateLogs(Effect.logWarning(`a worker process failed; another one can start in ${wait} s`), {
      why
    })
  })

  const share = Effect.fnUntraced(function*(one: Started) {
    yield* Deferred.await(one.works)
    if (!running.has(one)) return
    working.add(one)
    divideAmong(working.size)
  })

  const second = Effect.gen(function*() {
    const depth = yield* Effect.option(store.depth())
    if (Option.isNone(depth)) return
    const { queued, running: leased } = depth.value
    queuedSeconds = queued > 0 ? queuedSeconds + 1 : 0
    idleSeconds = queued + leased > 0 ? 0 : idleSeconds + 1
    if (running.size > 0 && idleSeconds >= pace.idleSeconds) {
      failures = 0
      return stopAll()
    }
    const isWanted = queuedSeconds >= pace.queuedSeconds && running.size < max && !isEnding
    if (!isWanted || (yield* Clock.currentTimeMillis) < notBefore) return
    queuedSeconds = 0
    const one = start()
    running.add(one)
    yield* Effect.forkScoped(watch(one))
    yield* Effect.forkScoped(share(one))
    yield* Effect.annotateLogs(
      Effect.logInfo(`a further worker process starts for queued pages (${running.size} of ${max})`),
      { process: one.pid }
    )
  })

  const end = () => {
    isEnding = true
    stopAll()
  }
  // On a signal, the additional processes stop immediately, while this process completes its requests.
  yield* Effect.acquireRelease(
    Effect.sync(() => process.on("SIGINT", end).on("SIGTERM", end)),
    () => Effect.sync(() => process.off("SIGINT", end).off("SIGTERM", end))
  )
  const allEnded = Effect.suspend(() => {
    end()
    const ended = (one: Started) => Effect.andThen(Deferred.await(one.ended), Effect.sync(() => stopping.delete(one)))
    return Effect.forEach([...stopping], ended, { concurrency: "unbounded", discard: true })
  })
  yield* Effect.addFinalizer(() =>
    Effect.andThen(
      Hurry.skipping(Effect.timeoutOption(allEnded, pace.stop)),
      Effect.sync(() => {
        for (const { kill } of stopping) kill()
      })
    )
  )
  yield* Effect.forkScoped(Background.quietly(Effect.forever(Effect.delay(second, "1 second"))))
})
