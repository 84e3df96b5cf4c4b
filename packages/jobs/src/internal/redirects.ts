/**
 * Decides whether a redirect of a crawled page is followed: its target must be within the crawl, and its robots.txt
 * must allow it.
 */
import { type FetchError, NavigationRefused } from "@dunlin/fetcher/FetchError"
import { NavigationGuard, type NavigationGuardShape } from "@dunlin/fetcher/NavigationGuard"
import * as Politeness from "@dunlin/fetcher/Politeness"
import * as Effect from "effect/Effect"
import type { Scope } from "./scope.ts"
import type { Visits } from "./visits.ts"

export type Refusal =
  | { readonly _tag: "Outside"; readonly url: string }
  | { readonly _tag: "Objected"; readonly error: FetchError }

export interface Watch {
  readonly guard: NavigationGuardShape
  readonly refusal: () => Refusal | undefined
}

export const watch = ({ callers, depth, robots, rulesOf, scope, url }: {
  readonly url: string
  readonly depth: number
  readonly scope: Scope
  readonly robots: boolean
  readonly rulesOf: Visits["rulesOf"]
  readonly callers: NavigationGuardShape
}): Watch => {
  let refusal: Refusal | undefined
  const refusalOf = Effect.fnUntraced(function*(hop: string): Effect.fn.Return<Refusal | undefined> {
    if (depth > 0 && !scope.isInside(hop)) return { _tag: "Outside", url: hop }
    if (!robots) return undefined
    // A redirect of robots.txt itself may leave the crawl's scope.
    const rules = yield* Effect.provideService(rulesOf(hop), NavigationGuard, callers)
    const error = Politeness.objection(rules, hop)
    return error === undefined ? undefined : { _tag: "Objected", error }
  })
  return {
    refusal: () => refusal,
    guard: {
      check: Effect.fnUntraced(function*(hop: string) {
        yield* callers.check(hop)
        if (hop === url) return
        const found = yield* refusalOf(hop)
        if (found === undefined) return
        refusal = found
        return yield* new NavigationRefused({
          detail: found._tag === "Outside" ? "outside the crawl" : found.error.reason.message
        })
      })
    }
  }
}
