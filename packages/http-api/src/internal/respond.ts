import * as HttpServerResponse from "effect/http/HttpServerResponse"

/** Answers carry page content and must not be kept by anything between the client and us. */
export const json = (body: unknown, status = 200): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.jsonUnsafe(body, { status, headers: { "cache-control": "no-store" } })
