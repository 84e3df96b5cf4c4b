import { ArtifactStore } from "@dunlin/cache/ArtifactStore"
import type { CacheError } from "@dunlin/cache/CacheError"
import * as Spans from "@dunlin/common/Spans"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { randomUUID } from "node:crypto"
import * as ApiError from "../ApiError.ts"
import type { Request } from "./request.ts"

const refusal = (error: CacheError): ApiError.ApiError => {
  switch (error.reason._tag) {
    case "LinkRefused":
      return ApiError.make(
        "FORBIDDEN",
        error.reason.why === "expired" ? "This link has expired" : "This link is not valid"
      )
    case "NotFound":
      return ApiError.make("NOT_FOUND", "The file does not exist, or has expired")
    default:
      return ApiError.make("SERVICE_UNAVAILABLE", "The file store is unavailable", { retryAfter: 1 })
  }
}

/** The link's signature grants access without a key, so the link is never logged. */
export const download = Effect.fnUntraced(function*({ url }: Request) {
  const store = yield* ArtifactStore
  const now = yield* Clock.currentTimeMillis
  return yield* store.open(url).pipe(
    Effect.map((artifact) =>
      HttpServerResponse.uint8Array(artifact.bytes, {
        contentType: artifact.contentType,
        headers: {
          // Content of a page must neither run in a browser nor change its type.
          "content-security-policy": "sandbox; default-src 'none'; img-src 'self'; style-src 'unsafe-inline'",
          "x-content-type-options": "nosniff",
          "cache-control": `private, max-age=${Math.max(0, Math.floor((artifact.expiresAt - now) / 1000))}`
        }
      })
    ),
    Effect.catch((error) => Effect.succeed(ApiError.toResponse(refusal(error), randomUUID())))
  )
}, Spans.span("http.artifact", { kind: "server" }))
