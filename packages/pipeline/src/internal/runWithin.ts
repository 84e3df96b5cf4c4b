import * as FairSemaphore from "@dunlin/common/FairSemaphore"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Deadline from "../Deadline.ts"

/** Interrupts the work at the deadline, and then runs `orElse`. Synchronous work needs no timer. */
export const runWithin = <A, B, E, R, E2>(
  work: Effect.Effect<A, E, R>,
  caller: Fiber.Fiber<unknown, unknown>,
  options: {
    readonly milliseconds: number
    readonly team: string
    readonly services: (caller: Context.Context<never>) => Context.Context<R>
    readonly toAnswer: (value: A) => B
    readonly orElse: () => Effect.Effect<never, E2>
  }
): Effect.Effect<B, E | E2> => {
  const end = caller.getRef(Clock.Clock).currentTimeMillisUnsafe() + options.milliseconds
  const context = options.services(caller.context).pipe(
    Context.add(Deadline.Deadline, Math.min(caller.getRef(Deadline.Deadline), end)),
    Context.add(FairSemaphore.Tenant, options.team)
  )
  return Effect.callback<B, E | E2>((resume) => {
    const fork = Effect.runForkWith(context)
    const worker = fork(work)
    const answer = (exit: Exit.Exit<A, E>) => resume(Exit.map(exit, options.toAnswer))
    const done = worker.pollUnsafe()
    if (done !== undefined) {
      answer(done)
      return
    }
    const timer = fork(Effect.sleep(options.milliseconds))
    worker.addObserver((exit) => {
      timer.interruptUnsafe()
      answer(exit)
    })
    timer.addObserver((exit) => {
      if (exit._tag === "Success") {
        resume(Effect.andThen(Effect.uninterruptible(Fiber.interrupt(worker)), Effect.suspend(options.orElse)))
      }
    })
    return Fiber.interruptAll([worker, timer])
  })
}
