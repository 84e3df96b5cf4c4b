/** Manages idle processes: selects the process for the next job, and ends processes that are idle for long. */
import * as Alarm from "./alarm.ts"
import type * as Parser from "./parser.ts"

export interface Idle {
  readonly count: () => number
  readonly has: (child: Parser.Child) => boolean
  readonly add: (child: Parser.Child) => void
  readonly take: (best: boolean) => Parser.Child
  readonly sweep: () => void
  readonly close: () => void
}

/** Number of idle processes that stay: one for the next document, and one that can overtake a long document. */
const KEPT_AFTER_PAUSE = 2

const KEPT_AFTER_LONG_PAUSE = 1
const LONG_PAUSE = 10

/** Returns the number of jobs of a process. A process that is still preparing is the last choice. */
const experience = (child: Parser.Child): number => child.isPreparing() ? -1 : child.jobs

/**
 * Makes the pool of idle processes. `pause` is the time in milliseconds after which they end. It restarts whenever a
 * process becomes idle.
 */
export const make = (pause: number): Idle => {
  const resting: Array<Parser.Child> = []

  const take = (best: boolean): Parser.Child => {
    const found = resting.reduce((one, other) => (experience(other) > experience(one)) === best ? other : one)
    resting.splice(resting.indexOf(found), 1)
    return found
  }

  const shrink = (to: number): void => {
    const experienced: Array<Parser.Child> = []
    while (resting.length > 0 && experienced.length < to) experienced.push(take(true))
    for (const child of resting.splice(0)) child.kill()
    resting.push(...experienced)
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
