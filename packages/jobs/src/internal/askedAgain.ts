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

/** A site that restarts is usually available again after the first or second retry. */
const pauses = ["15 seconds", "1 minute", "4 minutes"] as const

/** Fewer consecutive failures of a host may be caused by broken pages. */
const MAX_CONSECUTIVE_FAILURES = 3

/**
 * Rate limits usually last a minute or 15 minutes. A crawl should not wait longer for a page that may never be
 * available.
 */
const MAX_NAMED_DELAY_MS = Duration.toMillis("10 minutes")

const STATUS_TOO_MANY_REQUESTS = 429
const passing: ReadonlySet<number> = new Set([STATUS_TOO_MANY_REQUESTS, 502, 503, 504])

export const isPassing = (status: number | undefined): status is number => status !== undefined && passing.has(status)

/** The page's site is temporarily unavailable. The page is not charged, and is retried. */
export class NotTaken extends Data.TaggedError("NotTaken")<Passing & { readonly status: number }> {}

export interface Passing {
  readonly status?: number
  readonly retryAfter?: number | undefined
}

interface Host {
  failures: number
  /**
   * Whether a page has used all its attempts and other pages have failed too, since the host's last successful page.
   * If so, the remaining pages have one attempt each.
   */
  isGivenUp: boolean
  hasRested: boolean
  /**
   * Whether the host responded after a pause that it had requested. If it requests another pause, the cause may be a
   * single page.
   */
  hasAnswered: boolean
}

/** Each crawl uses a few kilobytes. If a crawl is evicted, its counts restart at 0. */
const MAX_CRAWLS = 1000

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

export const answered = (store: JobStore["Service"], claim: Claim): void => {
  const crawls = stores.get(store)
  const hosts = crawls?.get(claim.job)
  const host = hosts?.get(hostOf(claim.url))
  if (host?.hasRested === true) Object.assign(host, { failures: 0, isGivenUp: false, hasAnswered: true })
  else hosts?.delete(hostOf(claim.url))
  if (hosts?.size === 0) crawls?.delete(claim.job)
}

const untilNamed = Effect.fnUntraced(function*({ retryAfter }: Passing) {
  if (retryAfter === undefined) return undefined
  const wait = Math.min(retryAfter - (yield* Clock.currentTimeMillis), MAX_NAMED_DELAY_MS)
  return wait > 0 ? wait : undefined
})

const delayOf = (attempt: number, named: number | undefined): number | undefined => {
  const own = pauses[attempt - 1]
  if (own === undefined || named === undefined) return own === undefined ? undefined : Duration.toMillis(own)
  // The time that the site named takes precedence. If it was too early, the default delays apply.
  const before = pauses[attempt - 2]
  return before === undefined ? named : Math.max(named, Duration.toMillis(before))
}

/**
 * Schedules a retry of a page whose site is unavailable. The delay is the time that the site named, or a default. If
 * the site requests a pause or several of its pages fail in a row, the team's other pages of the host wait too.
 * Returns `undefined` if the page has used all attempts.
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
  const isFirst = claim.attempt === 1
  const isAway = status === STATUS_TOO_MANY_REQUESTS || asksForTime && isFirst ||
    host.failures >= MAX_CONSECUTIVE_FAILURES
  // A single broken page is retried once, without a long wait.
  const delay = isAway || asksForTime || isFirst ? delayOf(claim.attempt, named) : undefined
  const rest = (delay: number) => store.rest({ team: claim.team, host: name, delay, job: claim.job })
  if (delay === undefined && isAway) host.isGivenUp = true
  if (delay === undefined || host.isGivenUp) {
    if (status === STATUS_TOO_MANY_REQUESTS) yield* rest(Duration.toMillis(pauses[0]))
    return undefined
  }
  if (isAway) yield* rest(delay)
  if (named !== undefined) host.hasRested = true
  const what = status === undefined ? "does not respond" : `returned ${status}`
  const seconds = Math.ceil(delay / 1000)
  return { _tag: "Again", delay, warning: `${name} ${what}: its pages are retried in ${seconds} seconds` }
})
