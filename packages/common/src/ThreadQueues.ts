/**
 * Runs small jobs in worker threads, each with a queue, or on the calling thread. A thread receives its next job
 * before it completes the current one, so it never waits for a busy calling thread.
 *
 * @since 0.3.0
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Transferable } from "node:worker_threads"
import * as Lines from "./internal/threadLine.ts"
import * as Threads from "./Threads.ts"

/**
 * @category options
 * @since 0.3.0
 */
export interface Options<Job> extends Pick<Threads.Options, "entry" | "maxHeap"> {
  /**
   * Maximum number of concurrent threads. They start while the calling thread is busy, and stop after a minute
   * without a job. 0 starts none.
   *
   * @default 1; 0 where there is one processor, or the platform has no threads
   */
  readonly size?: number | undefined
  /** Converts a job to a message and the buffers to transfer. The job keeps its own buffers. */
  readonly messageOf: (job: Job) => readonly [message: unknown, moved: ReadonlyArray<Transferable>]
  /** Runs once if threads cannot start. The calling thread then runs all jobs. */
  readonly onOff?: ((why: string) => void) | undefined
  /** @internal */
  readonly open?: Lines.Open | undefined
  /** @internal */
  readonly everySecond?: ((look: () => void) => () => void) | undefined
}

/**
 * How a job runs if it is not sent to a thread.
 *
 * @category models
 * @since 0.3.0
 */
export interface Ways<Answer, E, R> {
  readonly here: Effect.Effect<Answer, E, R>
  /** Runs a job again whose thread ended during it. The job may be the cause. */
  readonly again: Effect.Effect<Answer, E, R>
}

/**
 * @category models
 * @since 0.3.0
 */
export interface ThreadQueues<Job, Answer> {
  /**
   * Runs a job in a thread if one is ready and has queue space. Otherwise runs it on the calling thread. Fails with
   * `ThreadEnded` if the job throws in a thread.
   */
  readonly run: <E, R>(job: Job, ways: Ways<Answer, E, R>) => Effect.Effect<Answer, E | Threads.ThreadEnded, R>
}

/**
 * A thread starts when this many more jobs found the calling thread busy than idle. A CPU-bound crawl reaches it
 * within two seconds, and a crawl that waits for its site never does.
 */
const BUSY_JOBS_BEFORE_START = 24

/** Busy jobs before a thread that ended is replaced. High, so that a job that crashes threads ends few of them. */
const BUSY_JOBS_BEFORE_RESTART = 96

/** Queued jobs keep the thread working while the calling thread is busy for a few milliseconds. */
const MAX_JOBS_PER_THREAD = 4

/** HTML takes about a quarter of a crawl's CPU time, so more threads would be idle. */
const DEFAULT_THREADS = 1

/** A thread without a reply for this long counts as hanging. */
const MAX_SECONDS_OF_JOB = 30

const MAX_IDLE_SECONDS = 60

const everySecond = (look: () => void): () => void => {
  const timer = setInterval(look, 1000).unref()
  return () => clearInterval(timer)
}

const defaultSize = (): number =>
  Threads.areSupported() && process.getBuiltinModule("node:os").availableParallelism() > 1 ? DEFAULT_THREADS : 0

type Outcome<Answer> =
  | { readonly _tag: "Answered"; readonly answer: Answer }
  | { readonly _tag: "Failed"; readonly detail: string }
  /** `isSuspect` is true if the thread was working on this job instead of an earlier one. */
  | { readonly _tag: "Lost"; readonly isSuspect: boolean }

/**
 * Creates threads that stop with the scope. They start only when the calling thread is busy.
 *
 * @category constructors
 * @since 0.3.0
 */
