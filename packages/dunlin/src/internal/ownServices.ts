/** Provides the HTTP client for services that a program names in its code: an engine, a model, a classifier. */
import * as EgressGuard from "@dunlin/fetcher/EgressGuard"
import { InvalidUrl } from "@dunlin/fetcher/FetchError"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import type { HttpClientError } from "effect/http/HttpClientError"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as Scope from "effect/Scope"

const guarded = EgressGuard.make()

/** URLs in a program's code are intentional, so private addresses are allowed. */
const anywhere = EgressGuard.EgressGuard.of({
  ...guarded,
  inspect: (host, port) => Result.succeed({ host: host.toLowerCase().replace(/^\[|\]$|\.$/g, ""), port, opened: true }),
  check: (address) => {
    const url = URL.parse(address)
    return url !== null && /^https?:$/.test(url.protocol) ? Result.succeed(url) : Result.fail(new InvalidUrl())
  }
})

/**
 * A service could redirect requests to another host, so redirects are not followed. Pages use another client, which
 * blocks private addresses.
 */
export const ownServices: Layer.Layer<HttpClient.HttpClient> = Layer.effect(
  HttpClient.HttpClient,
  Effect.gen(function*() {
    const scope = yield* Effect.scope
    // Loaded by the first request, because a search of an embedded index sends none.
    const client = yield* Effect.cached(Effect.uninterruptible(
      Effect.promise(() => import("@dunlin/fetcher/EgressHttpClient")).pipe(
        Effect.flatMap(({ make }) => make()),
        Effect.provideService(EgressGuard.EgressGuard, anywhere),
        Scope.provide(scope)
      )
    ))
    return HttpClient.makeWith<HttpClientError, never, HttpClientError, never>(
      (sent) => Effect.flatMap(sent, (request) => Effect.flatMap(client, ({ execute }) => execute(request))),
      Effect.succeed
    )
  })
)
