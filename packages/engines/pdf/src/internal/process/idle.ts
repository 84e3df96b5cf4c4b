/** Manages idle processes: selects the process for the next job, and ends processes that are idle for long. */
import * as Alarm from "./alarm.ts"
import type * as Parser from "./parser.ts"

export interface Idle {
  readonly count: () => number
  readonly has: (child: Parser.Child) => boolean
  /** Adds an idle process. */
  readonly add: (child: Parser.Child) => void
  /** Removes the process with the most or the least compiled code. At least one must be idle. */
  readonly take: (best: boolean) => Parser.Child
  /** Removes processes that have ended. */
  readonly sweep: () => void
  /** Ends all of them. */
  readonly close: () => void
}

/**
 * Number of processes that stay after the first pause: one for a document, and one that can overtake a long document.
 */
const KEPT_AFTER_PAUSE = 2

/** Number of processes that stay after the long pause. */
const KEPT_AFTER_LONG_PAUSE = 1
/** Length of the long pause, as a multiple of the first pause. */
const LONG_PAUSE = 10

/** Returns how much of a process's code is compiled. A process that is still compiling has the lowest value. */
const experience = (child: Parser.Child): number => child.isPreparing() ? -1 : child.jobs

/** Returns an empty set of idle processes. `pause` is in milliseconds, and restarts whenever a process becomes idle. */
export const make = (pause: number): Idle => {
  const resting: Array<Parser.Child> = []

  const take = (best: boolean): Parser.Child => {
    const found = resting.reduce((one, other) => (experience(other) > experience(one)) === best ? other : one)
    resting.splice(resting.indexOf(found), 1)
    return found
  }

  /** Ends all but the most useful processes. */
  const shrink = (to: number): void => {
    const kept: Array<Parser.Child> = []
    while (resting.length > 0 && kept.length < to) kept.push(take(true))
    for (const child of resting.splice(0)) child.kill()
    resting.push(...kept)
  }

  const alarms = [
    Alarm.make(pause, () => shrink(KEPT_AFTER_PAUSE)),
    Alarm.make(pause * LONG_PAUSE, () => shrink(KEPT_AFTER_LONG_PAUSE))
  ]

  return {
    count: () => resting.length,
    has: (child) => resting.includes(child),
    add: (child) => {
      child.keepsHost(false)
      resting.push(child)
      for (const alarm of alarms) alarm.set()
    },
    take,
    sweep: () => {
      for (let k = resting.length - 1; k >= 0; k--) if (!resting[k]!.isAlive()) resting.splice(k, 1)[0]!.kill()
    },
    close: () => {
      for (const alarm of alarms) alarm.stop()
      for (const child of resting.splice(0)) child.kill()
    }
  }
}
