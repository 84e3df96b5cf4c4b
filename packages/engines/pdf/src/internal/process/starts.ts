/** Starts processes, and decides how many start before a caller waits for them. */
import * as Effect from "effect/Effect"
import type * as PdfError from "../../PdfError.ts"
import * as Parser from "./parser.ts"

export interface Starts {
  readonly preparing: Set<Parser.Child>
  readonly fill: (missing: number) => void
  readonly fail: () => boolean
  readonly share: (processes: number) => void
  readonly sweep: () => void
  readonly close: () => void
}

export interface Events {
  readonly onReady: (child: Parser.Child) => void
  readonly onFailure: (reason: PdfError.Reason) => void
  readonly onEnd: () => void
  readonly isReady: (child: Parser.Child) => boolean
}

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

export interface Demand {
  readonly jobs: number
  readonly waiting: number
  readonly alarmed: boolean
  readonly hasOld: boolean
}

/**
 * Number of spare processes under load, or after a document ended its process. A sender of such a document often
 * sends more.
 */
const SPARE_UNDER_ALARM = 3

/** Returns the number of spare processes to keep. A program that reads a single document needs none. */
export const spare = ({ alarmed, hasOld, jobs, waiting }: Demand): number => {
  if (jobs > 1) return waiting > 0 || alarmed ? SPARE_UNDER_ALARM : 2
  return hasOld ? 1 : 0
}
