import * as HttpServerResponse from "effect/http/HttpServerResponse"

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

export const json = (body: unknown, requestId?: string): HttpServerResponse.HttpServerResponse =>
  text(JSON.stringify(body), requestId === undefined ? {} : { "x-request-id": requestId })
