import * as EgressGuard from "@dunlin/fetcher/EgressGuard"
import type * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import { lazily } from "../lazily.ts"

/** Returns a client that can reach the given URLs even if they are private. Pages use another client, which cannot. */
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
