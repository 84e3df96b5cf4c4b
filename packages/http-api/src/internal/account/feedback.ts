/** Implements `/v2/feedback`, which stores ratings of responses. No credits are refunded. */
import { JobStore } from "@dunlin/jobs/JobStore"
import * as Feedback from "@dunlin/schema/Feedback"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import { createHash } from "node:crypto"
import * as ApiError from "../../ApiError.ts"
import { readJson } from "../body.ts"
import { fromJobError } from "../jobs/answers.ts"
import { operation, type Session } from "../operation.ts"
import { json } from "../respond.ts"

const RETENTION_DAYS = 90
const MILLISECONDS_PER_DAY = 86_400_000

const MAX_ENTRIES = 100

/** Only the first feedback about a response counts, so its id is derived from the response. */
const idOf = (team: string, endpoint: string, jobId: string): string =>
  `feedback-${createHash("sha256").update(JSON.stringify([team, endpoint, jobId])).digest("hex").slice(0, 32)}`

const record = Effect.fnUntraced(function*(
  { team }: Session,
  feedback: { readonly endpoint: string; readonly jobId: string },
  warnings: ReadonlyArray<string>
) {
  const store = yield* JobStore
  const { created, job } = yield* Effect.mapError(
    store.submit({
      id: idOf(team.id, feedback.endpoint, feedback.jobId),
      team: team.id,
      kind: "feedback",
      spec: feedback as unknown as Schema.Json,
      retention: RETENTION_DAYS * MILLISECONDS_PER_DAY,
      pages: []
    }),
    fromJobError
  )
  return json(
    {
      success: true,
      feedbackId: job.id,
      creditsRefunded: 0,
      ...(created ? {} : { alreadySubmitted: true }),
      warning: [...warnings, "This server does not refund credits for feedback."].join(" ")
    } satisfies Feedback.FeedbackResponse
  )
})

export const feedback = operation({ name: "feedback", metered: true }, (session) =>
  Effect.gen(function*() {
    const { json: input } = yield* readJson(session.request)
    const { request, warnings } = yield* Effect.mapError(Feedback.decode(input), ApiError.fromInvalidRequest)
    return yield* record(session, request, warnings)
  }))

export const searchFeedback = operation({ name: "feedback", metered: true }, (session) =>
  Effect.gen(function*() {
    const { json: input } = yield* readJson(session.request)
    const { request, warnings } = yield* Effect.mapError(Feedback.decodeSearch(input), ApiError.fromInvalidRequest)
    const jobId = session.request.url.split("?", 1)[0]!.replace(/\/{2,}/g, "/").split("/")[3] ?? ""
    return yield* record(session, { ...request, endpoint: "search", jobId }, warnings)
  }))

export const listFeedback = operation({ name: "feedback-list", metered: false }, ({ team }) =>
  Effect.gen(function*() {
    const store = yield* JobStore
    const found = yield* Effect.mapError(
      store.list({ team: team.id, kind: "feedback", limit: MAX_ENTRIES }),
      fromJobError
    )
    return json({
      success: true,
      data: found.map(({ createdAt, id, spec }) => ({
        ...spec as object,
        feedbackId: id,
        createdAt: DateTime.formatIso(DateTime.makeUnsafe(createdAt))
      }))
    })
  }))
