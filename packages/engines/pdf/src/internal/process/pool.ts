import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberSet from "effect/FiberSet"
import type * as Scope from "effect/Scope"
import type * as PdfError from "../../PdfError.ts"
import { Sharing } from "../../Sharing.ts"
import * as Alarm from "./alarm.ts"
import * as Idle from "./idle.ts"
import type * as Parser from "./parser.ts"
import * as Starts from "./starts.ts"
import * as Turns from "./turns.ts"

export interface Pool {
  readonly use: <A>(
    job: (child: Parser.Child) => Effect.Effect<A, PdfError.Reason>
  ) => Effect.Effect<A, PdfError.Reason>
}

export type Options = Parser.Options & {
  readonly size: number
  /** Milliseconds after which idle processes beyond two end. One of the two stays ten times as long. */
  readonly idle: number
}

/** A job's place in the order. A job that is sent back keeps it. */
type Ticket = Turns.Ticket & {
  give: (run: Run) => void
  fail: (reason: PdfError.Reason) => void
}

type Run = Turns.Run & {
  readonly ticket: Ticket
  readonly child: Parser.Child
  readonly before: number
  readonly sendBack: Effect.Effect<unknown>
  readonly sentBack: Effect.Effect<void>
}

/** Milliseconds between two measurements of the jobs' processor time. */
const MILLIS_BETWEEN_CPU_CHECKS = 20

const WARM_AFTER = 10

/** Maximum share of the memory limit in an idle process that is kept, so that leaks do not accumulate. */
const MAX_RETAINED_SHARE = 0.6

const remove = <A>(list: Array<A>, item: A): void => {
  const index = list.indexOf(item)
  if (index >= 0) list.splice(index, 1)
}

class Dispatcher {
  readonly turns: Turns.Turns
  private readonly options: Options
  private readonly fork: (effect: Effect.Effect<unknown>) => unknown
  private readonly idle: Idle.Idle
  private readonly starts: Starts.Starts
  private readonly tick = Alarm.make(MILLIS_BETWEEN_CPU_CHECKS, () => this.dispatch())
  private jobs = 0
  /** Time until which more spare processes are kept, because a process was killed recently. */
  private alarmedUntil = 0
  private closed = false

  constructor(options: Options, fork: (effect: Effect.Effect<unknown>) => unknown) {
    this.options = options
    this.fork = fork
    this.turns = Turns.make(options.size)
    this.idle = Idle.make(options.idle)
    this.starts = Starts.make(options, fork, {
      isReady: this.idle.has,
      onReady: (child) => this.closed ? child.kill() : this.idle.add(child),
      onFailure: (reason) => (this.turns.waiting.shift() as Ticket | undefined)?.fail(reason),
      onEnd: () => this.dispatch()
    })
  }

  close(): void {
    this.closed = true
    this.tick.stop()
    this.starts.close()
    this.idle.close()
    for (const run of this.runs()) run.child.kill()
  }

  private runs(): Array<Run> {
    return [...this.turns.running] as Array<Run>
  }

  private begin(ticket: Ticket): void {
    remove(this.turns.waiting, ticket)
    const child = this.idle.take(Turns.cameAlone(ticket))
    const back = Deferred.makeUnsafe<void>()
    const run: Run = {
      ticket,
      child,
      cold: child.jobs < WARM_AFTER,
      before: child.used(),
      used: ticket.used,
      sendBack: Deferred.succeed(back, undefined),
      sentBack: Deferred.await(back)
    }
    child.keepsHost(true)
    child.hasRoom = this.options.size > 1 && this.turns.running.size === 0 && this.turns.waiting.length === 0
    this.starts.preparing.delete(child)
    child.goOn(true)
    this.turns.running.add(run)
    ticket.give(run)
  }

  /** Starts jobs, and sends others back to make space, until no further job can start. */
  private serve(now: number): void {
    while (true) {
      const next = this.turns.decide(this.idle.count(), now)
      if (next.kind === "wait") return
      if (next.kind === "begin") this.begin(next.ticket as Ticket)
      else {
        const run = next.run as Run
        this.turns.running.delete(run)
        this.fork(run.sendBack)
      }
    }
  }

