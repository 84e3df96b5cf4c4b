import * as Batch from "@dunlin/jobs/Batch"
import * as Retention from "@dunlin/pipeline/Retention"
import * as BatchRequest from "@dunlin/schema/BatchRequest"
import type { JobStarted } from "@dunlin/schema/JobResponse"
import type * as Upgrade from "@dunlin/schema/Upgrade"
import * as Effect from "effect/Effect"
import * as ApiError from "../../ApiError.ts"
import * as Team from "../../Team.ts"
import { readJson } from "../body.ts"
import { asksForEvents, respondJob } from "../events.ts"
import { fromScrapeError } from "../failures.ts"
import { noteUser } from "../noteUser.ts"
import { keyOf, once } from "../once.ts"
import { operation, type Session } from "../operation.ts"
import { json, largeJson } from "../respond.ts"
import * as Answers from "./answers.ts"

const asIs = (body: unknown): Upgrade.Upgraded => ({ body, warnings: [] })

const submit = Effect.fnUntraced(function*(
  session: Session,
  request: BatchRequest.BatchRequest,
  id: string,
  base: string,
  warnings: ReadonlyArray<string>
) {
  yield* Answers.checkCredits(session)
  const submitted = yield* Batch.submit({ id, caller: Team.toCaller(session.team), request }).pipe(
    Effect.catchTags({
      InvalidRequest: (error) => Effect.fail(ApiError.fromInvalidRequest(error)),
      JobError: (error) => Effect.fail(Answers.fromJobError(error)),
      ScrapeError: (error) => Effect.fail(fromScrapeError(error))
    })
  )
  session.note.results = request.urls.length - submitted.invalidUrls.length
  return {
    success: true,
    id: submitted.id,
    url: Answers.addressOf(session.request, `${base}/${submitted.id}`),
    ...(submitted.invalidUrls.length === 0 ? {} : { invalidURLs: submitted.invalidUrls }),
    ...(warnings.length === 0 ? {} : { warning: warnings.join(" ") })
  } satisfies JobStarted
})

export const endpoints = (base: string, upgrade: (body: unknown) => Upgrade.Upgraded = asIs) => ({
  start: operation({ name: "batch", metered: true }, (session) =>
    Effect.gen(function*() {
      const { json: input, text } = yield* readJson(session.request)
      const { body, warnings: upgraded } = upgrade(input)
      const { request, warnings } = yield* Effect.mapError(BatchRequest.decodeBody(body), ApiError.fromInvalidRequest)
      session.note.retention = Retention.of([], request)
      const key = yield* keyOf(session, "batch", text)
      const notices = [...upgraded, ...warnings, ...noteUser(session, request.auditMetadata)]
      return yield* once(session, key, () => submit(session, request, Answers.idOf(session, key), base, notices))
    })),
  status: operation(
    { name: "batch-status", metered: false },
    (session) =>
      asksForEvents(session)
        ? respondJob(session, Answers.idIn(session.request, base))
        : Effect.flatMap(Answers.progress(session, base), (body) => largeJson(body, session.requestId))
  ),
  errors: operation(
    { name: "batch-errors", metered: false },
    (session) => Effect.map(Answers.failures(session, base), (body) => json(body))
  ),
  cancel: operation(
    { name: "batch-cancel", metered: false },
    (session) => Effect.map(Answers.cancel(session, base), (body) => json(body))
  )
})
