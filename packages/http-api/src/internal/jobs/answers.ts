/** Builds responses about jobs of every kind. */
import { CreditLedger } from "@dunlin/credits/CreditLedger"
import { robotsBlocked } from "@dunlin/jobs/Crawl"
import type { Job } from "@dunlin/jobs/Job"
import type { JobError } from "@dunlin/jobs/JobError"
import { JobStore } from "@dunlin/jobs/JobStore"
import type { Document } from "@dunlin/schema/Document"
import type { JobFailures, JobProgress, JobStatus } from "@dunlin/schema/JobResponse"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"
import * as ApiError from "../../ApiError.ts"
import { fromCreditError } from "../failures.ts"
import type { Key } from "../once.ts"
import type { Session } from "../operation.ts"
import type { Request } from "../request.ts"
import { sentence } from "../sentence.ts"

const MAX_RESPONSE_BYTES = 10 * 1024 * 1024
const MAX_RESULTS_PER_RESPONSE = 1000
const MAX_FAILURES_PER_RESPONSE = 10_000

const statuses: { readonly [S in Job["state"]]: JobStatus } = {
  running: "scraping",
  completed: "completed",
  cancelled: "cancelled",
  failed: "failed"
}

export const fromJobError = ({ reason }: JobError): ApiError.ApiError => {
  switch (reason._tag) {
    case "UnknownJob":
      return ApiError.make("NOT_FOUND", "Job not found: the id is wrong, or its results have expired")
    case "JobEnded":
      return ApiError.make("BAD_REQUEST", `The job was ${reason.state}; it accepts no more pages`)
    case "UnknownMonitor":
      return ApiError.make("NOT_FOUND", "The monitor or the check does not exist")
    case "TooManyMonitors":
      return ApiError.make(
        "FORBIDDEN",
        `The team has reached its limit of ${reason.limit} monitors; delete one first`
      )
    case "StoreUnavailable":
    case "PackageMissing":
      return ApiError.unavailable("The job store is unavailable", reason)
  }
}

const pathOf = ({ url }: Request): string => url.split("?", 1)[0]!.replace(/\/{2,}/g, "/")

export const idIn = (request: Request, base: string): string =>
  pathOf(request).slice(base.length + 1).split("/")[0] ?? ""

export const addressOf = ({ headers }: Request, path: string): string => {
  const protocol = headers["x-forwarded-proto"] === "https" ? "https" : "http"
  return `${protocol}://${headers.host ?? "localhost"}${path}`
}

