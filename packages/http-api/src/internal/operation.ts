/** Implements the common parts of all operations: authentication, admission, errors, log, metrics and audit. */
import * as Spans from "@dunlin/common/Spans"
import { Operation } from "@dunlin/credits/CreditLedger"
import type { Retention } from "@dunlin/pipeline/Retention"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Logger from "effect/Logger"
import * as Metric from "effect/Metric"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as Tracer from "effect/Tracer"
import { randomUUID } from "node:crypto"
import { Admission } from "../Admission.ts"
import * as ApiError from "../ApiError.ts"
import { type AuditEvent, AuditLog } from "../AuditLog.ts"
import { Capacity } from "../Capacity.ts"
import type { Team } from "../Team.ts"
import { type From, Teams } from "../Teams.ts"
import type { Request } from "./request.ts"
import { Seats } from "./seats.ts"

export interface Note {
  retention: Retention
  query?: string
  url?: string
  username?: string
  results?: number
  credits?: number
  code?: string
  fault?: string
}

export interface Session {
  readonly request: Request
  readonly requestId: string
  readonly team: Team
  readonly note: Note
  /** A stream's log and audit wait until it was sent. */
  isStream: boolean
}

export interface Options {
  readonly name: string
  /**
   * Whether the operation counts towards limits and is audited. Mounts decide by the body. An operation that is never
   * metered reads no body.
   */
  readonly metered: boolean | ((request: Request) => Effect.Effect<boolean, ApiError.ApiError>)
  readonly isUpload?: boolean
  readonly isResearch?: boolean
  readonly presented?: (request: Request) => Effect.Effect<Redacted.Redacted<string> | undefined>
  readonly toFailure?: (error: ApiError.ApiError, requestId: string) => HttpServerResponse.HttpServerResponse
}

/** The status that nginx logs for a client that disconnected before the response. */
const CLIENT_CLOSED = 499

/** The server stops, and interrupts the request. */
const stopping = ApiError.statusOf("SERVICE_UNAVAILABLE")

/** From half a millisecond to 35 minutes, doubling. */
const DURATION_BUCKETS = 23

const duration = (operation: string) =>
  Metric.histogram("dunlin_http_request_duration_seconds", {
    description: "Seconds from a request to the start of its response",
    boundaries: Metric.exponentialBoundaries({ start: 0.0005, factor: 2, count: DURATION_BUCKETS }),
    attributes: { operation }
  })

const requests = (operation: string, status: number) =>
  Metric.counter("dunlin_http_requests_total", {
    description: "Requests by operation and status",
    attributes: { operation, status: String(status) },
    incremental: true
  })

const measuring = (operation: string) => {
  const time = duration(operation)
  const counts = new Map<number, Metric.Counter<number>>()
  return (context: Context.Context<never>, status: number, milliseconds: number, team: string | undefined) => {
    const count = counts.get(status) ?? requests(operation, status)
    counts.set(status, count)
    time.updateUnsafe(milliseconds / 1000, context)
    count.updateUnsafe(1, context)
    if (team !== undefined && REFUSALS.has(status)) countRefusal(context, team, status)
  }
}

/** Statuses that a team's limits or credits cause. */
const REFUSALS: ReadonlySet<number> = new Set([402, 429])

/** Limits the number of metric labels. Further teams share the label `others`. */
const MAX_TEAMS_IN_LABELS = 100
const labelled = new Set<string>()

const countRefusal = (context: Context.Context<never>, team: string, status: number): void => {
  if (labelled.size < MAX_TEAMS_IN_LABELS) labelled.add(team)
  Metric.counter("dunlin_team_refusals_total", {
    description: "Requests rejected because of a team's credits (402) or limits (429)",
    attributes: { team: labelled.has(team) ? team : "others", status: String(status) },
    incremental: true
  }).updateUnsafe(1, context)
}

export const presentedKey = ({ headers }: Request): Redacted.Redacted<string> | undefined => {
  const header = headers.authorization
  const match = header === undefined ? null : /^bearer +(\S+) *$/i.exec(header)
  return match === null ? undefined : Redacted.make(match[1] ?? "")
}

const failureOf = (options: Options, error: ApiError.ApiError, requestId: string) =>
  options.toFailure?.(error, requestId) ?? ApiError.toResponse(error, requestId, options)

const bearerOf = (request: Request) => Effect.succeed(presentedKey(request))

const identified = ({ presented = bearerOf }: Options, teams: Teams["Service"], request: Request) =>
  Effect.flatMapEager(presented(request), (key) => teams.identify(key, fromOf(request)))

