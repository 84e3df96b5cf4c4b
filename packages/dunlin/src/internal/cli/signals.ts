/** The end of a process at signals: the first one is polite and has a limit, the second one is at once. */

/** Milliseconds in which a second signal repeats the first one: a group, a shell or npm sends it too. */
const ECHO_MS = 1000

/** Milliseconds of the polite end: as long as jobs take to finish pages and to return the others. */
const POLITE_END_MS = 25_000

/** Milliseconds from the hurried end until the process ends, whatever is still open. */
const HURRIED_END_MS = 3000

/** The actions that end a process, and its clock. */
export interface Ending {
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number
  /** Runs an action after some milliseconds, if the process is still there. */
  readonly after: (milliseconds: number, action: () => void) => void
  /** Ends the polite part of everything that ends now or later. */
  readonly hurry: () => void
  readonly exit: () => void
}

/** Handles a signal. A container kills what has not ended after 30 seconds, and then nothing can close a browser. */
export const handler = ({ after, exit, hurry, now }: Ending) => {
  let first: number | undefined
  let isHurrying = false
  const hurryNow = () => {
    if (isHurrying) return
    isHurrying = true
    hurry()
    after(HURRIED_END_MS, exit)
  }
  return (): void => {
    if (first === undefined) {
      first = now()
      after(POLITE_END_MS, hurryNow)
    } else if (now() - first > ECHO_MS) hurryNow()
  }
}
