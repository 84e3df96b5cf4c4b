import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Stream from "effect/Stream"
import { cut, piecesOf } from "./pieces.ts"

/** Node writes a string together with the headers, but bytes separately. */
export const text = (body: string, headers: Readonly<Record<string, string>> = {}, status = 200) =>
  HttpServerResponse.raw(body, {
    status,
    headers: {
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(body)),
      // Responses contain page content, so proxies must not cache them.
      "cache-control": "no-store",
      ...headers
    }
  })

export const inPieces = (pieces: ReadonlyArray<string>, headers: Readonly<Record<string, string>> = {}, status = 200) =>
  HttpServerResponse.stream(Stream.map(Stream.fromIterable(pieces), (piece) => Buffer.from(piece)), {
    status,
    contentType: "application/json",
    contentLength: pieces.reduce((length, piece) => length + Buffer.byteLength(piece), 0),
    headers: { "cache-control": "no-store", ...headers }
  })

export const largeText = (body: string, headers?: Readonly<Record<string, string>>, status?: number) => {
  const pieces = cut(body)
  return pieces === undefined ? text(body, headers, status) : inPieces(pieces, headers, status)
}

export const largeJson = (body: object, requestId: string): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
  Effect.mapEager(
    piecesOf(body),
    (pieces) => pieces === undefined ? json(body, requestId) : inPieces(pieces, { "x-request-id": requestId })
  )

export const json = (body: unknown, requestId?: string): HttpServerResponse.HttpServerResponse =>
  text(JSON.stringify(body), requestId === undefined ? {} : { "x-request-id": requestId })
