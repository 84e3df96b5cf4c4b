/**
 * Decides which redirects of a crawled page are followed: those within the crawl, if the target's robots.txt allows
 * it.
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

/** The start page of a crawl may redirect to another site. */
export const watch = ({ callers, depth, robots, rulesOf, scope, url }: {
  readonly url: string
  readonly depth: number
  readonly scope: Scope
  readonly robots: boolean
  readonly rulesOf: Visits["rulesOf"]
  /** The navigation guard of the crawl's caller. It decides first. */
  readonly callers: NavigationGuardShape
}): Watch => {
  let refusal: Refusal | undefined
  const refusalOf = Effect.fnUntraced(function*(hop: string): Effect.fn.Return<Refusal | undefined> {
    if (depth > 0 && !scope.isInside(hop)) return { _tag: "Outside", url: hop }
    if (!robots) return undefined
    // The redirects of a robots.txt may lead out of the crawl.
    const rules = yield* Effect.provideService(rulesOf(hop), NavigationGuard, callers)
    const error = Politeness.objection(rules, hop)
    return error === undefined ? undefined : { _tag: "Objected", error }
  })
  return {
    refusal: () => refusal,
    guard: {
      check: Effect.fnUntraced(function*(hop: string) {
        yield* callers.check(hop)
        // The page itself was checked before the request.
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
