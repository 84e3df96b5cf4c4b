/** How the services that a program names in its code are reached: an engine, a model, a classifier. */
import * as EgressGuard from "@dunlin/fetcher/EgressGuard"
import { InvalidUrl } from "@dunlin/fetcher/FetchError"
import * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { lazily } from "./lazily.ts"

const guarded = EgressGuard.make()

/** Whoever writes an address into a program means it, also where it is private. */
const anywhere = EgressGuard.EgressGuard.of({
  ...guarded,
  inspect: (host, port) => Result.succeed({ host: host.toLowerCase().replace(/^\[|\]$|\.$/g, ""), port, opened: true }),
  check: (address) => {
    const url = URL.parse(address)
    return url !== null && /^https?:$/.test(url.protocol) ? Result.succeed(url) : Result.fail(new InvalidUrl())
  }
})

/**
 * A client for the parts of a client that are layers over HTTP and bring none of their own. It follows no redirects, so
 * that a service cannot lead it elsewhere; pages are fetched by another one, to which private addresses stay closed.
 */
export const ownServices: Layer.Layer<HttpClient.HttpClient> = lazily(
  () => import("@dunlin/fetcher/EgressHttpClient"),
  ({ layer }) => layer()
).pipe(Layer.provide(Layer.effect(EgressGuard.EgressGuard, Effect.succeed(anywhere))))