const large = ({ isUpload }: Options, { isLarge }: Request, { bytes, text }: Request) =>
  (isLarge !== true ? Exit.void : isUpload === true ? bytes : text) as Effect.Effect<unknown, ApiError.ApiError>

export const fromOf = ({ headers }: Pick<Request, "headers">): From => ({
  host: headers.host,
  origin: headers.origin,
  site: headers["sec-fetch-site"]
})

const MAX_REPORTED_CAUSES = 3

const MAX_STACK_FRAMES = 8

/** A message may contain text of a page or query, so only stack frames are reported. */
const framesOf = (error: unknown, causes: number = MAX_REPORTED_CAUSES): ReadonlyArray<string> => {
  if (!(error instanceof Error)) return [typeof error]
  const { message, stack = "" } = error
  // A message may contain lines that look like stack frames.
  const trace = message === "" ? stack : stack.replace(message, () => "")
  const lines = trace.split("\n").filter((line) => line.startsWith("    at "))
  const own = [error.name, ...lines.slice(0, MAX_STACK_FRAMES).map((line) => line.trim())]
  const reason = "reason" in error ? error.reason : error.cause
  return reason === undefined || causes === 0 ? own : [...own, ...framesOf(reason, causes - 1)]
}

const frames = (cause: Cause.Cause<unknown>): ReadonlyArray<string> =>
  cause.reasons.flatMap((reason) =>
    reason._tag === "Interrupt" ? [] : framesOf(reason._tag === "Die" ? reason.defect : reason.error)
  )

const logUnexpected = (cause: Cause.Cause<unknown>, requestId: string): Effect.Effect<void> =>
  Effect.annotateLogs(Effect.logError("A request failed unexpectedly"), { requestId, frames: frames(cause) })

/** Failures without a cause are explained by the request's log line. */
export const explained = (error: ApiError.ApiError, requestId: string): Effect.Effect<ApiError.ApiError> =>
  error.cause === undefined
    ? Effect.succeed(error)
    : Effect.as(logUnexpected(Cause.fail(error.cause), requestId), error)

export const unexpected = (cause: Cause.Cause<unknown>, requestId: string) =>
  Effect.as(
    logUnexpected(cause, requestId),
    ApiError.make(
      "UNKNOWN_ERROR",
      "An unexpected error occurred. Include the error id when you report it.",
      {
        details: { id: requestId }
      }
    )
  )

/** The header of https://www.w3.org/TR/trace-context/, version 00. */
const TRACE_PARENT = /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/

/** Returns the server's own trace, or otherwise that of the client or proxy. */
const traceOf = (context: Context.Context<never>, { headers }: Request): { readonly traceId?: string } => {
  if (Context.get(context, Tracer.Tracer) === Tracer.nativeTracer) {
    const [, traceId] = TRACE_PARENT.exec(headers.traceparent ?? "") ?? []
    return traceId === undefined ? {} : { traceId }
  }
  const span = Context.getOption(context, Tracer.ParentSpan)
  return span._tag === "None" ? {} : { traceId: span.value.traceId }
}

const logged = (context: Context.Context<never>, annotations: () => Record<string, unknown>): Effect.Effect<void> =>
  Context.get(context, Logger.CurrentLoggers).size === 0
    ? Effect.void
    : Effect.annotateLogs(Effect.logInfo("request"), annotations())

const naming = (operation: string) => {
  const known = new WeakMap<Context.Context<never>, Context.Context<never>>()
  const over = <R>(services: Context.Context<R>): Context.Context<R> => {
    const named = known.get(services) ?? Context.add(services, Operation, operation)
    known.set(services, named)
    return named as Context.Context<R>
  }
  return <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => Effect.updateContext(effect, over<R>)
}

