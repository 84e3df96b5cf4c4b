import * as EgressGuard from "@dunlin/fetcher/EgressGuard"
import * as EgressHttpClient from "@dunlin/fetcher/EgressHttpClient"
import type * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"

/**
 * A client for an endpoint that the operator has named: that host and port may be private, nothing else, and only for
 * this client.
 */
export const layer = (endpoint: string): Layer.Layer<HttpClient.HttpClient> =>
  EgressHttpClient.layer().pipe(Layer.provide(EgressGuard.layer({ allow: targetsOf(endpoint) })))

const targetsOf = (endpoint: string): ReadonlyArray<string> => {
  const url = URL.parse(endpoint)
  return url === null ? [] : [`${url.hostname}:${url.port === "" ? url.protocol === "https:" ? 443 : 80 : url.port}`]
}
