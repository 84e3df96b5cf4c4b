import * as EgressGuard from "@dunlin/fetcher/EgressGuard"
import type * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import { lazily } from "../lazily.ts"

/**
 * Provides a client that can reach the configured URLs even if they are private, and otherwise only public ones.
 * Pages are fetched by another client, which cannot reach these URLs.
 */
export const client = (
  ...addresses: ReadonlyArray<string | undefined>
): Layer.Layer<HttpClient.HttpClient> => {
  const allow = addresses.flatMap((address) => {
    const url = address === undefined ? null : URL.parse(address)
    return url === null
      ? []
      : [`${url.hostname}:${url.port === "" ? (url.protocol === "https:" ? 443 : 80) : url.port}`]
  })
  return lazily(() => import("@dunlin/fetcher/EgressHttpClient"), ({ layer }) => layer()).pipe(
    Layer.provide(EgressGuard.layer({ allow }))
  )
}
