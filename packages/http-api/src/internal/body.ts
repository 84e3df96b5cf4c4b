import * as Effect from "effect/Effect"
import type { HttpServerError } from "effect/http/HttpServerError"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as ApiError from "../ApiError.ts"

/** Deeper bodies are refused: decoding recurses, and no request of the contract comes near. */
const maxDepth = 64

/** Whether brackets outside of strings nest deeper than allowed. */
export const isTooDeep = (text: string): boolean => {
  let depth = 0
  let inString = false
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index)
    if (inString) {
      if (character === 0x5c /* \ */) index++
      else if (character === 0x22 /* " */) inString = false
    } else if (character === 0x22) {
      inString = true
    } else if (character === 0x7b /* { */ || character === 0x5b /* [ */) {
      if (++depth > maxDepth) return true
    } else if (character === 0x7d /* } */ || character === 0x5d /* ] */) {
      depth--
    }
  }
  return false
}

const unreadable = (error: HttpServerError): ApiError.ApiError =>
  error.reason._tag === "RequestParseError" && error.reason.reason === "BodyTooLarge"
    ? ApiError.make("REQUEST_TOO_LARGE", "The request body is too large")
    : ApiError.make("BAD_REQUEST", "The request body could not be read", { details: [] })

const invalidJson = (message: string) =>
  ApiError.make("BAD_REQUEST_INVALID_JSON", "Bad request, malformed JSON", {
    details: [{ path: [], code: "invalid_json", message }]
  })

/** A JSON body as it came, and its text. */
export const readJson: Effect.Effect<
  { readonly text: string; readonly json: unknown },
  ApiError.ApiError,
  HttpServerRequest.HttpServerRequest
> = Effect.gen(function*() {
  const request = yield* HttpServerRequest.HttpServerRequest
  if ((request.headers["content-encoding"] ?? "identity") !== "identity") {
    return yield* ApiError.make("BAD_REQUEST", "Bad Request", {
      details: [{
        path: ["Content-Encoding"],
        code: "invalid_value",
        message: "Expected a body that is not compressed"
      }]
    })
  }
  const text = yield* Effect.mapError(request.text, unreadable)
  if (isTooDeep(text)) return yield* invalidJson(`Expected at most ${maxDepth} levels of nesting`)
  const json = yield* Effect.try({
    try: (): unknown => JSON.parse(text),
    // The parser's own message quotes the body.
    catch: () => invalidJson(text.trim() === "" ? "Expected a JSON body" : "Expected valid JSON")
  })
  return { text, json }
})
