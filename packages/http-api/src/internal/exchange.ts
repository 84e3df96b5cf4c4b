import * as Arrived from "@dunlin/common/Arrived"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import * as Stream from "effect/Stream"
import { randomUUID } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import * as ApiError from "../ApiError.ts"
import type { Services } from "../Server.ts"
import { hostFault } from "./host.ts"
import * as Lag from "./lag.ts"
import type { NodeRequest } from "./nodeRequest.ts"
import type { Handler } from "./route.ts"
import { fault, type Find } from "./routes.ts"

/**
 * How long the rest of a body is read after its answer. A connection that ends with bytes unread is reset, and the reset
 * may take the answer from the client; `lingering_close` of nginx is the model.
 */
const LINGERING = Duration.seconds(10)

/** The same for a server that is stopping, when clients no longer expect it. */
const LINGERING_AT_END = Duration.seconds(1)

/** Answers a request. Interruption, too, leaves no client waiting. */
export const answer = (
  incoming: IncomingMessage,
  request: NodeRequest,
  outgoing: ServerResponse,
  find: Find
): Effect.Effect<void, never, Services> => {
  const wrong = hostFault(incoming)
  const handler = wrong === undefined ? find(incoming.method ?? "GET", request.url) : refuse(wrong)
  return handler(request).pipe(
    Effect.matchCauseEffect({
      onSuccess: (response) => send(request, outgoing, response),
      onFailure: (cause) => Effect.flatMap(fault(cause), (response) => send(request, outgoing, response))
    }),
    Effect.onExit((exit) => {
      const closed = request.closing.length === 0 ? Effect.void : Effect.all(request.closing, { discard: true })
      return exit._tag === "Success" ? closed : Effect.andThen(closed, breakOff(request, outgoing))
    }),
    Effect.flatMap(() => outgoing.writableEnded ? Effect.void : linger(request, outgoing, LINGERING))
  )
}

const refuse = (error: ApiError.ApiError): Handler => () => Effect.sync(() => ApiError.toResponse(error, randomUUID()))

/** The client has the answer, and may still be sending what it answers. */
const linger = (request: NodeRequest, outgoing: ServerResponse, limit: Duration.Duration): Effect.Effect<void> =>
  Effect.map(Effect.timeoutOption(request.rest, limit), (rest) => {
    // An answer in chunks is not whole without its end.
    if (rest._tag === "Some" || outgoing.chunkedEncoding) outgoing.end()
    else outgoing.destroy()
  })

const send = (
  request: NodeRequest,
  outgoing: ServerResponse,
  response: HttpServerResponse
): Effect.Effect<void> =>
  request.hasRest
    // bytes that arrived together with the head of a request are read in the same turn
    ? Effect.flatMap(Arrived.turn, () => write(request, outgoing, response))
    : write(request, outgoing, response)

/** Bytes of an answer written at once that the client has not taken yet, from which it matters how long they are kept. */
const LARGE_ANSWER = 1024 * 1024

/** Milliseconds in which a client takes at least a byte of what is written. */
const PATIENCE_WITH_READERS = 60_000

const write = (
  request: NodeRequest,
  outgoing: ServerResponse,
  { body, headers, status }: HttpServerResponse
): Effect.Effect<void> => {
  // Whoever asked may be gone.
  if (outgoing.destroyed) return Effect.void
  // All of the answer, but not its end: with that Node closes the connection at once.
  const { hasRest } = request
  if (body._tag === "Stream") {
    outgoing.writeHead(status, hasRest ? { ...headers, connection: "close" } : headers)
    const lag = Lag.make()
    return Stream.runForEach(Stream.orDie(body.stream), (chunk) => writeChunk(outgoing, lag, chunk)).pipe(
      Effect.catchTag("TooSlow", () => giveUp(outgoing, headers)),
      Effect.ensuring(Effect.sync(() => {
        if (!request.hasRest) outgoing.end()
      }))
    )
  }
  const content = body._tag === "Raw" || body._tag === "Uint8Array" ? body.body as string | Uint8Array : undefined
  if (hasRest) {
    const length = hasNoContent(status)
      ? {}
      : { "content-length": content === undefined ? 0 : Buffer.byteLength(content) }
    outgoing.writeHead(status, { ...headers, ...length, connection: "close" }).flushHeaders()
    if (content !== undefined) outgoing.write(content)
  } else {
    outgoing.writeHead(status, headers).end(content)
    // an unread response is not kept forever; the next request on the connection has a new timeout
    if (outgoing.writableLength > LARGE_ANSWER) outgoing.setTimeout(PATIENCE_WITH_READERS)
  }
  return Effect.void
}

/** Answers without content end with their head, and have no length (RFC 9110, section 8.6). */
const hasNoContent = (status: number): boolean => status === 204 || status === 304

/** Bytes that are written at once. Progress of a reader counts after each of them, not after a whole large chunk. */
const BYTES_AT_ONCE = 65_536

/** Goes on when the client has read enough of what was written before. */
const writeChunk = Effect.fnUntraced(function*(outgoing: ServerResponse, lag: Lag.Lag, chunk: Uint8Array) {
  for (let from = 0; from < chunk.length && !outgoing.destroyed; from += BYTES_AT_ONCE) {
    const bytes = chunk.subarray(from, from + BYTES_AT_ONCE)
    yield* lag.take(bytes.length, outgoing.write(bytes) ? undefined : drained(outgoing))
  }
})

const drained = (outgoing: ServerResponse): Effect.Effect<void> =>
  Effect.callback((resume) => {
    if (outgoing.destroyed || !outgoing.writableNeedDrain) return resume(Effect.void)
    const goOn = () => resume(Effect.void)
    outgoing.once("drain", goOn)
    return Effect.sync(() => outgoing.off("drain", goOn))
  })

const tooSlow = ApiError.make("SERVICE_UNAVAILABLE", "The events were read too slowly: go on behind the last one", {
  details: { reason: "READER_TOO_SLOW" }
})

/** Tells a reader that reads after all why its events end, and leaves the connection. */
const giveUp = (outgoing: ServerResponse, headers: HttpServerResponse["headers"]): Effect.Effect<void> =>
  Effect.suspend(() => {
    if (headers["content-type"] !== "text/event-stream") return Effect.sync(() => outgoing.destroy())
    const body = ApiError.toBody(tooSlow, headers["x-request-id"] ?? "")
    outgoing.end(`event: error\ndata: ${JSON.stringify(body)}\n\n`)
    const closed = Effect.callback<void>((resume) => {
      outgoing.once("close", () => resume(Effect.void))
    })
    return Effect.andThen(Effect.timeoutOption(closed, LINGERING), Effect.sync(() => outgoing.destroy()))
  })

/** Tells a client that its request was given up, and reads a little of what it may still be sending. */
const breakOff = (request: NodeRequest, outgoing: ServerResponse): Effect.Effect<void> => {
  if (outgoing.headersSent) return Effect.sync(() => outgoing.destroy())
  const error = ApiError.make("SERVICE_UNAVAILABLE", "The server is stopping", { retryAfter: 1 })
  return send(request, outgoing, ApiError.toResponse(error, randomUUID())).pipe(
    Effect.flatMap(() =>
      outgoing.writableEnded || outgoing.destroyed
        ? Effect.void
        // This fiber may be interrupted already, and would not end by the clock.
        : Effect.flatMap(Effect.forkDetach(linger(request, outgoing, LINGERING_AT_END)), Fiber.await)
    ),
    Effect.asVoid
  )
}
