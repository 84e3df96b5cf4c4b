import * as Crawl from "@dunlin/jobs/Crawl"
import { JobStore } from "@dunlin/jobs/JobStore"
import * as CrawlRequest from "@dunlin/schema/CrawlRequest"
import type { JobStarted } from "@dunlin/schema/JobResponse"
import type { Upgraded } from "@dunlin/schema/Upgrade"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as ApiError from "../../ApiError.ts"
import { CrawlPlanner } from "../../CrawlPlanner.ts"
import * as Team from "../../Team.ts"
import { readJson } from "../body.ts"
import { asksForEvents, respondJob } from "../events.ts"
import { fromScrapeError } from "../failures.ts"
import { noteUser } from "../noteUser.ts"
import { keyOf, once } from "../once.ts"
import { operation, type Session } from "../operation.ts"
import { json, largeJson } from "../respond.ts"
import * as Answers from "./answers.ts"

const asIs = (body: unknown): Upgraded => ({ body, warnings: [] })

const MAX_LISTED_CRAWLS = 100

const decode = (input: unknown) => Effect.mapError(CrawlRequest.decodeBody(input), ApiError.fromInvalidRequest)

/** Explicit options take precedence over the prompt. */
const planned = Effect.fnUntraced(function*(input: unknown, request: CrawlRequest.CrawlRequest) {
  if (request.prompt === undefined || !Predicate.isObject(input)) return request
  const planner = yield* CrawlPlanner
  const { maxDepth: _, ...plan } = yield* planner.plan({ url: request.url, prompt: request.prompt })
  return (yield* decode({ ...plan, ...input })).request
})

const submit = Effect.fnUntraced(function*(
  session: Session,
  request: CrawlRequest.CrawlRequest,
  id: string,
  base: string,
  warnings: ReadonlyArray<string>
) {
  yield* Answers.checkCredits(session)
  yield* Crawl.submit({ id, caller: Team.toCaller(session.team), request }).pipe(
    Effect.catchTags({
      InvalidRequest: (error) => Effect.fail(ApiError.fromInvalidRequest(error)),
      JobError: (error) => Effect.fail(Answers.fromJobError(error)),
      ScrapeError: (error) => Effect.fail(fromScrapeError(error))
    })
  )
  return {
    success: true,
    id,
    url: Answers.addressOf(session.request, `${base}/${id}`),
    ...(warnings.length === 0 ? {} : { warning: warnings.join(" ") })
  } satisfies JobStarted
})

export const endpoints = (base: string, upgrade: (body: unknown) => Upgraded = asIs) => ({
  start: operation({ name: "crawl", metered: true }, (session) =>
    Effect.gen(function*() {
      const { json: input, text } = yield* readJson(session.request)
      const { body, warnings: upgraded } = upgrade(input)
      const decoded = yield* decode(body)
      const request = yield* planned(body, decoded.request)
      const warnings = [
        ...upgraded,
        ...decoded.warnings,
        ...noteUser(session, request.scrapeOptions.auditMetadata)
      ]
      session.note.url = request.url
      if (request.zeroDataRetention || request.scrapeOptions.zeroDataRetention) session.note.retention = "zdr"
      const key = yield* keyOf(session, "crawl", text)
      return yield* once(session, key, () => submit(session, request, Answers.idOf(session, key), base, warnings))
    })),
  status: operation(
    { name: "crawl-status", metered: false },
    (session) =>
      asksForEvents(session)
        ? respondJob(session, Answers.idIn(session.request, base))
        : Effect.flatMap(Answers.progress(session, base), (body) => largeJson(body, session.requestId))
  ),
  errors: operation(
    { name: "crawl-errors", metered: false },
    (session) => Effect.map(Answers.failures(session, base), (body) => json(body))
  ),
  cancel: operation(
    { name: "crawl-cancel", metered: false },
    (session) => Effect.map(Answers.cancel(session, base), (body) => json(body))
  )
})

export const active = operation({ name: "crawl-active", metered: false }, ({ team }) =>
  Effect.gen(function*() {
    const store = yield* JobStore
    const jobs = yield* Effect.mapError(
      store.list({ team: team.id, kind: "crawl", state: "running", limit: MAX_LISTED_CRAWLS }),
      Answers.fromJobError
    )
    return json({
      success: true,
      crawls: jobs.map(({ createdAt, id, spec }) => {
        const { request: { url, ...options } } = spec as unknown as { readonly request: CrawlRequest.CrawlRequest }
        return { id, teamId: team.id, url, created_at: DateTime.formatIso(DateTime.makeUnsafe(createdAt)), options }
      })
    })
  }))
