/** Sends searches and jobs as server-sent events. */
import { Operation } from "@dunlin/credits/CreditLedger"
import { JobStore } from "@dunlin/jobs/JobStore"
import type { SearchEvent } from "@dunlin/pipeline/SearchEvent"
import type { SearchFailure } from "@dunlin/pipeline/SearchFailure"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import type * as Pull from "effect/Pull"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import * as ApiError from "../ApiError.ts"
import { fromSearchFailure } from "./failures.ts"
import { fromJobError } from "./jobs/answers.ts"
import { told } from "./jobs/told.ts"
import { Watchers } from "./jobs/watchers.ts"
import { explained, type Session, unexpected } from "./operation.ts"
import { countOf } from "./results.ts"

export const asksForEvents = ({ request }: Session): boolean =>
  (request.headers.accept ?? "").toLowerCase().includes("text/event-stream")

const nameOf = (event: SearchEvent): string =>
  event._tag.replace(/[A-Z]/g, (letter, index: number) => `${index === 0 ? "" : "-"}${letter.toLowerCase()}`)

const writeText = (event: string, json: string, id = ""): string => `event: ${event}\n${id}data: ${json}\n\n`

/** `Last-Event-ID` of the HTML standard: the last event that the client received. */
const toldBefore = ({ request: { headers } }: Session): number | undefined => {
  const id = headers["last-event-id"]
  return id !== undefined && /^\d{1,15}$/.test(id) ? Number(id) : undefined
}

const write = (event: string, data: unknown): string => writeText(event, JSON.stringify(data))

const toText = (event: SearchEvent): string => {
  if (event._tag === "Done") return write("done", event.response)
  const { _tag, ...data } = event
  return write(nameOf(event), data)
}

/** Proxies close idle connections. */
const HEARTBEAT = "15 seconds"

const heartbeat: readonly [string] = [": still working\n\n"]

/** Sends a comment while there are no events. An event is charged when it is sent, so none are read ahead. */
const withHeartbeat = <E>(texts: Stream.Stream<string, E>): Stream.Stream<string, Pull.ExcludeDone<E>> =>
  Stream.transformPull(texts, (pull, scope) => {
    let pending: Fiber.Fiber<readonly [string, ...Array<string>], E | Cause.Done<void>> | undefined
    const next = Effect.suspend(() => {
      const fiber = pending
      return fiber === undefined
        ? Effect.tap(Effect.forkIn(pull, scope), (forked) => Effect.sync(() => (pending = forked)))
        : Effect.succeed(fiber)
    })
    return Effect.succeed(Effect.flatMap(next, (fiber) =>
      Effect.raceFirst(
        Effect.onExit(Fiber.join(fiber), (exit) =>
          Effect.sync(() => {
            if (!Exit.hasInterrupts(exit)) pending = undefined
          })),
        Effect.as(Effect.sleep(HEARTBEAT), heartbeat)
      )))
  })

/** Sends a failure as an `error` event, because the status was already sent. */
const stream = <E>(session: Session, texts: Stream.Stream<string, E>, toError: (failure: E) => ApiError.ApiError) => {
  session.isStream = true
  return HttpServerResponse.stream(
    texts.pipe(
      Stream.catchCause((cause) => {
        if (Cause.hasInterruptsOnly(cause)) return Stream.failCause(cause as Cause.Cause<never>)
        const failure = cause.reasons.find(Cause.isFailReason)
        return Stream.fromEffect(
          Effect.map(
            failure === undefined
              ? unexpected(cause, session.requestId)
              : explained(toError(failure.error), session.requestId),
            (error) => {
              session.note.code = error.code
              return write("error", ApiError.toBody(error, session.requestId))
            }
          )
        )
      }),
      withHeartbeat,
      Stream.encodeText
    ),
    {
      contentType: "text/event-stream",
      headers: { "cache-control": "no-store", "x-accel-buffering": "no" }
    }
  )
}

export const respond = (session: Session, events: Stream.Stream<SearchEvent, SearchFailure>) =>
  stream(
    session,
    events.pipe(
      Stream.tap((event) =>
        Effect.sync(() => {
          if (event._tag !== "Done") return
          session.note.results = countOf(event.response.data)
        })
      ),
      Stream.map(toText),
      Stream.provideService(Operation, "search")
    ),
    fromSearchFailure
  )

/**
 * Sends a job's events. A client that reconnects continues after its last event. An unknown job is rejected before
 * the first event.
 */
export const respondJob = Effect.fnUntraced(function*(session: Session, job: string) {
  const store = yield* JobStore
  const watchers = yield* Watchers
  const target = { team: session.team.id, job }
  yield* Effect.mapError(store.get(target), fromJobError)
  const place = yield* Scope.make()
  // Registered before the slot is reserved, so that an interruption cannot leak the slot.
  yield* session.request.onClose(Scope.close(place, Exit.void))
  yield* Scope.provide(watchers.enter(session.team.id), place)
  const texts = Stream.map(
    told(target, toldBefore(session)),
    ({ data, told: sentCount, type }) => writeText(type, data, `id: ${sentCount}\n`)
  )
  return stream(session, Stream.provideService(texts, JobStore, store), fromJobError)
})
