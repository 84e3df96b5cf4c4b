/** Retry times of pages whose site does not respond at the moment. */
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { Claim } from "../Job.ts"
import type { JobError } from "../JobError.ts"
import type { JobStore } from "../JobStore.ts"
import type { Work } from "../JobWorker.ts"
import { hostOf } from "./submitting.ts"

/** Before the second, the third and the fourth try, of a host that is away: one that is started anew is back within two. */
const pauses = ["15 seconds", "1 minute", "4 minutes"] as const

/** Consecutive failures of a host after which its other pages wait as well. Fewer may be broken pages. */
const failuresInARow = 3

/**
 * Longest wait before a retry, in milliseconds, even if the site names a later time. Rate limits count by the minute or by
 * 15 minutes, and a crawl should not wait for a page that may never come.
 */
const longestNamed = Duration.toMillis("10 minutes")

/** Too Many Requests; Bad Gateway, Service Unavailable, Gateway Timeout. */
const tooMany = 429
const passing: ReadonlySet<number> = new Set([tooMany, 502, 503, 504])

/** Whether a page with this status may be another one in a moment. */
export const isPassing = (status: number | undefined): status is number => status !== undefined && passing.has(status)

/** A page that is not taken as it is: it costs nothing, and comes again. */
export class NotTaken extends Data.TaggedError("NotTaken")<Passing & { readonly status: number }> {}

/** Why a page may be another one in a moment: the status, or that nothing answered. */
export interface Passing {
  readonly status?: number
  /** Epoch milliseconds before which the site does not want to be asked again, where it says so. */
  readonly retryAfter?: number | undefined
}

interface Host {
  /** Pages that failed since the last one that did not. */
  failures: number
  /** Whether a page had all its tries since then, and others failed too: those that are left have one. */
  isGivenUp: boolean
  /** Whether it was left alone because it asked for that. */
  hasRested: boolean
  /** Whether it answered after a rest that it had asked for: what asks for another one may be a single page. */
  hasAnswered: boolean
}

/** Crawls whose hosts are known at a time: each takes what fits in a few kilobytes, and starts anew when it is forgotten. */
const mostCrawls = 1000

/** Hosts that did not answer, of the crawls of a store that are at work: the crawl that failed last is the last one. */
const stores = new WeakMap<JobStore["Service"], Map<string, Map<string, Host>>>()

const hostsOf = (store: JobStore["Service"], { job }: Claim): Map<string, Host> => {
  const crawls = stores.get(store) ?? new Map<string, Map<string, Host>>()
  stores.set(store, crawls)
  const hosts = crawls.get(job) ?? new Map<string, Host>()
  crawls.delete(job)
  crawls.set(job, hosts)
  const [oldest] = crawls.keys()
  if (crawls.size > mostCrawls && oldest !== undefined) crawls.delete(oldest)
  return hosts
}

/** Notes that the site of a page answers. */
export const answered = (store: JobStore["Service"], claim: Claim): void => {
  const crawls = stores.get(store)
  const hosts = crawls?.get(claim.job)
  const host = hosts?.get(hostOf(claim.url))
  if (host?.hasRested === true) Object.assign(host, { failures: 0, isGivenUp: false, hasAnswered: true })
  else hosts?.delete(hostOf(claim.url))
  if (hosts?.size === 0) crawls?.delete(claim.job)
}

/** Milliseconds from now until the time that the site named; `undefined` where it named none, or one that is over. */
const untilNamed = Effect.fnUntraced(function*({ retryAfter }: Passing) {
  if (retryAfter === undefined) return undefined
  const wait = Math.min(retryAfter - (yield* Clock.currentTimeMillis), longestNamed)
  return wait > 0 ? wait : undefined
})

/** Milliseconds until a page is asked for again that was asked for so many times. */
const delayOf = (attempt: number, named: number | undefined): number | undefined => {
  const own = pauses[attempt - 1]
  if (own === undefined || named === undefined) return own === undefined ? undefined : Duration.toMillis(own)
  // The site knows best; when it was wrong, it waits as long as it would have without it.
  const before = pauses[attempt - 2]
  return before === undefined ? named : Math.max(named, Duration.toMillis(before))
}

/**
 * Has a page come again that its site did not answer, at the time that the site named or after a pause of ours. The other
 * pages of its host that the team asks for wait as long where the site asks for fewer requests or for time, or where page
 * after page fails. `undefined` for a page that had all its tries.
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
  // A page that asks for time once more waits alone, so that others can show whether it is the host that is away.
  const isFirst = claim.attempt === 1
  const isAway = status === tooMany || asksForTime && isFirst || host.failures >= failuresInARow
  // A page that is broken by itself has one more try: nobody waits minutes for it.
  const delay = isAway || asksForTime || isFirst ? delayOf(claim.attempt, named) : undefined
  const rest = (delay: number) => store.rest({ team: claim.team, host: name, delay, job: claim.job })
  if (delay === undefined && isAway) host.isGivenUp = true
  if (delay === undefined || host.isGivenUp) {
    // Who asks for fewer requests gets them for the rest of its pages too, until it answers.
    if (status === tooMany) yield* rest(Duration.toMillis(pauses[0]))
    return undefined
  }
  if (isAway) yield* rest(delay)
  if (named !== undefined) host.hasRested = true
  const what = status === undefined ? "does not answer" : `answered ${status}`
  const seconds = Math.ceil(delay / 1000)
  return { _tag: "Again", delay, warning: `${name} ${what}: its pages are asked for again in ${seconds} seconds` }
})
