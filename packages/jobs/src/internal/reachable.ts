/** Checks whether requests to a webhook's URL are allowed. */
import { EgressGuard } from "@dunlin/fetcher/EgressGuard"
import * as InvalidRequest from "@dunlin/schema/InvalidRequest"
import type { Webhook } from "@dunlin/schema/Webhook"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

/** Timeout for resolving a host name. The delivery checks an unresolved name again. */
const LOOKUP_TIMEOUT = "2 seconds"

const refused = (url: string) =>
  InvalidRequest.at(
    ["webhook", "url"],
    `a public address; this server sends no events to ${URL.parse(url)?.host ?? "it"}`
  )

/**
 * Fails with `InvalidRequest` if the egress guard blocks the webhook's URL. An unresolved host name passes, because
 * the delivery checks it again.
 */
export const checkWebhook = Effect.fnUntraced(function*(
  webhook: Webhook | undefined
): Effect.fn.Return<void, InvalidRequest.InvalidRequest> {
  if (webhook === undefined) return
  const guard = yield* Effect.serviceOption(EgressGuard)
  if (guard._tag === "None") return
  const checked = guard.value.check(webhook.url)
  if (Result.isFailure(checked)) {
    return checked.failure._tag === "DnsError" ? undefined : yield* refused(webhook.url)
  }
  const { hostname, port, protocol } = checked.success
  const destination = guard.value.inspect(hostname, Number(port === "" ? protocol === "https:" ? 443 : 80 : port))
  if (Result.isFailure(destination)) return yield* refused(webhook.url)
  if (destination.success.opened) return
  const addresses = yield* Effect.result(
    Effect.timeoutOption(guard.value.resolve(destination.success), LOOKUP_TIMEOUT)
  )
  if (Result.isFailure(addresses) && addresses.failure._tag === "EgressBlocked") return yield* refused(webhook.url)
})
