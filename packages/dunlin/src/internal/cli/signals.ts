/**
 * Handles signals. The first signal stops the process gracefully within a timeout. The second one stops it
 * immediately.
 */

/**
 * Milliseconds within which a second signal counts as the first one, because a process group, a shell and npm repeat
 * it.
 */
const ECHO_MS = 1000

/** Timeout for a graceful end in milliseconds. Jobs need it to complete pages and to return the others. */
const POLITE_END_MS = 25_000

/** Milliseconds from the forced end until the process exits, even with open resources. */
const HURRIED_END_MS = 3000

/** The actions that end a process, and its clock. */
export interface Ending {
  /** A monotonic clock in milliseconds. */
  readonly now: () => number
  /** Runs an action after a delay, if the process still runs. */
  readonly after: (milliseconds: number, action: () => void) => void
  /** Ends the graceful phase now, even for finalizers that start later. */
  readonly hurry: () => void
  readonly exit: () => void
}

/** Returns a handler of signals. Containers are killed after 30 seconds, and browsers would then stay open. */
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
