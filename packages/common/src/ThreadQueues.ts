/**
 * Worker threads with a queue each, for small jobs that the calling thread can do as well. A thread has its next job before
 * it ends the current one, so it never waits for a busy calling thread.
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
   * Limit of threads at the same time. They start while the calling thread is busy and end after a minute without a
   * job. 0 starts none.
   *
   * @default 1; 0 where there is one processor, or the platform has no threads
   */
  readonly size?: number | undefined
  /** The message for a job, and the buffers that move to the thread. The job itself keeps its buffers. */
  readonly messageOf: (job: Job) => readonly [message: unknown, moved: ReadonlyArray<Transferable>]
  /** Runs once, when no thread starts and the calling thread does all jobs from then on. */
  readonly onOff?: ((why: string) => void) | undefined
  /** @internal */
  readonly open?: Lines.Open | undefined
  /** @internal */
  readonly everySecond?: ((look: () => void) => () => void) | undefined
}

/**
 * The other ways to do a job.
 *
 * @category models
 * @since 0.3.0
 */
export interface Ways<Answer, E, R> {
  /** Does the job on the calling thread. */
  readonly here: Effect.Effect<Answer, E, R>
  /** Repeats a job whose thread ended during it: the job may be the cause. */
  readonly again: Effect.Effect<Answer, E, R>
}

/**
 * @category models
 * @since 0.3.0
 */
export interface ThreadQueues<Job, Answer> {
  /**
   * Does a job in a thread when one is ready and has room, and on the calling thread otherwise. Fails with `ThreadEnded` when
   * the job itself throws in a thread.
   */
  readonly run: <E, R>(job: Job, ways: Ways<Answer, E, R>) => Effect.Effect<Answer, E | Threads.ThreadEnded, R>
}

/**
 * A thread starts once this many more jobs found the calling thread busy than idle. A crawl that is limited by the
 * processor gets there within a second or two; one that waits for its site never does.
 */
const BUSY_JOBS_BEFORE_START = 24

/** The same after a thread ended within a job, so that a job that ends threads does not start one after the other. */
const BUSY_JOBS_BEFORE_RESTART = 96

/** Jobs in the queue of a thread: enough that it works while the calling thread is busy for some milliseconds. */
const MAX_JOBS_PER_THREAD = 4

/** HTML takes about a quarter of the processor time of a crawl, so more threads would idle. */
const DEFAULT_THREADS = 1

/** Seconds without an answer after which a thread is taken to hang. */
const MAX_SECONDS_OF_JOB = 30

/** Seconds without a job after which a thread ends. */
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
  /** The thread ended: `isSuspect` when it was at work on this job, and not on one before it. */
  | { readonly _tag: "Lost"; readonly isSuspect: boolean }

/**
 * Threads that end with the scope. None starts before the calling thread is busy.
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
    /** Jobs at work on the calling thread. */
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
          // The result of an interrupted job is dropped: an interruption does not end the thread.
          const forget = line.add(message, moved, (outcome) => resume(Effect.succeed(outcome)))
          return Effect.sync(forget)
        } catch {
          // A value that no thread can receive.
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
 * The side of the thread: does each of its jobs. The caller receives the message of its exception.
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
