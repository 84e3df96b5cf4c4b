import * as ByteSize from "effect/ByteSize"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpIncomingMessage from "effect/http/HttpIncomingMessage"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as Scope from "effect/Scope"
import type { ApiError } from "../ApiError.ts"
import { tooLarge, unpackedTextOf, unreadable } from "./body.ts"
import { normal } from "./normal.ts"

export interface Request {
  readonly url: string
  readonly headers: { readonly [name: string]: string | undefined }
  /** Distinguishes a disconnected client from a server shutdown; absent if unknown. */
  readonly isWaiting?: () => boolean
  /** The body is unread, because it may be large. `text` and `bytes` read it. */
  readonly isLarge?: boolean
  readonly text: Effect.Effect<string, ApiError>
  readonly bytes: Effect.Effect<Uint8Array, ApiError>
  readonly onClose: (effect: Effect.Effect<void>) => Effect.Effect<void>
}

export const SMALL_BODY = 64 * 1024

export const UPLOAD_PATH = "/v2/parse"

export const MaxUploadBytes = Context.Reference<number>("@dunlin/http-api/MaxUploadBytes", {
  defaultValue: () => 50 * 1024 * 1024
})

const MAX_DECOMPRESSED_BYTES = 2 * 1024 * 1024

export const fromRouter: Effect.Effect<Request, never, HttpServerRequest.HttpServerRequest | Scope.Scope> = Effect.gen(
  function*() {
    const request = yield* HttpServerRequest.HttpServerRequest
    const scope = yield* Effect.scope
    const isUpload = normal(request.url.split("?", 1)[0]!) === UPLOAD_PATH
    const most = isUpload ? ByteSize.bytes(yield* MaxUploadBytes) : yield* HttpIncomingMessage.MaxBodySize
    const announced = Number(request.headers["content-length"] ?? 0)
    const mayBeLarge = announced > SMALL_BODY || request.headers["transfer-encoding"] !== undefined
    let isRead = false
    // A body with a declared length above the limit is not read.
    const body = most !== undefined && announced > Number(most)
      ? Effect.fail(tooLarge())
      : request.arrayBuffer.pipe(
        Effect.provideService(HttpIncomingMessage.MaxBodySize, most),
        Effect.mapError(unreadable),
        Effect.tap(() =>
          Effect.sync(() => {
            isRead = true
          })
        )
      )
    return {
      url: request.url,
      headers: request.headers,
      get isLarge() {
        return mayBeLarge && !isRead
      },
      text: Effect.flatMap(
        body,
        (body) => unpackedTextOf(body, request.headers["content-encoding"], Number(most ?? MAX_DECOMPRESSED_BYTES))
      ),
      bytes: Effect.map(body, (body) => new Uint8Array(body)),
      onClose: (effect) => Scope.addFinalizer(scope, effect)
    }
  }
)
