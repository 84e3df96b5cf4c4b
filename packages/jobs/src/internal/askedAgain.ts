/** When pages of a crawl are asked for again, because their site does not answer for now. */
import type { CrawlRequest } from "@dunlin/schema/CrawlRequest"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { Claim } from "../Job.ts"
import type { JobError } from "../JobError.ts"
import type { JobStore } from "../JobStore.ts"
import type { Work } from "../JobWorker.ts"
import { hostOf } from "./submitting.ts"

/** Before the second, the third and the fourth try: a server that is started anew is back within the first two. */
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
  /** Whether a page had all its tries since then: the others have one. */
  isGivenUp: boolean
}

/** Hosts of crawls at work, by the requests of the crawls. */
const hosts = new WeakMap<CrawlRequest, Map<string, Host>>()

const hostsOf = (request: CrawlRequest): Map<string, Host> => {
  const known = hosts.get(request) ?? new Map<string, Host>()
  hosts.set(request, known)
  return known
}

/** Notes that the site of a page answers. */
export const answered = (claim: Claim, request: CrawlRequest): void => {
  hosts.get(request)?.delete(hostOf(claim.url))
}

/**
 * Has a page come again that its site did not answer, and the other pages of its host wait as long where the site asks
 * for fewer requests, or where page after page fails. `undefined` for a page that had all its tries.
 */
export const again = Effect.fnUntraced(function*(
  store: JobStore["Service"],
  claim: Claim,
  request: CrawlRequest,
  { status }: Passing
): Effect.fn.Return<Work | undefined, JobError> {
  const name = hostOf(claim.url)
  const known = hostsOf(request)
  const host = known.get(name) ?? { failures: 0, isGivenUp: false }
  known.set(name, host)
  host.failures++
  const pause = pauses[claim.attempt - 1]
  if (pause === undefined) host.isGivenUp = true
  if (pause === undefined || host.isGivenUp) return undefined
  const delay = Duration.toMillis(pause)
  if (status === tooMany || host.failures >= failuresInARow) yield* store.rest({ host: name, delay })
  const what = status === undefined ? "does not answer" : `answered ${status}`
  return { _tag: "Again", delay, warning: `${name} ${what}: its pages are asked for again in ${delay / 1000} seconds` }
})
