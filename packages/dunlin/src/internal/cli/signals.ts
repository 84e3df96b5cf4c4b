/** A second signal within this time counts as the first one, because a process group, a shell and npm repeat it. */
const ECHO_MS = 1000

/** Time for jobs to complete pages and to return the others. A container has 30 seconds. */
const POLITE_END_MS = 25_000

/** After this time, the process exits even with open resources. */
const HURRIED_END_MS = 3000

export interface Ending {
  readonly now: () => number
  readonly after: (milliseconds: number, action: () => void) => void
  readonly hurry: () => void
  readonly exit: () => void
}

/** Exits before a container is killed after 30 seconds, because browsers would then stay open. */
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
