/** Applies the `Idempotency-Key` header to an operation. SDKs of the contract send `x-idempotency-key`. */
import { keeps } from "@dunlin/pipeline/Retention"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import { createHash, createHmac } from "node:crypto"
import * as ApiError from "../ApiError.ts"
import { Idempotency } from "../Idempotency.ts"
import type { Session } from "./operation.ts"
import { piecesOf } from "./pieces.ts"
import { inPieces, largeJson, largeText, text } from "./respond.ts"

export interface Key {
  readonly name: string
  /** A key is valid for one request, which the fingerprint of its body identifies. */
  readonly fingerprint: string
  /** Identifies the request without revealing its key or body, for example in a job's id. */
  readonly digest: string
}

/** Other services, such as Stripe, have the same limit. */
const MAX_KEY_CHARACTERS = 255

export const keyOf = (
  session: Session,
  operation: string,
  body: string
): Effect.Effect<Key | undefined, ApiError.ApiError> => {
  const { headers } = session.request
  const key = headers["idempotency-key"] ?? headers["x-idempotency-key"]
  if (key === undefined || key === "") return Effect.succeed(undefined)
  if (key.length > MAX_KEY_CHARACTERS) {
    return Effect.fail(ApiError.badRequest("Idempotency-Key", `at most ${MAX_KEY_CHARACTERS} characters`))
  }
  const name = JSON.stringify([session.team.id, operation, key])
  const fingerprint = createHmac("sha256", name).update(body).digest("base64")
  const digest = createHash("sha256").update(name + fingerprint).digest("base64")
  return Effect.succeed({ name, fingerprint, digest })
}

const conflict = (error: string, retryAfter?: number) =>
  ApiError.make("IDEMPOTENCY_CONFLICT", error, retryAfter === undefined ? {} : { retryAfter })

/** The redacted values are only for this caller and must not be stored. */
const hasPlaceholders = (value: object): boolean =>
  "placeholders" in value ||
  "data" in value && typeof value.data === "object" && value.data !== null && "placeholders" in value.data

/**
 * Runs the work of a key once. A repeated request receives the stored response. Only successful responses are stored,
 * and only if the request allows retention. `work` receives its ledger name, which stays the same if the work must be
 * repeated.
 */
export const once = <R>(
  session: Session,
  key: Key | undefined,
  work: (charge: string | undefined) => Effect.Effect<object, ApiError.ApiError, R>
): Effect.Effect<HttpServerResponse.HttpServerResponse, ApiError.ApiError, R | Idempotency> => {
  if (key === undefined) return Effect.flatMapEager(work(undefined), (value) => largeJson(value, session.requestId))
  return Effect.gen(function*() {
    const { retention } = session.note
    const idempotency = yield* Idempotency
    const claim = yield* idempotency.claim(key.name, key.fingerprint)
    switch (claim._tag) {
      case "Other":
        return yield* conflict("The Idempotency-Key was used for another request")
      case "Busy":
        return yield* conflict(
          "A request with this Idempotency-Key is still running",
          Math.max(1, Math.ceil((claim.until - (yield* Clock.currentTimeMillis)) / 1000))
        )
      case "Answered":
        return largeText(claim.answer.body, { "idempotent-replayed": "true" }, claim.answer.status)
      case "Mine":
        // A finished response is stored even if the client disconnects.
        return yield* Effect.uninterruptibleMask(Effect.fnUntraced(function*(restore) {
          const value = yield* Effect.onExit(
            restore(work(claim.charge)),
            (exit) => {
              if (exit._tag === "Success" && keeps(retention)) return Effect.void
              const isInterrupted = exit._tag === "Failure" && Cause.hasInterruptsOnly(exit.cause)
              return isInterrupted ? idempotency.abandon(key.name) : idempotency.release(key.name)
            }
          )
          const pieces = yield* piecesOf(value)
          const body = pieces === undefined ? JSON.stringify(value) : pieces.join("")
          if (hasPlaceholders(value)) yield* idempotency.release(key.name)
          else if (keeps(retention)) yield* idempotency.keep(key.name, { status: 200, body })
          return pieces === undefined ? text(body) : inPieces(pieces)
        }))
    }
  })
}
