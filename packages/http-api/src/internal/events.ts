/** A search as server-sent events. */
import type { SearchEvent } from "@dunlin/pipeline/SearchEvent"
import type { SearchFailure } from "@dunlin/pipeline/SearchFailure"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Schedule from "effect/Schedule"
import * as Stream from "effect/Stream"
import * as ApiError from "../ApiError.ts"
import { fromSearchFailure } from "./failures.ts"
import { type Session, unexpected } from "./operation.ts"
import { countOf } from "./results.ts"

/** Whether the client asks for events rather than one body. */
export const asksForEvents = ({ request }: Session): boolean =>
  (request.headers.accept ?? "").toLowerCase().includes("text/event-stream")

/** `PageStarted` becomes `page-started`. */
const nameOf = (event: SearchEvent): string =>
  event._tag.replace(/[A-Z]/g, (letter, index: number) => `${index === 0 ? "" : "-"}${letter.toLowerCase()}`)

const write = (event: string, data: unknown): string => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

const toText = (event: SearchEvent): string => {
  if (event._tag === "Done") return write("done", event.response)
  const { _tag, ...data } = event
  return write(nameOf(event), data)
}

// Proxies close connections on which nothing is said for a while.
const heartbeat = Stream.fromSchedule(Schedule.spaced("15 seconds")).pipe(Stream.map(() => ": still working\n\n"))

/** Failures come as an `error` event: the status was sent with the first byte. */
export const respond = (session: Session, events: Stream.Stream<SearchEvent, SearchFailure>) => {
  session.isStream = true
  return HttpServerResponse.stream(
    events.pipe(
      Stream.tap((event) =>
        Effect.sync(() => {
          if (event._tag !== "Done") return
          session.note.credits = event.response.creditsUsed
          session.note.results = countOf(event.response.data)
        })
      ),
      Stream.map(toText),
      Stream.catchCause((cause) => {
        if (Cause.hasInterruptsOnly(cause)) return Stream.failCause(cause as Cause.Cause<never>)
        const failure = cause.reasons.find(Cause.isFailReason)
        return Stream.fromEffect(
          Effect.map(
            failure === undefined
              ? unexpected(cause, session.requestId)
              : Effect.succeed(fromSearchFailure(failure.error)),
            (error) => {
              session.note.code = error.code
              return write("error", ApiError.toBody(error, session.requestId))
            }
          )
        )
      }),
      Stream.merge(heartbeat, { haltStrategy: "left" }),
      Stream.encodeText
    ),
    {
      contentType: "text/event-stream",
      headers: { "cache-control": "no-store", "x-accel-buffering": "no" }
    }
  )
}
