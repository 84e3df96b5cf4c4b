/** Defines a route: a method, a path, and a handler. */
import type * as Effect from "effect/Effect"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import type { Request } from "./request.ts"
import type { Services } from "./services.ts"

export type Handler = (request: Request) => Effect.Effect<HttpServerResponse, never, Services>

export interface Route {
  readonly method: "GET" | "POST" | "DELETE" | "PATCH"
  readonly path: `/${string}`
  readonly handler: Handler
}