/** A repeated request with the same key must have the same job id. */
export const idOf = (session: Session, key: Key | undefined): string => {
  if (key === undefined) return session.requestId
  const hex = createHash("sha256").update(key.digest).digest("hex")
  // A UUID (RFC 9562, version 8), like other job ids.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

export const checkCredits = Effect.fnUntraced(function*({ team }: Session) {
  const ledger = yield* CreditLedger
  const { available, unlimited } = yield* Effect.mapError(ledger.balance(team.id), fromCreditError)
  if (!unlimited && available <= 0) {
    return yield* ApiError.make(
      "PAYMENT_REQUIRED",
      "Insufficient credits to perform this request: none are left.",
      { details: { required: 1, available } }
    )
  }
})

const wholeNumber = (text: string | null, otherwise: number, most: number): number =>
  text !== null && /^\d{1,15}$/.test(text) ? Math.min(Number(text), most) : otherwise

export const progress = Effect.fnUntraced(function*(session: Session, base: string) {
  const store = yield* JobStore
  const { request, team } = session
  const target = { team: team.id, job: idIn(request, base) }
  const parameters = new URL(request.url, "http://localhost").searchParams
  const skip = wholeNumber(parameters.get("skip"), 0, Number.MAX_SAFE_INTEGER)
  const limit = Math.max(1, wholeNumber(parameters.get("limit"), MAX_RESULTS_PER_RESPONSE, MAX_RESULTS_PER_RESPONSE))
  const job = yield* Effect.mapError(store.get(target), fromJobError)
  const { next, results } = parameters.get("skipData") === "true"
    ? { next: undefined, results: [] }
    : yield* Effect.mapError(store.results({ ...target, skip, limit, maxBytes: MAX_RESPONSE_BYTES }), fromJobError)
  session.note.results = results.length
  const trouble = yield* troubleOf(job)
  const omitted = job.kind === "crawl" ? yield* Effect.mapError(store.omissions(target), fromJobError) : []
  const path = `${base}/${target.job}?skip=${next}${parameters.has("limit") ? `&limit=${limit}` : ""}`
  return {
    ...toProgress(trouble === undefined ? job : warned(job, trouble), results as ReadonlyArray<Document>),
    ...(omitted.length === 0 ? {} : { omitted }),
    ...(next === undefined ? {} : { next: addressOf(request, path) })
  } satisfies JobProgress
})

const warned = (job: Job, warning: string): Job => ({
  ...job,
  warning: job.warning === undefined ? warning : `${job.warning} ${warning}`
})

const deliveriesOf = ({ id, spec }: Job): string | undefined =>
  (spec as { readonly webhook?: unknown }).webhook === undefined ? undefined : `${id}:webhook`

const troubleOf = Effect.fnUntraced(function*(job: Job) {
  const deliveries = deliveriesOf(job)
  if (deliveries === undefined) return undefined
  const store = yield* JobStore
  const found = yield* Effect.option(store.get({ team: job.team, job: deliveries }))
  if (found._tag === "None") return undefined
  const { counts: { failed }, warning } = found.value
  if (failed === 0) return warning
  return `${
    failed === 1 ? "1 event" : `${failed} events`
  } of the job could not be delivered to its webhook; see /errors.`
})

const MILLISECONDS_PER_SECOND = 1000

const iso = (milliseconds: number): string => DateTime.formatIso(DateTime.makeUnsafe(milliseconds))

export const toProgress = (job: Job, data: ReadonlyArray<Document>): JobProgress => ({
  success: true,
  status: statuses[job.state],
  total: job.counts.total,
  completed: job.counts.done,
  creditsUsed: job.credits,
  createdAt: iso(job.createdAt),
  ...(job.endedAt === undefined
    ? {}
    : { completedAt: iso(job.endedAt), duration: (job.endedAt - job.createdAt) / MILLISECONDS_PER_SECOND }),
  expiresAt: iso(job.expiresAt),
  data,
  ...(job.warning === undefined ? {} : { warning: job.warning })
})

export const failures = Effect.fnUntraced(function*({ request, team }: Session, base: string) {
  const store = yield* JobStore
  const pages = yield* Effect.mapError(
    store.failures({ team: team.id, job: idIn(request, base), limit: MAX_FAILURES_PER_RESPONSE }),
    fromJobError
  )
  const job = yield* Effect.mapError(store.get({ team: team.id, job: idIn(request, base) }), fromJobError)
  const deliveries = deliveriesOf(job)
  const undelivered = deliveries === undefined
    ? []
    : yield* Effect.orElseSucceed(
      store.failures({ team: team.id, job: deliveries, limit: MAX_FAILURES_PER_RESPONSE }),
      () => []
    )
  return {
    success: true,
    errors: [...pages.filter(({ error }) => error.code !== robotsBlocked), ...undelivered].map((
      { at, error, key, url }
    ) => ({
      id: createHash("sha256").update(key).digest("hex").slice(0, 32),
      timestamp: DateTime.formatIso(DateTime.makeUnsafe(at)),
      url,
      code: error.code,
      error: sentence(error.message)
    })),
    robotsBlocked: pages.filter(({ error }) => error.code === robotsBlocked).map(({ url }) => url)
  } satisfies JobFailures
})

export const cancel = Effect.fnUntraced(function*({ request, team }: Session, base: string) {
  const store = yield* JobStore
  const job = yield* Effect.mapError(store.cancel({ team: team.id, job: idIn(request, base) }), fromJobError)
  if (job.state !== "cancelled") {
    return yield* ApiError.make("JOB_ENDED", `The job cannot be cancelled: it is already ${statuses[job.state]}`)
  }
  return { success: true, status: "cancelled", message: "The job was cancelled; completed pages are kept" } as const
})
