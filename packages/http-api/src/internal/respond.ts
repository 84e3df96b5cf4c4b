import * as HttpServerResponse from "effect/http/HttpServerResponse"

/** Answers carry page content and must not be kept by anything between the client and us. */
export const json = (body: unknown, requestId?: string): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.jsonUnsafe(body, {
    headers: requestId === undefined
      ? { "cache-control": "no-store" }
      : { "cache-control": "no-store", "x-request-id": requestId }
  })
