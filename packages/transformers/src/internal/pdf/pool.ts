/**
 * A pool of parser processes.
 *
 * A worker thread does not bound the memory of a parser (buffers are outside its limits) and an in-process native
 * parser takes the host down with it, so every document is parsed in a child process with a memory limit and without
 * the host's environment, and a child that does not answer is killed. `turns.ts` says who comes next.
 */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberSet from "effect/FiberSet"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import type * as PdfError from "../../PdfError.ts"
import * as Parser from "./parser.ts"
import * as Turns from "./turns.ts"

export type Pool = {
  /**
   * Runs one job on a process of its own. A job that fails or is interrupted takes its process with it. A job that takes
   * its time may be run twice.
   */
  readonly use: <A>(
    job: (child: Parser.Child) => Effect.Effect<A, PdfError.Reason>
  ) => Effect.Effect<A, PdfError.Reason>
}

export type Options = Parser.Options & {
  /** Jobs at a time; as many again that take their time go on beside them. */
  readonly size: number
  /**
   * Milliseconds after which idle processes beyond two are ended. The second one, which lets a document pass another that
   * takes its time, is kept ten times as long.
   */
  readonly idle: number
}

/** One for each job, however often it is sent back. */
type Ticket = Turns.Ticket & {
  give: (run: Run) => void
  fail: (reason: PdfError.Reason) => void
}

type Run = Turns.Run & {
  readonly child: Parser.Child
  readonly sendBack: Effect.Effect<unknown>
  readonly sentBack: Effect.Effect<void>
}

const remove = <A>(list: Array<A>, item: A): void => {
  const index = list.indexOf(item)
  if (index >= 0) list.splice(index, 1)
}

