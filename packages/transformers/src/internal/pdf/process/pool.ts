/**
 * A pool of parser processes.
 *
 * A worker thread does not bound the memory of a parser (buffers are outside its limits) and an in-process native
 * parser takes the host down with it, so every document is parsed in a child process with a memory limit and without
 * the host's environment, and a child that does not answer is killed. `turns.ts` says who comes next, and who stands
 * still so that others go on.
 */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberSet from "effect/FiberSet"
import type * as Scope from "effect/Scope"
import type * as PdfError from "../../../pdf/PdfError.ts"
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
  /** Processors to use. */
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
  readonly ticket: Ticket
  readonly child: Parser.Child
  /** Processor time its process had used before. */
  readonly before: number
  readonly sendBack: Effect.Effect<unknown>
  readonly sentBack: Effect.Effect<void>
}

/** Milliseconds between two looks at what the jobs have used. */
const tick = 20

const remove = <A>(list: Array<A>, item: A): void => {
  const index = list.indexOf(item)
  if (index >= 0) list.splice(index, 1)
}

export const make = Effect.fnUntraced(function*(options: Options): Effect.fn.Return<Pool, never, Scope.Scope> {
  const fork = yield* FiberSet.makeRuntime<never, unknown, never>()
  const turns = Turns.make(options.size)
  /** Processes that start, or go on to compile what they will need. */
  const preparing = new Set<Parser.Child>()
  let starting = 0
  const idle: Array<Parser.Child> = []
  let startsFail = false
  let jobs = 0
  let alarmedUntil = 0
  let closed = false
  let timer: NodeJS.Timeout | undefined
  let firstPause: NodeJS.Timeout | undefined
  let secondPause: NodeJS.Timeout | undefined

  const runs = () => [...turns.running] as Array<Run>

  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      closed = true
      for (const each of [timer, firstPause, secondPause]) clearTimeout(each)
      for (const child of [...preparing, ...idle, ...runs().map((run) => run.child)]) child.kill()
    })
  )

  /** Takes the idle one whose code is compiled best, or worst. */
  const pick = (best: boolean): Parser.Child => {
    const experience = (child: Parser.Child) => child.isPreparing() ? -1 : child.jobs
    const found = idle.reduce((one, other) => (experience(other) > experience(one)) === best ? other : one)
    remove(idle, found)
    return found
  }

  /** Ends idle processes but those that are worth most. */
  const shrink = (to: number): void => {
    const kept: Array<Parser.Child> = []
    while (idle.length > 0 && kept.length < to) kept.push(pick(true))
    for (const child of idle.splice(0)) child.kill()
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

  const begin = (ticket: Ticket): void => {
    remove(turns.waiting, ticket)
    const child = pick(Turns.cameAlone(ticket))
    const back = Deferred.makeUnsafe<void>()
    const run: Run = {
      ticket,
      child,
      cold: child.jobs < 10,
      before: child.used(),
      used: ticket.used,
      sendBack: Deferred.succeed(back, undefined),
      sentBack: Deferred.await(back)
    }
    child.keepsHost(true)
    preparing.delete(child)
    child.goOn(true)
    turns.running.add(run)
    ticket.give(run)
  }

  const start = Parser.spawn(options).pipe(
    Effect.tap((child) => {
      preparing.add(child)
      return child.ready.pipe(Effect.onError(() => Effect.sync(child.kill)))
    }),
    Effect.matchEffect({
      onSuccess: (child) =>
        Effect.sync(() => {
          startsFail = false
          if (closed) child.kill()
          else rest(child)
        }),
      onFailure: (reason) =>
        Effect.sync(() => {
          startsFail = true
          const ticket = turns.waiting.shift() as Ticket | undefined
          ticket?.fail(reason)
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
    const wanted = turns.eager(now)
    const hasOld = turns.running.size > turns.young()
    const spare = startsFail ? 0 : jobs > 1 && (wanted > 0 || now < alarmedUntil) ? 3 : jobs > 1 ? 2 : hasOld ? 1 : 0
    const missing = closed ? 0 : wanted + spare - idle.length
    // each takes a processor until it is ready; counted before the first begins, for one may fail while it is asked for
    const room = Math.min(missing, Math.max(1, options.size - 1)) - starting
    for (let k = 0; k < room; k++) {
      starting++
      fork(start)
    }
  }

  /** Lets go on who may, and makes the others stand still. */
  const schedule = (): void => {
    for (const child of preparing) if (!child.isPreparing()) preparing.delete(child)
    const { jobs, processes } = turns.share(preparing.size)
    for (const run of runs()) run.child.goOn(jobs.has(run)) // those that start go before those that are ready already
    ;[...preparing].sort((a, b) => Number(idle.includes(a)) - Number(idle.includes(b)))
      .forEach((child, k) => child.goOn(k < processes))
  }

  const dispatch = (): void => {
    clearTimeout(timer)
    if (closed) return
    for (let k = idle.length - 1; k >= 0; k--) if (!idle[k]!.isAlive()) idle.splice(k, 1)[0]!.kill()
    for (const run of runs()) (run as { used: number }).used = run.ticket.used + run.child.used() - run.before
    const now = performance.now()
    while (true) {
      const next = turns.decide(idle.length, now)
      if (next.kind === "wait") break
      if (next.kind === "begin") begin(next.ticket as Ticket)
      else {
        const run = next.run as Run
        turns.running.delete(run)
        fork(run.sendBack)
      }
    }
    supply(now)
    schedule()
    if (turns.running.size + preparing.size > 0) timer = setTimeout(dispatch, tick).unref()
  }

  const release = (run: Run, good: boolean): void => {
    const { child } = run
    turns.running.delete(run)
    jobs++
    child.jobs++
    // a leak of a parser must not add up
    if (good && child.isAlive() && !closed && child.resident < options.memory * 0.6) {
      child.goOn(true)
      rest(child)
    } else {
      child.kill()
      if (!good) alarmedUntil = performance.now() + options.idle
    }
    dispatch()
  }

  /** Waits for its turn; `used` is what a job that was sent back has used. */
  const take = (ticket: Ticket, used?: number) =>
    Effect.callback<Run, PdfError.Reason>((resume) => {
      let given: Run | undefined
      ticket.give = (run) => {
        given = run
        resume(Effect.succeed(run))
      }
      ticket.fail = (reason) => resume(Effect.fail(reason))
      if (used === undefined) turns.join(ticket)
      else turns.rejoin(ticket, used)
      dispatch()
      return Effect.sync(() => {
        remove(turns.waiting, ticket)
        if (given !== undefined) release(given, true)
      })
    })

  /** The answer, or what the job had used when it was sent back. */
  const attempt = <A>(
    job: (child: Parser.Child) => Effect.Effect<A, PdfError.Reason>,
    ticket: Ticket,
    used?: number
  ): Effect.Effect<{ readonly answer: A } | { readonly used: number }, PdfError.Reason> =>
    Effect.uninterruptibleMask((restore) =>
      Effect.gen(function*() {
        const run = yield* restore(take(ticket, used))
        return yield* restore(
          Effect.raceFirst(
            Effect.map(job(run.child), (answer) => ({ answer })),
            Effect.map(run.sentBack, () => ({ used: run.used }))
          )
        ).pipe(
          Effect.onExit((exit) => Effect.sync(() => release(run, Exit.isSuccess(exit) && "answer" in exit.value)))
        )
      })
    )

  return {
    use: Effect.fnUntraced(function*(job) {
      const arrived = performance.now()
      const ticket: Ticket = { arrived, due: arrived, used: 0, give: () => {}, fail: () => {} }
      let done = yield* attempt(job, ticket)
      while ("used" in done) done = yield* attempt(job, ticket, done.used)
      return done.answer
    })
  }
})
