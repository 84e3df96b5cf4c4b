/** Determines when pages of temporarily unavailable sites are retried. */
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { Claim } from "../Job.ts"
import type { JobError } from "../JobError.ts"
import type { JobStore } from "../JobStore.ts"
import type { Work } from "../JobWorker.ts"
import { hostOf } from "./submitting.ts"

/**
 * Delays before the second, third and fourth attempt. A host that restarts is usually available again after the first
 * or second.
 */
const pauses = ["15 seconds", "1 minute", "4 minutes"] as const

/**
 * Number of consecutive failures of a host after which its other pages wait as well. Fewer failures may be caused by
 * broken pages.
 */
const MAX_CONSECUTIVE_FAILURES = 3

/**
 * Maximum delay before a retry in milliseconds, even if the site names a later time. Rate limits usually last a
 * minute or 15 minutes. A crawl should not wait longer for a page that may never be available.
 */
const MAX_NAMED_DELAY_MS = Duration.toMillis("10 minutes")

/** Status 429, Too Many Requests. */
const STATUS_TOO_MANY_REQUESTS = 429
/** Temporary statuses: Too Many Requests, Bad Gateway, Service Unavailable, Gateway Timeout. */
const passing: ReadonlySet<number> = new Set([STATUS_TOO_MANY_REQUESTS, 502, 503, 504])

/** Whether this status is temporary. */
export const isPassing = (status: number | undefined): status is number => status !== undefined && passing.has(status)

/** The response of the page's site is temporary. The page is not charged, and is retried. */
export class NotTaken extends Data.TaggedError("NotTaken")<Passing & { readonly status: number }> {}

/** The reason why a page is temporarily unavailable: its status, or no response. */
export interface Passing {
  readonly status?: number
  /** Epoch milliseconds of the earliest retry that the site allows, if it names a time. */
  readonly retryAfter?: number | undefined
}

interface Host {
  /** Consecutive failures of the host's pages. */
  failures: number
  /**
   * Whether, since the host's last success, a page has used all its attempts and other pages have failed too. If so,
   * the remaining pages have one attempt each.
   */
  isGivenUp: boolean
  /** Whether requests to the host were paused because the host asked for it. */
  hasRested: boolean
  /**
   * Whether the host responded after a pause that it had asked for. If it asks again, the cause may be a single page.
   */
  hasAnswered: boolean
}

/** Maximum number of crawls in memory. Each uses a few kilobytes. If a crawl is evicted, its counts restart at 0. */
const MAX_CRAWLS = 1000

/** Unavailable hosts of each store's running crawls. The crawl with the most recent failure is last. */
const stores = new WeakMap<JobStore["Service"], Map<string, Map<string, Host>>>()

const hostsOf = (store: JobStore["Service"], { job }: Claim): Map<string, Host> => {
  const crawls = stores.get(store) ?? new Map<string, Map<string, Host>>()
  stores.set(store, crawls)
  const hosts = crawls.get(job) ?? new Map<string, Host>()
  crawls.delete(job)
  crawls.set(job, hosts)
  const [oldest] = crawls.keys()
  if (crawls.size > MAX_CRAWLS && oldest !== undefined) crawls.delete(oldest)
  return hosts
}

/** Records that the site of a page responds. */
export const answered = (store: JobStore["Service"], claim: Claim): void => {
  const crawls = stores.get(store)
  const hosts = crawls?.get(claim.job)
  const host = hosts?.get(hostOf(claim.url))
  if (host?.hasRested === true) Object.assign(host, { failures: 0, isGivenUp: false, hasAnswered: true })
  else hosts?.delete(hostOf(claim.url))
  if (hosts?.size === 0) crawls?.delete(claim.job)
}

/**
 * Returns the milliseconds until the time at which the site allows a retry. Returns `undefined` if it named no time
 * or the time has passed.
 */
const untilNamed = Effect.fnUntraced(function*({ retryAfter }: Passing) {
  if (retryAfter === undefined) return undefined
  const wait = Math.min(retryAfter - (yield* Clock.currentTimeMillis), MAX_NAMED_DELAY_MS)
  return wait > 0 ? wait : undefined
})

/** Returns the delay in milliseconds before the next attempt, if `attempt` attempts were made. */
const delayOf = (attempt: number, named: number | undefined): number | undefined => {
  const own = pauses[attempt - 1]
  if (own === undefined || named === undefined) return own === undefined ? undefined : Duration.toMillis(own)
  // The time that the site named takes precedence. If it was wrong, the default delays apply.
  const before = pauses[attempt - 2]
  return before === undefined ? named : Math.max(named, Duration.toMillis(before))
}

/**
 * Schedules a retry of an unavailable page, at the time that the site named or after a default delay. The team's
 * other pages of the host also wait if the site asks for a pause, or if several pages fail in a row. Returns
 * `undefined` if the page has used all attempts.
 */
export const again = Effect.fnUntraced(function*(
  store: JobStore["Service"],
  claim: Claim,
  passing: Passing
): Effect.fn.Return<Work | undefined, JobError> {
  const { status } = passing
  const name = hostOf(claim.url)
  const hosts = hostsOf(store, claim)
  const host = hosts.get(name) ?? { failures: 0, isGivenUp: false, hasRested: false, hasAnswered: false }
  hosts.set(name, host)
  host.failures++
  const named = yield* untilNamed(passing)
  const asksForTime = named !== undefined && !host.hasAnswered
  // If the site asks a second time for the same page to wait, only that page waits. The other pages then show whether
  // the whole host is unavailable.
  const isFirst = claim.attempt === 1
  const isAway = status === STATUS_TOO_MANY_REQUESTS || asksForTime && isFirst ||
    host.failures >= MAX_CONSECUTIVE_FAILURES
  // A single broken page is retried once, without a long wait.
  const delay = isAway || asksForTime || isFirst ? delayOf(claim.attempt, named) : undefined
  const rest = (delay: number) => store.rest({ team: claim.team, host: name, delay, job: claim.job })
  if (delay === undefined && isAway) host.isGivenUp = true
  if (delay === undefined || host.isGivenUp) {
    // After a 429, the host's other pages also wait until the host responds.
    if (status === STATUS_TOO_MANY_REQUESTS) yield* rest(Duration.toMillis(pauses[0]))
    return undefined
  }
  if (isAway) yield* rest(delay)
  if (named !== undefined) host.hasRested = true
  const what = status === undefined ? "does not respond" : `returned ${status}`
  const seconds = Math.ceil(delay / 1000)
  return { _tag: "Again", delay, warning: `${name} ${what}: its pages are retried in ${seconds} seconds` }
})
