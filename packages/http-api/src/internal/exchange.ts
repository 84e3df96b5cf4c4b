import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import * as Stream from "effect/Stream"
import { randomUUID } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import * as ApiError from "../ApiError.ts"
import type { Services } from "../Server.ts"
import type { NodeRequest } from "./nodeRequest.ts"
import { fault, type Find, type Handler } from "./routes.ts"

/**
 * How long the rest of a body is read after its answer. A connection that ends with bytes unread is reset, and the reset
 * may take the answer from the client; `lingering_close` of nginx is the model.
 */
const LINGERING = Duration.seconds(10)

/** Answers a request. Interruption, too, leaves no client waiting. */
export const answer = (
  incoming: IncomingMessage,
  request: NodeRequest,
  outgoing: ServerResponse,
  find: Find
): Effect.Effect<void, never, Services> =>
  (lacksHost(incoming) ? hostless : find(incoming.method ?? "GET", request.url))(request).pipe(
    Effect.matchCauseEffect({
      onSuccess: (response) => send(request, outgoing, response),
      onFailure: (cause) => Effect.flatMap(fault(cause), (response) => send(request, outgoing, response))
    }),
    Effect.onExit((exit) => {
      if (exit._tag === "Failure") breakOff(outgoing)
      return request.closing.length === 0 ? Effect.void : Effect.all(request.closing, { discard: true })
    }),
    Effect.flatMap(() => outgoing.writableEnded ? Effect.void : linger(request, outgoing))
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

/** The client has the answer, and may still be sending what it answers. */
const linger = (request: NodeRequest, outgoing: ServerResponse): Effect.Effect<void> =>
  Effect.map(Effect.timeoutOption(request.rest, LINGERING), (rest) => {
    if (rest._tag === "Some") outgoing.end()
    else outgoing.destroy()
  })

const send = (
  request: NodeRequest,
  outgoing: ServerResponse,
  { body, headers, status }: HttpServerResponse
): Effect.Effect<void> => {
  // Whoever asked may be gone.
  if (outgoing.destroyed) return Effect.void
  if (body._tag === "Stream") {
    outgoing.writeHead(status, headers)
    return Effect.ensuring(
      Effect.orDie(Stream.runForEach(body.stream, (chunk) => write(outgoing, chunk))),
      Effect.sync(() => outgoing.end())
    )
  }
  const content = body._tag === "Raw" || body._tag === "Uint8Array" ? body.body as string | Uint8Array : undefined
  if (request.hasRest) {
    // All of the answer, but not its end: with that Node closes the connection at once.
    const length = content === undefined ? 0 : Buffer.byteLength(content)
    outgoing.writeHead(status, { ...headers, "content-length": length, connection: "close" }).flushHeaders()
    if (content !== undefined) outgoing.write(content)
  } else {
    outgoing.writeHead(status, headers).end(content)
  }
  return Effect.void
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