export const make = Effect.fnUntraced(function*(options: Options): Effect.fn.Return<Pool, never, Scope.Scope> {
  const fork = yield* FiberSet.makeRuntime<never, unknown, never>()
  const turns = Turns.make(options.size)
  // a process that cannot be raised again is lost to others, which costs more than a job that goes on for a while
  const patience = Parser.canRaise() ? 0 : 4 * Turns.moment
  const all = new Set<Parser.Child>()
  const idle: Array<Parser.Child> = []
  let starting = 0
  let startsFail = false
  let jobs = 0
  let alarmedUntil = 0
  let closed = false
  let timer: NodeJS.Timeout | undefined
  let firstPause: NodeJS.Timeout | undefined
  let secondPause: NodeJS.Timeout | undefined

  const kill = (child: Parser.Child): void => {
    all.delete(child)
    child.kill()
  }

  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      closed = true
      for (const each of [timer, firstPause, secondPause]) clearTimeout(each)
      for (const child of all) kill(child)
    })
  )

  /** Takes the idle one that has done most, because its code is compiled. */
  const best = (): Parser.Child => {
    const most = idle.reduce((best, child) => child.jobs > best.jobs ? child : best)
    remove(idle, most)
    return most
  }

  /** Ends idle processes but those that are worth most. */
  const shrink = (to: number): void => {
    const kept: Array<Parser.Child> = []
    while (idle.length > 0 && kept.length < to) kept.push(best())
    for (const child of idle.splice(0)) kill(child)
    idle.push(...kept)
  }

  const rest = (child: Parser.Child): void => {
    child.keepsHost(false)
    idle.push(child)
    clearTimeout(firstPause)
    clearTimeout(secondPause)
    firstPause = setTimeout(() => shrink(2), options.idle).unref()
    secondPause = setTimeout(() => shrink(1), options.idle * 10).unref()
  }

  /** Lowers the priority of a job that is not alone. */
  const giveWay = (run: Run): void => {
    if (turns.running.has(run) && turns.running.size > 1) run.child.lower()
  }

  const begin = (ticket: Ticket, old: boolean): void => {
    remove(turns.waiting, ticket)
    remove(turns.returned, ticket)
    const child = best()
    const back = Deferred.makeUnsafe<void>()
    const run: Run = {
      ticket,
      began: performance.now(),
      cold: child.isCold(),
      old,
      child,
      sendBack: Deferred.succeed(back, undefined),
      sentBack: Deferred.await(back)
    }
    child.keepsHost(true)
    if (old) child.lower()
    else child.raise()
    for (const other of turns.running) if (other.old) (other as Run).child.lower()
    turns.running.add(run)
    ticket.give(run)
  }

  const start = Effect.suspend(() => Parser.start(options, all.size > 0)).pipe(
    Effect.matchEffect({
      onSuccess: (child) =>
        Effect.sync(() => {
          startsFail = false
          all.add(child)
          if (closed) kill(child)
          else rest(child)
        }),
      onFailure: (reason) =>
        Effect.sync(() => {
          startsFail = true
          const ticket = (turns.waiting[0] ?? turns.returned[0]) as Ticket | undefined
          if (ticket === undefined) return
          remove(turns.waiting, ticket)
          remove(turns.returned, ticket)
          ticket.fail(reason)
        })
    }),
    Effect.ensuring(Effect.sync(() => {
      starting--
      dispatch()
    }))
  )

  /**
   * Starts processes for those who wait, and one to spare; three when processes had to be killed: who sends a document
   * that ends its process sends more. A program that reads a single document pays for no spare.
   */
  const supply = (now: number): void => {
    const wanted = Math.min(Math.max(0, turns.free()), turns.waiting.length)
    const crowded = turns.waiting.length > 0 || now < alarmedUntil
    const spare = startsFail ? 0 : jobs > 1 && crowded ? 3 : jobs > 1 || turns.hasOld() ? 1 : 0
    const missing = closed ? 0 : wanted + spare - idle.length
    // each takes a processor until it is ready
    while (starting < Math.min(missing, Math.max(1, options.size - 1))) {
      starting++
      fork(start)
    }
  }

  const dispatch = (): void => {
    clearTimeout(timer)
    if (closed) return
    for (let k = idle.length - 1; k >= 0; k--) if (!idle[k]!.isAlive()) kill(idle.splice(k, 1)[0]!)
    const now = performance.now()
    while (true) {
      const next = turns.decide(now, idle.length)
      if (next.kind === "begin") begin(next.ticket as Ticket, next.old)
      else if (next.kind === "age") {
        const run = next.run as Run
        run.old = true
        setTimeout(() => giveWay(run), patience).unref()
      } else if (next.kind === "sendBack") {
        const run = next.run as Run
        turns.running.delete(run)
        fork(run.sendBack)
      } else {
        if (next.until < Infinity) timer = setTimeout(dispatch, Math.max(1, next.until - now))
        break
      }
    }
    supply(now)
  }

  const release = (run: Run, good: boolean): void => {
    const { child } = run
    turns.running.delete(run)
    jobs++
    child.jobs++
    // a leak of a parser must not add up
    const healthy = good && child.isAlive() && !closed && child.resident < options.memory * 0.6
    if (healthy && (!run.old || child.raise())) rest(child)
    else {
      kill(child)
      if (!good) alarmedUntil = performance.now() + options.idle
    }
    dispatch()
  }

  /** Waits for its turn. */
  const take = (ticket: Ticket, sentBack: boolean) =>
    Effect.callback<Run, PdfError.Reason>((resume) => {
      let given: Run | undefined
      ticket.give = (run) => {
        given = run
        resume(Effect.succeed(run))
      }
      ticket.fail = (reason) => resume(Effect.fail(reason))
      const queue = sentBack ? turns.returned : turns.waiting
      if (sentBack) queue.push(ticket)
      else turns.join(ticket)
      dispatch()
      return Effect.sync(() => {
        remove(queue, ticket)
        if (given !== undefined) release(given, true)
      })
    })

  const attempt = <A>(
    job: (child: Parser.Child) => Effect.Effect<A, PdfError.Reason>,
    ticket: Ticket,
    sentBack: boolean
  ) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.gen(function*() {
        const run = yield* restore(take(ticket, sentBack))
        return yield* restore(
          Effect.raceFirst(Effect.asSome(job(run.child)), Effect.as(run.sentBack, Option.none<A>()))
        )
          .pipe(
            Effect.onExit((exit) => Effect.sync(() => release(run, Exit.isSuccess(exit) && Option.isSome(exit.value))))
          )
      })
    )

  return {
    use: Effect.fnUntraced(function*(job) {
      const ticket: Ticket = { arrived: performance.now(), give: () => {}, fail: () => {} }
      let done = yield* attempt(job, ticket, false)
      while (Option.isNone(done)) done = yield* attempt(job, ticket, true)
      return done.value
    })
  }
})
