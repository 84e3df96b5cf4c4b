/** Serves the page that documents the endpoints, without internet access. */
import * as Effect from "effect/Effect"
import * as HttpApiScalar from "effect/http-api/HttpApiScalar"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import { Api } from "../Api.ts"

/** Other pages must not show this page in a frame (clickjacking), because it sends requests with the user's key. */
const alone = HttpServerResponse.setHeaders({
  "content-security-policy": [
    "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "frame-src 'none'",
    "object-src 'none'"
  ].join("; "),
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY"
})

// Disables links to services of the page's vendor. The page's types lack some of these settings.
const settings = { withDefaultFonts: false, showDeveloperTools: "never", hideClientButton: true, telemetry: false }

export const docs: Effect.Effect<HttpServerResponse.HttpServerResponse> = Effect.gen(function*() {
  const router = yield* HttpRouter.make
  const layer = HttpApiScalar.layer(Api, { path: "/docs", scalar: settings })
  yield* Effect.provideService(Layer.build(layer), HttpRouter.HttpRouter, router)
  const request = HttpServerRequest.fromWeb(new Request("http://localhost/docs"))
  const page = yield* Effect.provideService(router.asHttpEffect(), HttpServerRequest.HttpServerRequest, request)
  return alone(page)
}).pipe(Effect.scoped, Effect.orDie)
