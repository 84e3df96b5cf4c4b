/** Simulates the jobs of a fake server, with a response to each poll. */
import type { Document } from "@dunlin/schema/Document"
import type { ErrorCode } from "@dunlin/schema/ErrorBody"
import type { ExtractStatus, JobProgress } from "@dunlin/schema/JobResponse"
import type * as Schema from "effect/Schema"
import * as ApiError from "../../ApiError.ts"
import * as Fixtures from "./fixtures.ts"
import type { Course } from "./model.ts"
import { fromError, ok, refusal, type Reply } from "./replies.ts"

export interface Plan {
  readonly base: `/${string}`
  readonly url: string
  readonly options: Schema.Json
  readonly documents: ReadonlyArray<Document>
  readonly data?: Schema.Json
  readonly course: Course
}

interface Job extends Plan {
  readonly id: string
  polled: number
  isCancelled: boolean
}

const expiresAt = "2100-01-01T00:00:00.000Z"
const begun = "2026-01-01T00:00:00.000Z"

export interface Question {
  readonly method: string
  readonly path: string
  readonly parameters: URLSearchParams
  readonly origin: string
  readonly requestId: string
}

const standOf = ({ polled, course, documents, isCancelled }: Job) => {
  const poll = isCancelled ? undefined : course.polls?.[polled]
  if (typeof poll === "string") return poll
  return poll === undefined
    ? { done: documents.length, status: isCancelled ? "cancelled" as const : course.ends ?? "completed" as const }
    : { done: Math.min(poll, documents.length), status: "scraping" as const }
}

const progressOf = (job: Job, done: number, status: JobProgress["status"], question: Question): JobProgress => {
  const skip = Number(question.parameters.get("skip") ?? 0)
  const end = Math.min(done, skip + (job.course.pageSize ?? job.documents.length))
  return Fixtures.progress({
    success: true,
    status,
    total: job.documents.length + (job.course.failures?.length ?? 0),
    completed: done,
    creditsUsed: done,
    expiresAt,
    ...(end < done ? { next: `${question.origin}${job.base}/${job.id}?skip=${end}` } : {}),
    data: job.documents.slice(skip, end)
  })
}

const extractionOf = ({ data }: Job, status: JobProgress["status"]): ExtractStatus =>
  Fixtures.extract({
    success: true,
    status: status === "scraping" ? "processing" : status,
    data: status === "completed" ? data ?? {} : [],
    expiresAt,
    creditsUsed: status === "completed" ? 1 : 0
  })

const statusOf = (job: Job, question: Question): Reply => {
  const stand = standOf(job)
  if (!question.parameters.has("skip")) job.polled++
  if (typeof stand === "string") return refusal(stand satisfies ErrorCode, {}, question.requestId)
  return ok(
    job.data === undefined ? progressOf(job, stand.done, stand.status, question) : extractionOf(job, stand.status)
  )
}

const failuresOf = ({ course }: Job) =>
  Fixtures.failures({
    success: true,
    errors: (course.failures ?? []).map((
      { code = "SCRAPE_SITE_ERROR", error = "the page returned 500", url },
      index
    ) => ({
      id: String(index + 1),
      timestamp: begun,
      url,
      code,
      error
    })),
    robotsBlocked: []
  })

const cancel = (job: Job, requestId: string): Reply => {
  const stand = standOf(job)
  if (typeof stand === "object" && stand.status !== "scraping" && !job.isCancelled) {
    const error = ApiError.make("BAD_REQUEST", `The job cannot be cancelled: it is already ${stand.status}`)
    return fromError(error, requestId)
  }
  job.isCancelled = true
  return ok({ success: true, status: "cancelled", message: "The job was cancelled; completed pages are kept" })
}

export const make = () => {
  const jobs = new Map<string, Job>()
  const active = () =>
    [...jobs.values()].filter((job) => {
      const stand = standOf(job)
      return job.base === "/v2/crawl" && (typeof stand === "string" || stand.status === "scraping")
    })
  return {
    start: (plan: Plan, id: string, origin: string): Reply => {
      jobs.set(id, { ...plan, id, polled: 0, isCancelled: false })
      return ok({ success: true, id, url: `${origin}${plan.base}/${id}` })
    },
    ask: (question: Question): Reply | undefined => {
      const { method, path, requestId } = question
      if (method === "GET" && path === "/v2/crawl/active") {
        const crawls = active().map(({ id, options, url }) => ({ id, teamId: "fake", url, created_at: begun, options }))
        return ok({ success: true, crawls })
      }
      const [, base, id, what] = /^(\/v2\/(?:crawl|batch\/scrape|extract))\/([^/]+)(\/errors)?$/.exec(path) ?? []
      if (base === undefined || id === undefined || !["GET", "DELETE"].includes(method)) return undefined
      const job = jobs.get(id)
      if (job?.base !== base) {
        const error = ApiError.make("NOT_FOUND", "Job not found: the id is wrong, or its results have expired")
        return fromError(error, requestId)
      }
      if (what !== undefined) return ok(failuresOf(job))
      return method === "DELETE" ? cancel(job, requestId) : statusOf(job, question)
    }
  }
}
