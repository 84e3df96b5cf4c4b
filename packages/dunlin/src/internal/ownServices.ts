/** How to reach services that a program names in its code: an engine, a model, a classifier. */
import * as EgressGuard from "@dunlin/fetcher/EgressGuard"
import { InvalidUrl } from "@dunlin/fetcher/FetchError"
import * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { lazily } from "./lazily.ts"

const guarded = EgressGuard.make()

/** A URL in a program's code is intentional, so private addresses are allowed. */
const anywhere = EgressGuard.EgressGuard.of({
  ...guarded,
  inspect: (host, port) => Result.succeed({ host: host.toLowerCase().replace(/^\[|\]$|\.$/g, ""), port, opened: true }),
  check: (address) => {
    const url = URL.parse(address)
    return url !== null && /^https?:$/.test(url.protocol) ? Result.succeed(url) : Result.fail(new InvalidUrl())
  }
})

/**
 * The HTTP client of client parts that have none. It follows no redirects, so that a service cannot lead it
 * elsewhere. Pages are fetched by another client, which blocks private addresses.
 */
export const ownServices: Layer.Layer<HttpClient.HttpClient> = lazily(
  () => import("@dunlin/fetcher/EgressHttpClient"),
  ({ layer }) => layer()
).pipe(Layer.provide(Layer.effect(EgressGuard.EgressGuard, Effect.succeed(anywhere))))
