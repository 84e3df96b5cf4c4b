/**
 * A pool of parser processes.
 *
 * A worker thread does not bound the memory of a parser (buffers are outside its limits) and an in-process native
 * parser takes the host down with it, so every document is parsed in a child process with a memory limit and without
 * the host's environment, and a child that does not answer is killed.
 */
import type * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"
import type * as PdfError from "../../PdfError.ts"
import * as Lanes from "./lanes.ts"
import * as Parser from "./parser.ts"

export type Pool = {
  /**
   * Runs one job on a process of its own; a spare one is kept ready beside those that work. A job that fails or is
   * interrupted takes its process with it. A job that takes its time may be run twice.
   */
  readonly use: <A>(
    job: (child: Parser.Child) => Effect.Effect<A, PdfError.Reason>
  ) => Effect.Effect<A, PdfError.Reason>
}

export type Options = Parser.Options & {
  /** Jobs at a time; as many again that take their time go on beside them. */
  readonly size: number
  /** Milliseconds after which an idle process beyond the first one is ended. */
  readonly idle: number
}

type Waiter = {
  readonly give: (child: Parser.Child) => void
  readonly fail: (cause: Cause.Cause<PdfError.Reason>) => void
}

export const make = Effect.fnUntraced(function*(options: Options): Effect.fn.Return<Pool, never, Scope.Scope> {
  const scope = yield* Effect.scope
  const lanes = yield* Lanes.make(options.size)
  const idle: Array<Parser.Child> = []
  let pause: NodeJS.Timeout | undefined
  const all = new Set<Parser.Child>()
  let closed = false

  const kill = (child: Parser.Child): void => {
    all.delete(child)
    child.kill()
  }

  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      closed = true
      clearTimeout(alarm)
      clearTimeout(pause)
      for (const child of all) kill(child)
    })
  )

  /** An idle one, if there is any: the one that has done most, because its code is compiled. */
  const best = (): Parser.Child | undefined => {
    while (idle.length > 0) {
      const most = idle.reduce((best, child) => child.jobs > best.jobs ? child : best)
      idle.splice(idle.indexOf(most), 1)
      if (most.isAlive()) return most
      kill(most)
    }
    return undefined
  }

  const rest = (child: Parser.Child): void => {
    child.keepsHost(false)
    idle.push(child)
    clearTimeout(pause)
    // when nothing has happened for a while, one is enough
    pause = setTimeout(() => {
      const kept = best()
      for (const other of idle.splice(0)) kill(other)
      if (kept !== undefined) idle.push(kept)
    }, options.idle).unref()
  }

  // those who wait for a process, and processes on their way; who gives up leaves his to the next, or as a spare
  const wanted: Array<Waiter> = []
  let starting = 0

  const supply = (child: Parser.Child): void => {
    const next = wanted.shift()
    if (next === undefined) rest(child)
    else next.give(child)
  }

  const begin = Effect.suspend(() => {
    starting++
    return Parser.start(options).pipe(
      Effect.onExit((exit) =>
        Effect.sync(() => {
          starting--
          if (Exit.isSuccess(exit)) {
            all.add(exit.value)
            if (closed) kill(exit.value)
            else supply(exit.value)
          } else wanted.shift()?.fail(exit.cause)
        })
      ),
      Effect.ignore,
      Effect.forkIn(scope)
    )
  })

  const take = Effect.suspend(() => {
    let given = best()
    if (given !== undefined) return Effect.succeed(given)
    let waiter: Waiter | undefined
    return Effect.callback<void, PdfError.Reason>((resume) => {
      waiter = {
        give: (child) => {
          given = child
          resume(Effect.void)
        },
        fail: (cause) => resume(Effect.failCause(cause))
      }
      wanted.push(waiter)
    }).pipe(
      (wait) => starting > wanted.length ? wait : Effect.andThen(begin, wait),
      Effect.onInterrupt(() =>
        Effect.sync(() => {
          const index = wanted.findIndex((other) => other === waiter)
          if (index >= 0) wanted.splice(index, 1)
          if (given !== undefined) supply(given)
        })
      ),
      Effect.map(() => given!)
    )
  })

  // A document that takes its time may be one that ends its process, and who sends one such sends more: the next request
  // must not wait for a new process.
  let alarm: NodeJS.Timeout | undefined
  const raise = () => {
    clearTimeout(alarm)
    alarm = setTimeout(() => {
      alarm = undefined
    }, options.idle).unref()
  }

  const spare = Effect.suspend(() =>
    idle.length > 0 && (alarm === undefined || all.size > 1) || starting > wanted.length ||
      all.size > options.size * 2 || closed
      ? Effect.void
      : begin
  )

  const release = (child: Parser.Child, good: boolean) =>
    Effect.suspend(() => {
      child.jobs++
      // a leak of a parser must not add up
      if (good && child.isAlive() && !closed && child.resident < options.memory * 0.6) {
        supply(child)
        return alarm === undefined ? Effect.void : spare
      }
      kill(child)
      if (!closed) raise()
      return spare
    })

  return {
    use: (job) =>
      lanes.run((turn) =>
        Effect.uninterruptibleMask((restore) =>
          Effect.gen(function*() {
            const child = yield* restore(take)
            child.keepsHost(true)
            turn.onMove = child.lower
            yield* turn.begin
            if (turn.beside) yield* child.lower
            const ahead = yield* Effect.forkIn(
              Effect.andThen(Effect.sleep(alarm === undefined ? 200 : 0), spare),
              scope
            )
            return yield* restore(job(child)).pipe(
              Effect.onExit(Effect.fnUntraced(function*(exit) {
                yield* Fiber.interrupt(ahead)
                yield* release(child, Exit.isSuccess(exit) && (!turn.beside || (yield* child.raise)))
              }))
            )
          })
        )
      )
  }
})
