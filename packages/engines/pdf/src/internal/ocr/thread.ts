/**
 * Runs jobs in one worker thread with a timeout per job. The event loop stays free, and a job that hangs ends with
 * its thread.
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import { Worker } from "node:worker_threads"

const HEAP = { old: 1024, young: 24 }

const START_TIMEOUT_MS = 60_000

const IDLE_MILLISECONDS = 60_000

type Reply<Answer> = "ready" | { readonly answer: Answer } | { readonly failed: true }

export interface Thread<Job, Answer> {
  /**
   * Runs a job in the thread. Fails if the job throws, exceeds the timeout, or ends the thread. An interruption ends
   * the thread.
   */
  readonly run: (job: Job) => Effect.Effect<Answer, "ended">
}

export const make = <Job, Answer>(
  entry: URL | undefined,
  milliseconds: number
): Effect.Effect<Thread<Job, Answer>, never, Scope.Scope> =>
  Effect.gen(function*() {
    const turn = yield* Semaphore.make(1)
    let worker: Worker | undefined
    let isReady = false
    let idle: NodeJS.Timeout | undefined

    const end = () => {
      clearTimeout(idle)
      const ended = worker
      worker = undefined
      isReady = false
      return ended?.terminate()
    }
    const start = (): Worker | undefined => {
      if (entry === undefined) return undefined
      const { old, young } = HEAP
      // Options of the process, such as `--input-type`, would be wrong for the thread's entry.
      const started = new Worker(entry, {
        execArgv: [],
        resourceLimits: { maxOldGenerationSizeMb: old, maxYoungGenerationSizeMb: young }
      })
      // Without a listener, an error of the thread would end the process.
      return started.on("error", () => {})
    }
    const ask = (job: Job) =>
      Effect.callback<Answer, "ended">((resume) => {
        clearTimeout(idle)
        const current = worker ??= start()
        if (current === undefined) return resume(Effect.fail("ended"))
        const stop = () => {
          clearTimeout(timer)
          current.off("message", hear).off("exit", fail).unref()
        }
        const fail = () => {
          stop()
          void end()
          resume(Effect.fail("ended"))
        }
        const hear = (reply: Reply<Answer>) => {
          if (reply === "ready") {
            isReady = true
            clearTimeout(timer)
            timer = setTimeout(fail, milliseconds)
            return
          }
          stop()
          idle = setTimeout(end, IDLE_MILLISECONDS).unref()
          resume("answer" in reply ? Effect.succeed(reply.answer) : Effect.fail("ended"))
        }
        let timer = setTimeout(fail, isReady ? milliseconds : START_TIMEOUT_MS)
        current.on("message", hear).on("exit", fail).ref()
        current.postMessage(job, [])
        return Effect.sync(() => {
          stop()
          void end()
        })
      })

    yield* Effect.addFinalizer(() => Effect.promise(async () => void await end()))
    return { run: (job) => turn.withPermit(ask(job)) }
  })
