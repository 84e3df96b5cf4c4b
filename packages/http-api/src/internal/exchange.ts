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
 * Closing a connection with unread bytes resets it, and the client may lose the response. nginx has the same setting
 * (`lingering_close`).
 */
const LINGERING = Duration.seconds(10)

const LINGERING_AT_END = Duration.seconds(1)

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

const linger = (request: NodeRequest, outgoing: ServerResponse, limit: Duration.Duration): Effect.Effect<void> =>
  Effect.map(Effect.timeoutOption(request.rest, limit), (rest) => {
    // A chunked response is incomplete without its end.
    if (rest._tag === "Some" || outgoing.chunkedEncoding) outgoing.end()
    else outgoing.destroy()
  })

const send = (
  request: NodeRequest,
  outgoing: ServerResponse,
  response: HttpServerResponse
): Effect.Effect<void> =>
  request.hasRest
    // Bytes that arrived with the headers are read in the same event loop iteration.
    ? Effect.flatMap(Arrived.turn, () => write(request, outgoing, response))
    : write(request, outgoing, response)

/** Above this size, the sending time of a response is limited. */
const LARGE_ANSWER = 1024 * 1024

/** A client must read at least one byte in this time. */
const PATIENCE_WITH_READERS = 60_000

const write = (
  request: NodeRequest,
  outgoing: ServerResponse,
  { body, headers, status }: HttpServerResponse
): Effect.Effect<void> => {
  // The client may have disconnected.
  if (outgoing.destroyed) return Effect.void
  // Ending the response now would close the connection before the remaining body is read.
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
    // Ends a response that the client does not read. The next request on the connection sets a new timeout.
    if (outgoing.writableLength > LARGE_ANSWER) outgoing.setTimeout(PATIENCE_WITH_READERS)
  }
  return Effect.void
}

const hasNoContent = (status: number): boolean => status === 204 || status === 304

/** Progress is measured after each write, so a large chunk is split. */
const BYTES_AT_ONCE = 65_536

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

const tooSlow = ApiError.make(
  "SERVICE_UNAVAILABLE",
  "The client read events too slowly: reconnect and resume after the last event received",
  {
    details: { reason: "READER_TOO_SLOW" }
  }
)

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

const breakOff = (request: NodeRequest, outgoing: ServerResponse): Effect.Effect<void> => {
  if (outgoing.headersSent) return Effect.sync(() => outgoing.destroy())
  const error = ApiError.make("SERVICE_UNAVAILABLE", "The server is stopping", { retryAfter: 1 })
  return send(request, outgoing, ApiError.toResponse(error, randomUUID())).pipe(
    Effect.flatMap(() =>
      outgoing.writableEnded || outgoing.destroyed
        ? Effect.void
        // This fiber may already be interrupted, so another fiber waits.
        : Effect.flatMap(Effect.forkDetach(linger(request, outgoing, LINGERING_AT_END)), Fiber.await)
    ),
    Effect.asVoid
  )
}
