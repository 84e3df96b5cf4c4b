/** Where the redirects of a page of a crawl may lead: within the crawl, and where the robots.txt of the target allows it. */
import { type FetchError, NavigationRefused } from "@dunlin/fetcher/FetchError"
import { allowAll, NavigationGuard, type NavigationGuardShape } from "@dunlin/fetcher/NavigationGuard"
import * as Politeness from "@dunlin/fetcher/Politeness"
import * as Effect from "effect/Effect"
import type { Scope } from "./scope.ts"
import type { Visits } from "./visits.ts"

/** Why a redirect was not followed. */
export type Refusal =
  | { readonly _tag: "Outside" }
  | { readonly _tag: "Objected"; readonly error: FetchError }

export interface Watch {
  readonly guard: NavigationGuardShape
  readonly refusal: () => Refusal | undefined
}

/** Watches the redirects of one page. The start of a crawl may lead to another site, which is where its visitors end too. */
export const watch = ({ depth, robots, rulesOf, scope, url }: {
  readonly url: string
  /** Links away from the start. */
  readonly depth: number
  readonly scope: Scope
  /** Whether robots.txt decides. */
  readonly robots: boolean
  readonly rulesOf: Visits["rulesOf"]
}): Watch => {
  let refusal: Refusal | undefined
  const refusalOf = Effect.fnUntraced(function*(hop: string): Effect.fn.Return<Refusal | undefined> {
    if (depth > 0 && !scope.isInside(hop)) return { _tag: "Outside" }
    if (!robots) return undefined
    // A robots.txt is read for its own sake, also behind redirects of its own.
    const rules = yield* Effect.provideService(rulesOf(hop), NavigationGuard, allowAll)
    const error = Politeness.objection(rules, hop)
    return error === undefined ? undefined : { _tag: "Objected", error }
  })
  return {
    refusal: () => refusal,
    guard: {
      check: Effect.fnUntraced(function*(hop: string) {
        // The page itself was judged before it was asked for.
        if (hop === url) return
        refusal = yield* refusalOf(hop)
        if (refusal === undefined) return
        return yield* new NavigationRefused({
          detail: refusal._tag === "Outside" ? "outside of the crawl" : refusal.error.reason.message
        })
      })
    }
  }
}
