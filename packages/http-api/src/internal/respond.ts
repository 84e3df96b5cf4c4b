import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Stream from "effect/Stream"
import { piecesOf } from "./pieces.ts"

/**
 * A body that is text already. It is handed over as a string: Node writes it in one piece with the head, where bytes
 * would be a second.
 */
export const text = (body: string, headers: Readonly<Record<string, string>> = {}, status = 200) =>
  HttpServerResponse.raw(body, {
    status,
    headers: {
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(body)),
      // Answers carry page content and must not be kept by anything between the client and us.
      "cache-control": "no-store",
      ...headers
    }
  })

/** JSON of any size: of a large one in pieces, each in a turn of the event loop of its own. */
export const largeJson = (body: object, requestId: string): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
  Effect.mapEager(piecesOf(body), (pieces) => {
    if (pieces === undefined) return json(body, requestId)
    return HttpServerResponse.stream(Stream.fromIterable(pieces), {
      contentType: "application/json",
      contentLength: pieces.reduce((length, piece) => length + piece.byteLength, 0),
      headers: { "cache-control": "no-store", "x-request-id": requestId }
    })
  })

export const json = (body: unknown, requestId?: string): HttpServerResponse.HttpServerResponse =>
  text(JSON.stringify(body), requestId === undefined ? {} : { "x-request-id": requestId })