export const make = <Job, Answer>(
  options: Options<Job>
): Effect.Effect<ThreadQueues<Job, Answer>, never, Scope.Scope> =>
  Effect.gen(function*() {
    const { messageOf, onOff, open = Lines.open(options) } = options
    const size = options.size ?? defaultSize()
    type Line = Lines.Line<Outcome<Answer>>
    const lines = new Set<Line>()
    let isOff = size <= 0
    let starting: Line | undefined
    let here = 0
    let busyJobs = 0
    let neededJobs = BUSY_JOBS_BEFORE_START
    let stopLooking: (() => void) | undefined

    const end = (line: Line): void => {
      lines.delete(line)
      if (lines.size === 0) {
        stopLooking?.()
        stopLooking = undefined
      }
      if (line.size() > 0) neededJobs = BUSY_JOBS_BEFORE_RESTART
      line.end((at) => ({ _tag: "Lost", isSuspect: at === 0 }))
    }

    const look = (): void => {
      for (const line of lines) {
        if (line.secondsStill() >= (line.size() > 0 ? MAX_SECONDS_OF_JOB : MAX_IDLE_SECONDS)) end(line)
      }
    }

    const start = (): void => {
      busyJobs = 0
      const line: Line = Lines.make<Outcome<Answer>>(open, {
        ready: () => {
          starting = undefined
          lines.add(line)
          stopLooking ??= (options.everySecond ?? everySecond)(look)
        },
        answered: (reply) =>
          "answer" in reply
            ? { _tag: "Answered", answer: reply.answer as Answer }
            : { _tag: "Failed", detail: reply.failed },
        ended: (why) => {
          if (starting !== line) return end(line)
          starting = undefined
          isOff = lines.size === 0
          if (isOff) onOff?.(why)
        }
      })
      starting = line
    }

    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        isOff = true
        if (starting !== undefined) end(starting)
        for (const line of lines) end(line)
      })
    )

    const lineWithRoom = (): Line | undefined => {
      let best: Line | undefined
      for (const line of lines) {
        if (line.size() < MAX_JOBS_PER_THREAD && (best === undefined || line.size() < best.size())) best = line
      }
      return best
    }

    const onCallingThread = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      Effect.suspend(() => {
        const isBusy = here > 0 || lines.size > 0
        busyJobs = isBusy ? busyJobs + 1 : Math.max(0, busyJobs - 1)
        if (busyJobs >= neededJobs && !isOff && starting === undefined && lines.size < size) start()
        here++
        return Effect.ensuring(effect, Effect.sync(() => here--))
      })

    const inThread = (line: Line, job: Job): Effect.Effect<Outcome<Answer>> =>
      Effect.callback<Outcome<Answer>>((resume) => {
        const [message, moved] = messageOf(job)
        try {
          // The thread continues after an interruption, so its result is discarded.
          const forget = line.add(message, moved, (outcome) => resume(Effect.succeed(outcome)))
          return Effect.sync(forget)
        } catch {
          // The message contains a value that cannot be cloned to a thread.
          resume(Effect.succeed({ _tag: "Lost", isSuspect: false }))
        }
      })

    return {
      run: <E, R>(job: Job, ways: Ways<Answer, E, R>): Effect.Effect<Answer, E | Threads.ThreadEnded, R> =>
        Effect.suspend(() => {
          const line = isOff ? undefined : lineWithRoom()
          if (line === undefined) return onCallingThread(ways.here)
          return Effect.flatMap(
            inThread(line, job),
            (outcome): Effect.Effect<Answer, E | Threads.ThreadEnded, R> =>
              outcome._tag === "Answered"
                ? Effect.succeed(outcome.answer)
                : outcome._tag === "Failed"
                ? Effect.fail(new Threads.ThreadEnded({ detail: outcome.detail }))
                : outcome.isSuspect
                ? ways.again
                : onCallingThread(ways.here)
          )
        })
    }
  })

/**
 * Runs the jobs of a thread, inside that thread. If a job throws, the caller receives the error message.
 *
 * @category constructors
 * @since 0.3.0
 */
export const serve = <Job, Answer>(answer: (job: Job) => Answer): void => {
  const { parentPort } = process.getBuiltinModule("node:worker_threads")
  parentPort?.on("message", (job: Job) => {
    let reply: Lines.Reply
    try {
      reply = { answer: answer(job) }
    } catch (error) {
      reply = { failed: Threads.detailOfError(error) }
    }
    parentPort.postMessage(reply, [])
  })
  parentPort?.postMessage("ready", [])
}
