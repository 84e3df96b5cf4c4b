/** When pages of a crawl are asked for again, because their site does not answer for now. */
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

/** Pages of a host that fail one after the other until the others wait as well: fewer may be broken by themselves. */
const failuresInARow = 3

/** Too Many Requests; Bad Gateway, Service Unavailable, Gateway Timeout. */
const tooMany = 429
const passing: ReadonlySet<number> = new Set([tooMany, 502, 503, 504])

/** Whether a page with this status may be another one in a moment. */
export const isPassing = (status: number | undefined): status is number => status !== undefined && passing.has(status)

/** A page that is not taken as it is: it costs nothing, and comes again. */
export class NotTaken extends Data.TaggedError("NotTaken")<{ readonly status: number }> {}

/** Why a page may be another one in a moment: the status, or that nothing answered. */
export interface Passing {
  readonly status?: number
}

interface Host {
  /** Pages that failed since the last one that did not. */
  failures: number
  /** Whether a page had all its tries since then, and others failed too: those that are left have one. */
  isGivenUp: boolean
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
  hosts?.delete(hostOf(claim.url))
  if (hosts?.size === 0) crawls?.delete(claim.job)
}

/**
 * Has a page come again that its site did not answer, and the other pages of its host wait as long where the site asks
 * for fewer requests, or where page after page fails: no crawl of any team asks it meanwhile. `undefined` for a page that
 * had all its tries.
 */
export const again = Effect.fnUntraced(function*(
  store: JobStore["Service"],
  claim: Claim,
  { status }: Passing
): Effect.fn.Return<Work | undefined, JobError> {
  const name = hostOf(claim.url)
  const hosts = hostsOf(store, claim)
  const host = hosts.get(name) ?? { failures: 0, isGivenUp: false }
  hosts.set(name, host)
  host.failures++
  const isAway = status === tooMany || host.failures >= failuresInARow
  // A page that is broken by itself has one more try: nobody waits minutes for it.
  const pause = isAway || claim.attempt === 1 ? pauses[claim.attempt - 1] : undefined
  if (pause === undefined && isAway) host.isGivenUp = true
  if (pause === undefined || host.isGivenUp) {
    // Who asks for fewer requests gets them for the rest of its pages too, until it answers.
    if (status === tooMany) yield* store.rest({ host: name, delay: Duration.toMillis(pauses[0]) })
    return undefined
  }
  const delay = Duration.toMillis(pause)
  if (isAway) yield* store.rest({ host: name, delay })
  const what = status === undefined ? "does not answer" : `answered ${status}`
  return { _tag: "Again", delay, warning: `${name} ${what}: its pages are asked for again in ${delay / 1000} seconds` }
})
