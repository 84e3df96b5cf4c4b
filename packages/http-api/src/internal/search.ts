import * as Restorable from "@dunlin/pipeline/Restorable"
import * as Retention from "@dunlin/pipeline/Retention"
import { Searcher, type SearchTask } from "@dunlin/pipeline/Searcher"
import * as SearchMany from "@dunlin/schema/SearchMany"
import * as SearchRequest from "@dunlin/schema/SearchRequest"
import type { SearchResponse } from "@dunlin/schema/SearchResponse"
import * as Upgrade from "@dunlin/schema/Upgrade"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as ApiError from "../ApiError.ts"
import type { Idempotency } from "../Idempotency.ts"
import * as Team from "../Team.ts"
import { readJson } from "./body.ts"
import { asksForEvents, respond } from "./events.ts"
import { fromSearchFailure } from "./failures.ts"
import { noteUser } from "./noteUser.ts"
import { keyOf, once } from "./once.ts"
import { operation, type Session } from "./operation.ts"
import { countOf } from "./results.ts"

export const decode = (session: Session, json: unknown) =>
  SearchRequest.decode(json).pipe(
    Effect.mapErrorEager(ApiError.fromInvalidRequest),
    Effect.mapEager((decoded) => {
      const { request } = decoded
      session.note.retention = Retention.of(request.enterprise, request.scrapeOptions)
      session.note.query = request.query
      return decoded
    })
  )

const askedOf = ({ note: { retention } }: Session, { request }: SearchTask): Restorable.Options => ({
  redactPII: request.scrapeOptions?.redactPII,
  retention
})

export const run = (session: Session, searcher: Searcher["Service"], task: SearchTask) =>
  Effect.mapBoth(Restorable.search(askedOf(session, task), searcher.search(task)), {
    onFailure: fromSearchFailure,
    onSuccess: (response) => {
      session.note.results = countOf(response.data)
      session.note.credits = response.creditsUsed
      return response
    }
  })

export const chargedAs = ({ team }: Session, task: SearchTask, charge: string | undefined): SearchTask => ({
  ...task,
  caller: Team.toCaller(team, charge)
})

/** A stream is not stored for its `Idempotency-Key`, so each request is new work. */
const inEvents = ({ note }: Session, task: SearchTask): SearchTask => ({
  ...task,
  onCharged: (credits) => {
    note.credits = credits
  }
})

export const search = operation(
  { name: "search", metered: true },
  (session, services: Context.Context<Searcher | Idempotency>) =>
    Effect.flatMapEager(
      readJson(session.request),
      ({ json, text }) =>
        Effect.flatMapEager(decode(session, json), ({ request, warnings }) =>
          Effect.flatMapEager(keyOf(session, "search", text), (key) => {
            const caller = Team.toCaller(session.team)
            const notices = [...warnings, ...noteUser(session, request.scrapeOptions?.auditMetadata)]
            const task: SearchTask = { id: session.requestId, request, warnings: notices, caller }
            const searcher = Context.get(services, Searcher)
            return asksForEvents(session)
              ? Effect.succeed(
                respond(session, Restorable.stream(askedOf(session, task), searcher.stream(inEvents(session, task))))
              )
              : once(session, key, (charge) =>
                run(session, searcher, chargedAs(session, task, charge)))
          }))
    )
)

export const searchMany = operation({ name: "search-many", metered: true }, (session) =>
  Effect.gen(function*() {
    const { json, text } = yield* readJson(session.request)
    const { many, request, warnings } = yield* Effect.mapError(SearchMany.decode(json), ApiError.fromInvalidRequest)
    session.note.retention = Retention.of(request.enterprise, request.scrapeOptions)
    session.note.query = many.queries.join(" | ")
    const key = yield* keyOf(session, "search-many", text)
    const task: SearchTask = {
      id: session.requestId,
      request,
      many,
      warnings: [...warnings, ...noteUser(session, request.scrapeOptions?.auditMetadata)],
      caller: Team.toCaller(session.team)
    }
    const searcher = yield* Searcher
    return yield* once(session, key, (charge) => run(session, searcher, chargedAs(session, task, charge)))
  }))

const toVersion1 = (response: SearchResponse) => ({
  success: true,
  data: response.data.web ?? [],
  ...(response.warning === null ? {} : { warning: response.warning })
})

export const searchVersion1 = operation({ name: "search-v1", metered: true }, (session) =>
  Effect.gen(function*() {
    const { json, text } = yield* readJson(session.request)
    const upgraded = Upgrade.search(json)
    const { request, warnings } = yield* decode(session, upgraded.body)
    const key = yield* keyOf(session, "search-v1", text)
    const task: SearchTask = {
      id: session.requestId,
      request: { ...request, sources: [{ type: "web" }] },
      warnings: [...upgraded.warnings, ...warnings],
      caller: Team.toCaller(session.team)
    }
    const searcher = yield* Searcher
    return yield* once(
      session,
      key,
      (charge) => Effect.map(run(session, searcher, chargedAs(session, task, charge)), toVersion1)
    )
  }))
