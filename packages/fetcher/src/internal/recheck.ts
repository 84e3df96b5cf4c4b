import type { RawPage } from "@dunlin/schema/RawPage"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { EgressGuard } from "../EgressGuard.ts"
import { EgressBlocked, type FetchError, make as makeError } from "../FetchError.ts"

type Guard = EgressGuard["Service"]

const isOpened = (guard: Guard, host: string, port: number): boolean =>
  Result.match(guard.inspect(host, port), { onFailure: () => false, onSuccess: ({ opened }) => opened })

/** Returns the field `openedTargets` of a page; empty without redirects that only a setting allows. */
export const openedTargets = (
  guard: Guard,
  hops: ReadonlyArray<string>
): { readonly openedTargets?: ReadonlyArray<string> } => {
  const opened = hops.flatMap((hop) => {
    const url = URL.parse(hop)
    if (url === null) return []
    const port = url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port)
    return isOpened(guard, url.hostname, port) ? [`${url.hostname}:${port}`] : []
  })
  return opened.length === 0 ? {} : { openedTargets: [...new Set(opened)] }
}

export const recheck = (guard: Guard) => (page: RawPage): Effect.Effect<void, FetchError> =>
  Effect.suspend(() => {
    for (const { url } of [...page.redirects, page]) {
      const allowed = guard.check(url)
      if (Result.isFailure(allowed)) return Effect.fail(makeError(allowed.failure))
    }
    const closed = page.openedTargets?.some((target) => {
      const colon = target.lastIndexOf(":")
      return !isOpened(guard, target.slice(0, colon), Number(target.slice(colon + 1)))
    })
    return closed === true ? Effect.fail(makeError(new EgressBlocked())) : Effect.void
  })
