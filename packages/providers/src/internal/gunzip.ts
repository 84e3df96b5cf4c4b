/** Unpacks gzip responses. Some engines compress even if the request does not accept it. */
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientError from "effect/http/HttpClientError"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import { gunzip } from "node:zlib"

const LARGEST = 16 * 1024 * 1024

/** RFC 1952, section 2.3.1. */
export const isGzip = (bytes: Uint8Array): boolean => MAGIC.every((byte, at) => bytes[at] === byte)

const MAGIC = [0x1f, 0x8b]

/** Some HTTP clients have already unpacked gzip. */
export const client = (inner: HttpClient.HttpClient): HttpClient.HttpClient =>
  HttpClient.transformResponse(
    inner,
    Effect.flatMap((response) =>
      response.headers["content-encoding"] === "gzip" ? unpack(response) : Effect.succeed(response)
    )
  )

const unpack = (
  response: HttpClientResponse.HttpClientResponse
): Effect.Effect<HttpClientResponse.HttpClientResponse, HttpClientError.HttpClientError> =>
  Effect.flatMap(response.arrayBuffer, (buffer) => {
    const bytes = new Uint8Array(buffer)
    const again = (body: Uint8Array) => {
      const { "content-encoding": _encoding, "content-length": _length, ...headers } = response.headers
      return HttpClientResponse.fromWeb(
        response.request,
        new Response(new Uint8Array(body), { status: response.status, headers })
      )
    }
    if (!isGzip(bytes)) return Effect.succeed(again(bytes))
    return Effect.callback<HttpClientResponse.HttpClientResponse, HttpClientError.HttpClientError>((resume) => {
      gunzip(bytes, { maxOutputLength: LARGEST }, (cause, body) =>
        resume(
          cause === null
            ? Effect.succeed(again(body))
            : Effect.fail(
              new HttpClientError.HttpClientError({
                reason: new HttpClientError.DecodeError({ request: response.request, response, cause })
              })
            )
        ))
    })
  })
