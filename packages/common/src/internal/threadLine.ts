/** Runs the jobs of a queue in a worker thread, in order. */
import type { Transferable } from "node:worker_threads"
import * as Threads from "../Threads.ts"

export type Reply = { readonly answer: unknown } | { readonly failed: string }

export interface Thread {
  readonly post: (message: unknown, moved: ReadonlyArray<Transferable>) => void
  readonly hold: (isHeld: boolean) => void
  readonly end: () => void
}

export type Open = (events: {
  readonly replied: (reply: "ready" | Reply) => void
  readonly ended: (why: string) => void
}) => Thread

export const open = (options: Pick<Threads.Options, "entry" | "maxHeap">): Open => ({ ended, replied }) => {
  try {
    const worker = Threads.open(options)
    worker.unref()
    worker.on("message", replied)
    worker.on("error", (cause) => ended(Threads.detailOf(cause)))
    worker.on("exit", () => ended(Threads.detailOf(undefined)))
    return {
      post: (message, moved) => worker.postMessage(message, moved as Array<Transferable>),
      hold: (isHeld) => isHeld ? worker.ref() : worker.unref(),
      end: () => void worker.terminate()
    }
  } catch (cause) {
    const why = cause instanceof Threads.ThreadEnded ? cause.detail : Threads.detailOf(cause)
    queueMicrotask(() => ended(why))
    return { post: () => {}, hold: () => {}, end: () => {} }
  }
}

export interface Line<Outcome> {
  readonly size: () => number
  readonly add: (
    message: unknown,
    moved: ReadonlyArray<Transferable>,
    then: (outcome: Outcome) => void
  ) => () => void
  readonly secondsStill: () => number
  /** Ends the thread. Each of its jobs gets an outcome that depends on its position in the queue. */
  readonly end: (outcomeAt: (at: number) => Outcome) => void
}

interface Waiting<Outcome> {
  then: ((outcome: Outcome) => void) | undefined
}

export const make = <Outcome>(open: Open, { answered, ended, ready }: {
  readonly ready: () => void
  readonly answered: (reply: Reply) => Outcome
  readonly ended: (why: string) => void
}): Line<Outcome> => {
  const waiting: Array<Waiting<Outcome>> = []
  let isEnded = false
  let isOver = false
  let seconds = 0
  const thread = open({
    replied: (reply) => {
      if (isEnded) return
      if (reply === "ready") return ready()
      seconds = 0
      const first = waiting.shift()
      if (waiting.length === 0) thread.hold(false)
      first?.then?.(answered(reply))
    },
    ended: (why) => {
      // An error event is followed by an exit event.
      if (isEnded || isOver) return
      isOver = true
      ended(why)
    }
  })
  return {
    size: () => waiting.length,
    add: (message, moved, then) => {
      const own: Waiting<Outcome> = { then }
      thread.post(message, moved)
      waiting.push(own)
      if (waiting.length === 1) {
        seconds = 0
        thread.hold(true)
      }
      return () => {
        own.then = undefined
      }
    },
    secondsStill: () => seconds++,
    end: (outcomeAt) => {
      if (isEnded) return
      isEnded = true
      thread.end()
      for (const [at, { then }] of waiting.splice(0).entries()) then?.(outcomeAt(at))
    }
  }
}