export const operation = <R>(
  options: Options,
  run: (
    session: Session,
    services: Context.Context<R>
  ) => Effect.Effect<HttpServerResponse.HttpServerResponse, ApiError.ApiError, R>
) => {
  const measure = measuring(options.name)
  const charging = naming(options.name)

  const handle = (request: Request, context: Context.Context<R | Teams | Admission | AuditLog>) => {
    const admission = Context.get(context, Admission)
    const clock = Context.get(context, Clock.Clock)
    const requestId = randomUUID()
    const start = clock.currentTimeMillisUnsafe()
    const note: Note = { retention: "standard" }
    let session: Session | undefined
    // Released when the response or the connection ends, whichever is first.
    let place: Scope.Closeable | undefined
    let isMetered = options.metered === true
    const seats = new Seats(Context.get(context, Capacity))

    const enter = (team: Team): Effect.Effect<void, ApiError.ApiError> => {
      const entered = admission.enter(team)
      // A request that was admitted synchronously has no slot.
      if (Exit.isExit(entered)) return entered as Exit.Exit<void, ApiError.ApiError>
      place = Scope.makeUnsafe()
      return Scope.provide(entered, place)
    }

    const finish = (status: number) => {
      const milliseconds = clock.currentTimeMillisUnsafe() - start
      measure(context, status, milliseconds, session?.team.id)
      const log = logged(context, () => ({
        operation: options.name,
        status,
        ...(note.code === undefined ? {} : { code: note.code }),
        ...(note.fault === undefined ? {} : { cause: note.fault }),
        milliseconds,
        requestId,
        ...traceOf(context, request),
        ...(session === undefined ? {} : { team: session.team.id })
      }))
      if (session?.team.audit !== true || !isMetered) return log
      const event = toEvent(options.name, requestId, session.team, note, status, start, milliseconds)
      return Effect.andThen(log, Context.get(context, AuditLog).record(event))
    }
    const leave = (exit: Exit.Exit<unknown>, status: number) =>
      Effect.andThen(
        place === undefined ? seats.leave : Effect.andThen(seats.leave, Scope.close(place, exit)),
        Effect.suspend(() => finish(status))
      )

    const answer = (error: ApiError.ApiError) => {
      Object.assign(note, { code: error.code }, error.fault === undefined ? {} : { fault: error.fault })
      return Effect.map(explained(error, requestId), () => failureOf(options, error, requestId))
    }

    return Effect.suspend(() =>
      Effect.flatMapEager(
        identified(options, Context.get(context, Teams), request),
        (team) => {
          const read = seats.ofBody(request, team.id)
          const entered = session = { request: read, requestId, team, note, isStream: false }
          const { metered } = options
          const work = () =>
            Effect.flatMapEager(
              seats.turn(team.id),
              () => Effect.flatMapEager(enter(team), () => charging(run(entered, context)))
            )
          const answer = () => Effect.flatMapEager(seats.turnUnmetered(team.id), () => run(entered, context))
          if (metered === false) return answer()
          if (metered === true) return Effect.flatMapEager(large(options, request, read), work)
          return Effect.flatMapEager(metered(read), (isWork) => {
            isMetered = isWork
            return isWork ? work() : answer()
          })
        }
      )
    ).pipe(
      Effect.catchCause((cause) => {
        const failure = cause.reasons.find(Cause.isFailReason)
        if (failure !== undefined) return answer(failure.error)
        if (Cause.hasInterruptsOnly(cause)) return Effect.failCause(cause as Cause.Cause<never>)
        return Effect.flatMap(unexpected(cause, requestId), answer)
      }),
      Effect.onExit((exit) => {
        if (Exit.isFailure(exit)) return leave(exit, request.isWaiting?.() === true ? stopping : CLIENT_CLOSED)
        const { status } = exit.value
        if (session?.isStream !== true) return leave(exit, status)
        const over = request.onClose(Effect.suspend(() => leave(exit, status)))
        // A watched job may run for hours and is not this server's work. Watchers have their own limit.
        return isMetered ? over : Effect.andThen(seats.leave, over)
      }),
      Effect.map((response) =>
        response.headers["x-request-id"] === undefined
          ? HttpServerResponse.setHeader(response, "x-request-id", requestId)
          : response
      )
    )
  }

  return (request: Request) =>
    Spans.within(
      `http.${options.name}`,
      { kind: "server" },
      ({ context }) => handle(request, context as Context.Context<R | Teams | Admission | AuditLog>)
    )
}

const toEvent = (
  action: string,
  requestId: string,
  team: Team,
  note: Note,
  status: number,
  start: number,
  milliseconds: number
): AuditEvent => {
  const { code, credits, query, results, retention, url, username } = note
  return {
    at: DateTime.formatIso(DateTime.makeUnsafe(start)),
    requestId,
    team: team.id,
    action,
    status,
    retention,
    milliseconds,
    ...(username === undefined ? {} : { username }),
    ...(code === undefined ? {} : { code }),
    ...(results === undefined ? {} : { results }),
    ...(credits === undefined ? {} : { credits }),
    ...(retention === "standard" && query !== undefined ? { query } : {}),
    ...(retention === "standard" && url !== undefined ? { url } : {})
  }
}
