/**
 * Adds custom endpoints to the server, with the keys, limits, log and audit of the built-in ones.
 *
 * @since 0.1.0
 */
import type { Caller } from "@dunlin/pipeline/Caller"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"

/**
 * An admitted request.
 *
 * @category models
 * @since 0.1.0
 */
export interface Exchange {
  readonly method: string
  readonly url: string
  /** Headers by name, in lower case. */
  readonly headers: { readonly [name: string]: string | undefined }
  readonly body: string
  readonly caller: Caller
}

/**
 * @category models
 * @since 0.1.0
 */
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS"

/**
 * @category models
 * @since 0.1.0
 */
export interface Mount {
  readonly path: `/${string}`
  readonly methods: ReadonlyArray<Method>
  /** Span, metric and audit name. */
  readonly name: string
  /** Whether requests need no key. @default false */
  readonly isPublic?: boolean | undefined
  /** Whether a request with this body counts towards the team's limits and is audited. @default no request */
  readonly isMetered?: ((body: string) => boolean) | undefined
  /** Maximum bytes of a body. A lower limit of the server takes precedence. @default the server's limit */
  readonly maxBodyBytes?: number | undefined
  /**
   * Handles a request. It is interrupted when the client disconnects. A streamed body uses the request's slot until
   * its end.
   */
  readonly handle: (exchange: Exchange) => Effect.Effect<HttpServerResponse>
  /** Converts an error response to another format, for example the error for a missing key or an exceeded limit. */
  readonly refused?: ((response: HttpServerResponse, body: string) => HttpServerResponse) | undefined
}

/**
 * Handlers that are mounted next to the endpoints of the API.
 *
 * @category references
 * @since 0.1.0
 */
export const Mounts = Context.Reference<ReadonlyArray<Mount>>("@dunlin/http-api/Mounts", { defaultValue: () => [] })
