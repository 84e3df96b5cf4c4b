/** Implements `/v2/monitor`: pages, sites and queries that are checked on a schedule. */
import type { JobStore } from "@dunlin/jobs/JobStore"
import type { StoredMonitor } from "@dunlin/jobs/Monitors"
import * as Monitors from "@dunlin/jobs/Monitors"
import * as Limits from "@dunlin/schema/Limits"
import * as PercentEncoding from "@dunlin/text/PercentEncoding"
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Predicate from "effect/Predicate"
import { randomUUID } from "node:crypto"
import * as ApiError from "../../ApiError.ts"
import * as Team from "../../Team.ts"
import { readJson } from "../body.ts"
import { fromScrapeError } from "../failures.ts"
import * as Answers from "../jobs/answers.ts"
import { keyOf, once } from "../once.ts"
import { operation, type Session } from "../operation.ts"
import type { Request } from "../request.ts"
import { json } from "../respond.ts"
import type { Handler, Route } from "../route.ts"
import { atom, jsonFeed } from "./feeds.ts"

const BASE = "/v2/monitor"

const DEFAULT_LIMIT = 20
const MAX_LIMIT = 100
const MAX_PAGES = 1000

const MAX_CHANGES = 100

const unknownMonitor = ApiError.make("NOT_FOUND", "The monitor does not exist")
const unknownCheck = ApiError.make("NOT_FOUND", "The check does not exist, or its results have expired")
const isThere = <A>(value: A | undefined, error: ApiError.ApiError): Effect.Effect<A, ApiError.ApiError> =>
  value === undefined ? Effect.fail(error) : Effect.succeed(value)

const parametersOf = ({ url }: Request): URLSearchParams => new URL(url, "http://localhost").searchParams

const segmentsOf = ({ url }: Request): ReadonlyArray<string> =>
  url.split("?", 1)[0]!.replace(/\/{2,}/g, "/").slice(BASE.length + 1).split("/").map(PercentEncoding.decode)

const wholeNumber = (
  request: Request,
  names: ReadonlyArray<string>,
  { least, most, otherwise }: { readonly least: number; readonly most: number; readonly otherwise: number }
): Effect.Effect<number, ApiError.ApiError> => {
  const parameters = parametersOf(request)
  const name = names.find((known) => parameters.has(known))
  if (name === undefined) return Effect.succeed(otherwise)
  const text = parameters.get(name)!
  const value = /^\d{1,15}$/.test(text) ? Number(text) : -1
  return value >= least
    ? Effect.succeed(Math.min(value, most))
    : Effect.fail(ApiError.make("BAD_REQUEST", `${name}: expected a whole number of at least ${least}`))
}

const windowOf = (request: Request, most: number, otherwise: number) =>
  Effect.all({
    limit: wholeNumber(request, ["limit"], { least: 1, most, otherwise }),
    offset: wholeNumber(request, ["offset", "skip"], { least: 0, most: Number.MAX_SAFE_INTEGER, otherwise: 0 })
  })

const feedsOf = (request: Request, { id, token }: StoredMonitor) => ({
  atom: Answers.addressOf(request, `${BASE}/${id}/feed.atom?token=${token}`),
  json: Answers.addressOf(request, `${BASE}/${id}/feed.json?token=${token}`)
})

const viewOf = ({ request }: Session, monitor: StoredMonitor) => Monitors.toMonitor(monitor, feedsOf(request, monitor))

const bodyOf = (session: Session, { monitor, warnings }: Monitors.Stored) => ({
  success: true,
  data: viewOf(session, monitor),
  ...(warnings.length === 0 ? {} : { warning: warnings.join(" ") })
})

const refused = {
  InvalidRequest: (error: Parameters<typeof ApiError.fromInvalidRequest>[0]) =>
    Effect.fail(ApiError.fromInvalidRequest(error)),
  JobError: (error: Parameters<typeof Answers.fromJobError>[0]) => Effect.fail(Answers.fromJobError(error)),
  ScrapeError: (error: Parameters<typeof fromScrapeError>[0]) => Effect.fail(fromScrapeError(error))
}

const asApiError = <A, R>(effect: Effect.Effect<A, Parameters<typeof Answers.fromJobError>[0], R>) =>
  Effect.mapError(effect, Answers.fromJobError)

const create = operation({ name: "monitor-create", metered: true }, (session) =>
  Effect.gen(function*() {
    const { json: input, text } = yield* readJson(session.request)
    const key = yield* keyOf(session, "monitor", text)
    return yield* once(session, key, () =>
      Effect.gen(function*() {
        const stored = yield* Monitors.create({
          caller: Team.toCaller(session.team),
          id: Answers.idOf(session, key),
          input
        }).pipe(Effect.catchTags(refused))
        const most = Limits.monitor.perTeam
        return bodyOf(
          session,
          yield* isThere(
            stored,
            ApiError.make("FORBIDDEN", `The team has reached its limit of ${most} monitors; delete one first`)
          )
        )
      }))
  }))

const list = operation({ name: "monitor-list", metered: false }, (session) =>
  Effect.gen(function*() {
    const window = yield* windowOf(session.request, MAX_LIMIT, DEFAULT_LIMIT)
    const found = yield* asApiError(Monitors.list({ team: session.team.id, ...window }))
    return json({ success: true, data: found.map((monitor) => viewOf(session, monitor)) })
  }))

const targetOf = ({ request, team }: Session) => ({ team: team.id, monitor: segmentsOf(request)[0] ?? "" })

