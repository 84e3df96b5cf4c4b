import * as Extract from "@dunlin/jobs/Extract"
import type { Job } from "@dunlin/jobs/Job"
import { JobStore } from "@dunlin/jobs/JobStore"
import * as ExtractRequest from "@dunlin/schema/ExtractRequest"
import type { ExtractStatus, JobStarted } from "@dunlin/schema/JobResponse"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as ApiError from "../../ApiError.ts"
import { CrawlPlanner } from "../../CrawlPlanner.ts"
import * as Team from "../../Team.ts"
import { readJson } from "../body.ts"
import { fromCreditError, fromScrapeError } from "../failures.ts"
import { noteUser } from "../noteUser.ts"
import { keyOf, once } from "../once.ts"
import { operation, type Session } from "../operation.ts"
import { json } from "../respond.ts"
import { sentence } from "../sentence.ts"
import * as Answers from "./answers.ts"

const submit = Effect.fnUntraced(function*(
  session: Session,
  request: ExtractRequest.ExtractRequest,
  id: string,
  base: string,
  warnings: ReadonlyArray<string>
) {
  yield* Answers.checkCredits(session)
  const { invalidUrls } = yield* Extract.submit({ id, caller: Team.toCaller(session.team), request }).pipe(
    Effect.catchTags({
      InvalidRequest: (error) => Effect.fail(ApiError.fromInvalidRequest(error)),
      JobError: (error) => Effect.fail(Answers.fromJobError(error)),
      CreditError: (error) => Effect.fail(fromCreditError(error)),
      ScrapeError: (error) => Effect.fail(fromScrapeError(error))
    })
  )
  return {
    success: true,
    id,
    url: Answers.addressOf(session.request, `${base}/${id}`),
    ...(invalidUrls.length === 0 ? {} : { invalidURLs: invalidUrls }),
    ...(warnings.length === 0 ? {} : { warning: warnings.join(" ") })
  } satisfies JobStarted
})

/** With a schema, the declared data of pages may be enough without a model. */
const checkModel = Effect.fnUntraced(function*({ schema }: ExtractRequest.ExtractRequest) {
  const { lacksModel } = yield* CrawlPlanner
  if (schema === undefined && lacksModel !== undefined) {
    return yield* ApiError.make(
      "MODEL_NOT_CONFIGURED",
      `A prompt without a schema requires a language model, and this server has none; ${lacksModel}`
    )
  }
})

const emptinessOf = Effect.fnUntraced(function*({ counts: { failed, total }, id, team }: Job) {
  const store = yield* JobStore
  const [first] = yield* Effect.mapError(store.failures({ team, job: id, limit: 1 }), Answers.fromJobError)
  const pages = failed === total
    ? `No data found on any of ${total} pages`
    : `No data found on ${failed} of ${total} pages`
  return first === undefined ? `${pages}.` : `${pages}; ${first.url}: ${sentence(first.error.message)}`
})

const withScrapeOptions = (
  { auditMetadata, threatProtection, ...request }: ExtractRequest.ExtractRequest
): ExtractRequest.ExtractRequest => ({
  ...request,
  scrapeOptions: {
    ...(threatProtection === undefined ? {} : { threatProtection }),
    ...(auditMetadata === undefined ? {} : { auditMetadata }),
    ...request.scrapeOptions
  }
})

export const endpoints = (base: string) => ({
  start: operation({ name: "extract", metered: true }, (session) =>
    Effect.gen(function*() {
      const { json: input, text } = yield* readJson(session.request)
      const { request: decoded, warnings } = yield* Effect.mapError(
        ExtractRequest.decodeBody(input),
        ApiError.fromInvalidRequest
      )
      const request = withScrapeOptions(decoded)
      yield* checkModel(request)
      if (request.scrapeOptions.zeroDataRetention) session.note.retention = "zdr"
      const key = yield* keyOf(session, "extract", text)
      const notices = [...warnings, ...noteUser(session, request.scrapeOptions.auditMetadata)]
      return yield* once(session, key, () => submit(session, request, Answers.idOf(session, key), base, notices))
    })),
  status: operation({ name: "extract-status", metered: false }, (session) =>
    Effect.gen(function*() {
      const store = yield* JobStore
      const job = yield* Effect.mapError(
        store.get({ team: session.team.id, job: Answers.idIn(session.request, base) }),
        Answers.fromJobError
      )
      const { data, sources } = yield* Effect.mapError(Extract.result(job), Answers.fromJobError)
      const emptiness = job.counts.failed === 0 ? undefined : yield* emptinessOf(job)
      const isEmpty = data === undefined && (job.state === "completed" || job.state === "failed")
      const warnings = [isEmpty ? undefined : job.warning, isEmpty ? undefined : emptiness].filter(
        Predicate.isNotUndefined
      )
      const { invalidUrls, showSources } = job.spec as unknown as {
        readonly invalidUrls: ReadonlyArray<string>
        readonly showSources: boolean
      }
      const body: ExtractStatus = {
        success: true,
        status: job.state === "running"
          ? "processing"
          : isEmpty
          ? "failed"
          : job.state,
        data: job.state === "running" ? [] : data ?? [],
        expiresAt: DateTime.formatIso(DateTime.makeUnsafe(job.expiresAt)),
        creditsUsed: job.credits,
        ...(showSources ? { sources } : {}),
        ...(invalidUrls.length === 0 ? {} : { invalidURLs: invalidUrls }),
        ...(isEmpty && (emptiness ?? job.warning) !== undefined ? { error: emptiness ?? job.warning! } : {}),
        ...(warnings.length === 0 ? {} : { warning: warnings.join(" ") })
      }
      return json(body)
    }))
})
