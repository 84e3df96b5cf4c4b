/** A route: a method, a path, and the handler of its requests. */
import type * as Effect from "effect/Effect"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import type { Request } from "./request.ts"
import type { Services } from "./services.ts"

export type Handler = (request: Request) => Effect.Effect<HttpServerResponse, never, Services>

export interface Route {
  readonly method: "GET" | "POST" | "DELETE" | "PATCH"
  /** A segment that begins with a colon stands for any other. */
  readonly path: `/${string}`
  readonly handler: Handler
}
