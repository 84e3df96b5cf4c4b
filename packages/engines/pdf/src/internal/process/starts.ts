/** Starts processes, and decides how many start before a caller waits for them. */
import * as Effect from "effect/Effect"
import type * as PdfError from "../../PdfError.ts"
import * as Parser from "./parser.ts"

export interface Starts {
  /** Processes that are starting, or still compiling code for later jobs. */
  readonly preparing: Set<Parser.Child>
  /** Starts missing processes, up to the number of idle processors. */
  readonly fill: (missing: number) => void
  /** The last one could not be started. */
  readonly fail: () => boolean
  /** Resumes this many processes, first those that have not started, and suspends the others. */
  readonly share: (processes: number) => void
  /** Removes processes that are ready, and resumes them. */
  readonly sweep: () => void
  /** Ends all of them. */
  readonly close: () => void
}

export interface Events {
  readonly onReady: (child: Parser.Child) => void
  readonly onFailure: (reason: PdfError.Reason) => void
  /** Called after `onReady` or `onFailure`. */
  readonly onEnd: () => void
  readonly isReady: (child: Parser.Child) => boolean
}

/** Creates the starter of parser processes. `size` is the number of processors. */
export const make = (
  options: Parser.Options & { readonly size: number },
  fork: (effect: Effect.Effect<unknown>) => unknown,
  { isReady, onEnd, onFailure, onReady }: Events
): Starts => {
  const preparing = new Set<Parser.Child>()
  let starting = 0
  let failed = false

  const start = Parser.spawn(options).pipe(
    Effect.tap((child) => {
      preparing.add(child)
      return child.ready.pipe(Effect.onError(() => Effect.sync(child.kill)))
    }),
    Effect.match({
      onSuccess: (child) => {
        failed = false
        onReady(child)
      },
      onFailure: (reason) => {
        failed = true
        onFailure(reason)
      }
    }),
    Effect.ensuring(Effect.sync(() => {
      starting--
      onEnd()
    }))
  )

  return {
    preparing,
    fail: () => failed,
    fill: (missing) => {
      // Each start uses a processor until the process is ready. The number is computed before the first start,
      // because a start may fail immediately.
      const room = Math.min(missing, Math.max(1, options.size - 1)) - starting
      for (let k = 0; k < room; k++) {
        starting++
        fork(start)
      }
    },
    share: (processes) =>
      [...preparing].sort((a, b) => Number(isReady(a)) - Number(isReady(b)))
        .forEach((child, k) => child.goOn(k < processes)),
    sweep: () => {
      for (const child of preparing) {
        if (child.isPreparing()) continue
        preparing.delete(child)
        // The process is resumed, because its last message may arrive after it was suspended.
        child.goOn(true)
      }
    },
    close: () => {
      for (const child of preparing) child.kill()
    }
  }
}

/** The requests so far. They determine how many processes are kept ready. */
export interface Demand {
  /** Number of jobs that ended normally or ended their process. */
  readonly jobs: number
  /** Number of callers without a process. */
  readonly waiting: number
  /** Whether a process was killed recently. */
  readonly alarmed: boolean
  /** Whether a job is old. */
  readonly hasOld: boolean
}

/**
 * Number of spare processes under load, or while documents end their processes. A sender of such a document often
 * sends more.
 */
const SPARE_UNDER_ALARM = 3

/**
 * Returns the number of spare processes in addition to those for waiting jobs. A program that reads a single document
 * gets none.
 */
export const spare = ({ alarmed, hasOld, jobs, waiting }: Demand): number => {
  if (jobs > 1) return waiting > 0 || alarmed ? SPARE_UNDER_ALARM : 2
  return hasOld ? 1 : 0
}
