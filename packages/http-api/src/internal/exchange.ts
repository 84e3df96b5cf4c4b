import * as Effect from "effect/Effect"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import * as Stream from "effect/Stream"
import { randomUUID } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import * as ApiError from "../ApiError.ts"
import type { Services } from "../Server.ts"
import type { NodeRequest } from "./nodeRequest.ts"
import { fault, type Find, type Handler } from "./routes.ts"

/** Answers a request. Interruption, too, leaves no client waiting. */
export const answer = (
  incoming: IncomingMessage,
  request: NodeRequest,
  outgoing: ServerResponse,
  find: Find
): Effect.Effect<void, never, Services> =>
  (lacksHost(incoming) ? hostless : find(incoming.method ?? "GET", request.url))(request).pipe(
    Effect.matchCauseEffect({
      onSuccess: (response) => send(outgoing, response),
      onFailure: (cause) => Effect.flatMap(fault(cause), (response) => send(outgoing, response))
    }),
    Effect.onExit((exit) => {
      if (exit._tag === "Failure") breakOff(outgoing)
      return request.closing.length === 0 ? Effect.void : Effect.all(request.closing, { discard: true })
    })
  )

/** Node refuses these itself unless it is told not to, and then without a body. */
const lacksHost = ({ headers, httpVersion }: IncomingMessage): boolean =>
  headers.host === undefined && httpVersion === "1.1"

const hostless: Handler = () =>
  Effect.sync(() =>
    ApiError.toResponse(
      ApiError.badRequest("Host", "a header Host", "missing"),
      randomUUID()
    )
  )

const send = (outgoing: ServerResponse, { body, headers, status }: HttpServerResponse): Effect.Effect<void> => {
  // Whoever asked may be gone.
  if (outgoing.destroyed) return Effect.void
  outgoing.writeHead(status, headers)
  switch (body._tag) {
    case "Stream":
      return Effect.ensuring(
        Effect.orDie(Stream.runForEach(body.stream, (chunk) => write(outgoing, chunk))),
        Effect.sync(() => outgoing.end())
      )
    case "Uint8Array":
      outgoing.end(body.body)
      return Effect.void
    case "Raw":
      outgoing.end(body.body)
      return Effect.void
    default:
      outgoing.end()
      return Effect.void
  }
}

/** Goes on when the client has read enough of what was written before. */
const write = (outgoing: ServerResponse, chunk: Uint8Array): Effect.Effect<void> =>
  Effect.callback((resume) => {
    if (outgoing.write(chunk) || outgoing.destroyed) return resume(Effect.void)
    const goOn = () => resume(Effect.void)
    outgoing.once("drain", goOn)
    return Effect.sync(() => outgoing.off("drain", goOn))
  })

const breakOff = (outgoing: ServerResponse) => {
  if (outgoing.headersSent) return outgoing.destroy()
  const error = ApiError.make("SERVICE_UNAVAILABLE", "The server is stopping", { retryAfter: 1 })
  const requestId = randomUUID()
  outgoing.writeHead(error.status, { ...ApiError.toResponse(error, requestId).headers })
  return outgoing.end(JSON.stringify(ApiError.toBody(error, requestId)))
}
