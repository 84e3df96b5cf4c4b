/** Describes the reason for a job's wait. */
import type { Wait } from "@dunlin/jobs/Job"

/** Shorter waits are usual for most sites, so they are not reported. */
const NOTICED = 1000

/** A worker renews its 15-second lease earlier, so this one is probably dead. */
const NOT_PROLONGED = 8000

const seconds = (milliseconds: number): string => `${Math.ceil(milliseconds / 1000)} s`

const pagesOf = (count: number): string => count === 1 ? "1 page" : `${count} pages`

export const described = (wait: Wait | undefined): string | undefined => {
  // A paused job already has a warning.
  if (wait === undefined || wait._tag === "Paused") return undefined
  if (wait._tag === "Newer") return `${pagesOf(wait.pages)} left, which require a newer version of Dunlin`
  if (wait.left <= NOTICED) return undefined
  switch (wait._tag) {
    case "Turn":
      return `next page in ${seconds(wait.left)}: one request to ${wait.host} every ${seconds(wait.gap)}`
    case "Rest":
      return `next page in ${seconds(wait.left)}: ${wait.host} did not respond, or requested a pause`
    case "Delay":
      return wait.pages === 1
        ? `retry of 1 page in ${seconds(wait.left)}`
        : `retry of ${wait.pages} pages, the first in ${seconds(wait.left)}`
    case "Lease":
      return wait.left > NOT_PROLONGED
        ? `${pagesOf(wait.pages)} being read`
        : `${pagesOf(wait.pages)} leased by a process that may have ended; another one takes over in ${
          seconds(wait.left)
        }`
  }
}