  private supply(now: number): void {
    const waiting = this.turns.eager(now)
    const spare = this.starts.fail() ? 0 : Starts.spare({
      jobs: this.jobs,
      waiting,
      alarmed: now < this.alarmedUntil,
      hasOld: this.turns.running.size > this.turns.young()
    })
    this.starts.fill(this.closed ? 0 : waiting + spare - this.idle.count())
  }

  private schedule(): void {
    this.starts.sweep()
    const { jobs, processes } = this.turns.share(this.starts.preparing.size)
    for (const run of this.runs()) run.child.goOn(jobs.has(run))
    this.starts.share(processes)
  }

  dispatch(): void {
    this.tick.stop()
    if (this.closed) return
    this.idle.sweep()
    for (const run of this.runs()) run.used = run.ticket.used + run.child.used() - run.before
    const now = performance.now()
    this.serve(now)
    this.supply(now)
    this.schedule()
    if (this.turns.running.size + this.starts.preparing.size > 0) this.tick.set()
  }

  release(run: Run, good: boolean): void {
    const { child } = run
    this.turns.running.delete(run)
    this.jobs++
    child.jobs++
    if (good && child.isAlive() && !this.closed && child.resident < this.options.memory * MAX_RETAINED_SHARE) {
      child.goOn(true)
      this.idle.add(child)
    } else {
      child.kill()
      if (!good) this.alarmedUntil = performance.now() + this.options.idle
    }
    this.dispatch()
  }

  take(ticket: Ticket, used: number | undefined): Effect.Effect<Run, PdfError.Reason> {
    return Effect.callback<Run, PdfError.Reason>((resume) => {
      let given: Run | undefined
      ticket.give = (run) => {
        given = run
        resume(Effect.succeed(run))
      }
      ticket.fail = (reason) => resume(Effect.fail(reason))
      if (used === undefined) this.turns.join(ticket)
      else this.turns.rejoin(ticket, used)
      this.dispatch()
      return Effect.sync(() => {
        remove(this.turns.waiting, ticket)
        if (given !== undefined) this.release(given, true)
      })
    })
  }
}

const attempt = <A>(
  dispatcher: Dispatcher,
  job: (child: Parser.Child) => Effect.Effect<A, PdfError.Reason>,
  ticket: Ticket,
  used?: number
): Effect.Effect<{ readonly answer: A } | { readonly used: number }, PdfError.Reason> =>
  Effect.uninterruptibleMask((restore) =>
    Effect.gen(function*() {
      const run = yield* restore(dispatcher.take(ticket, used))
      return yield* restore(
        Effect.raceFirst(
          Effect.map(job(run.child), (answer) => ({ answer })),
          Effect.map(run.sentBack, () => ({ used: run.used }))
        )
      ).pipe(
        Effect.onExit((exit) =>
          Effect.sync(() => dispatcher.release(run, Exit.isSuccess(exit) && "answer" in exit.value))
        )
      )
    })
  )

export const make = Effect.fnUntraced(function*(options: Options): Effect.fn.Return<Pool, never, Scope.Scope> {
  const { caller } = yield* Sharing
  const fork = yield* FiberSet.makeRuntime<never, unknown, never>()
  const dispatcher = yield* Effect.acquireRelease(
    Effect.sync(() => new Dispatcher(options, fork)),
    (dispatcher) => Effect.sync(() => dispatcher.close())
  )
  return {
    use: Effect.fnUntraced(function*(job) {
      const arrived = performance.now()
      const tenant = yield* caller
      const ticket: Ticket = { tenant, arrived, due: arrived, used: 0, give: () => {}, fail: () => {} }
      let done = yield* attempt(dispatcher, job, ticket)
      while ("used" in done) done = yield* attempt(dispatcher, job, ticket, done.used)
      return done.answer
    })
  }
})