const get = operation({ name: "monitor-get", metered: false }, (session) =>
  Effect.gen(function*() {
    const monitor = yield* isThere(yield* asApiError(Monitors.get(targetOf(session))), unknownMonitor)
    return json(bodyOf(session, { monitor, warnings: [] }))
  }))

/** Clients add their key to every body. It is ignored. */
const changeIn = (input: unknown): Effect.Effect<{ readonly [name: string]: unknown }, ApiError.ApiError> => {
  if (!Predicate.isObject(input) || Array.isArray(input)) {
    return Effect.fail(ApiError.make("BAD_REQUEST", "The body is not an object"))
  }
  const { status } = input as { readonly status?: unknown }
  return status === undefined || status === "active" || status === "paused"
    ? Effect.succeed(input as { readonly [name: string]: unknown })
    : Effect.fail(ApiError.make("BAD_REQUEST", "status: expected active or paused"))
}

const update = operation({ name: "monitor-update", metered: true }, (session) =>
  Effect.gen(function*() {
    const { json: body } = yield* readJson(session.request)
    const input = yield* changeIn(body)
    const stored = yield* Monitors.update({
      caller: Team.toCaller(session.team),
      monitor: targetOf(session).monitor,
      input
    }).pipe(Effect.catchTags(refused))
    return json(bodyOf(session, yield* isThere(stored, unknownMonitor)))
  }))

const remove = operation({ name: "monitor-delete", metered: false }, (session) =>
  Effect.gen(function*() {
    if (!(yield* asApiError(Monitors.remove(targetOf(session))))) return yield* unknownMonitor
    return json({ success: true })
  }))

const run = operation({ name: "monitor-run", metered: true }, (session) =>
  Effect.gen(function*() {
    yield* Answers.checkCredits(session)
    const { monitor } = targetOf(session)
    const check = yield* asApiError(Monitors.run({ caller: Team.toCaller(session.team), monitor }))
    return json({ success: true, data: Monitors.toCheck(yield* isThere(check, unknownMonitor)) })
  }))

const checks = operation({ name: "monitor-checks", metered: false }, (session) =>
  Effect.gen(function*() {
    const target = targetOf(session)
    yield* isThere(yield* asApiError(Monitors.get(target)), unknownMonitor)
    const window = yield* windowOf(session.request, MAX_LIMIT, DEFAULT_LIMIT)
    const state = parametersOf(session.request).get("status") ?? undefined
    const found = yield* asApiError(Monitors.checks({ ...target, ...window, state }))
    return json({ success: true, data: found.map(Monitors.toCheck) })
  }))

const check = operation({ name: "monitor-check", metered: false }, (session) =>
  Effect.gen(function*() {
    const { request } = session
    const [monitor = "", , id = ""] = segmentsOf(request)
    const { limit, offset: skip } = yield* windowOf(request, MAX_PAGES, MAX_LIMIT)
    const status = parametersOf(request).get("status") ?? undefined
    const found = yield* isThere(
      yield* asApiError(Monitors.check({ team: session.team.id, monitor, check: id, skip, limit, status })),
      unknownCheck
    )
    const query = `limit=${limit}${status === undefined ? "" : `&status=${encodeURIComponent(status)}`}`
    const next = found.next === undefined
      ? null
      : Answers.addressOf(request, `${BASE}/${monitor}/checks/${id}?skip=${found.next}&${query}`)
    session.note.results = found.pages.length
    return json({ success: true, data: { ...Monitors.toCheck(found.check), pages: found.pages, next }, next })
  }))

/** The token in the feed's URL grants access without a key. */
const feed = (form: "atom" | "json"): Handler => (request) =>
  Effect.gen(function*() {
    const token = parametersOf(request).get("token") ?? ""
    const found = yield* asApiError(
      Monitors.feed({ monitor: segmentsOf(request)[0] ?? "", token, limit: MAX_CHANGES })
    )
    const { changes, monitor } = yield* isThere(found, unknownMonitor)
    const { name } = monitor.given as { readonly name: string }
    const url = feedsOf(request, monitor)[form]
    const contents = { monitor, name, changes, url }
    return form === "atom"
      ? HttpServerResponse.text(atom(contents), { contentType: "application/atom+xml; charset=utf-8" })
      : HttpServerResponse.text(JSON.stringify(jsonFeed(contents)), { contentType: "application/feed+json" })
  }).pipe(
    Effect.catch((error: ApiError.ApiError) => Effect.succeed(ApiError.toResponse(error, randomUUID())))
  ) as Effect.Effect<HttpServerResponse.HttpServerResponse, never, JobStore>

export const routes: ReadonlyArray<Route> = [
  { method: "POST", path: BASE, handler: create },
  { method: "GET", path: BASE, handler: list },
  { method: "GET", path: `${BASE}/:id`, handler: get },
  { method: "PATCH", path: `${BASE}/:id`, handler: update },
  { method: "DELETE", path: `${BASE}/:id`, handler: remove },
  { method: "POST", path: `${BASE}/:id/run`, handler: run },
  { method: "GET", path: `${BASE}/:id/checks`, handler: checks },
  { method: "GET", path: `${BASE}/:id/checks/:checkId`, handler: check },
  { method: "GET", path: `${BASE}/:id/feed.atom`, handler: feed("atom") },
  { method: "GET", path: `${BASE}/:id/feed.json`, handler: feed("json") }
]
