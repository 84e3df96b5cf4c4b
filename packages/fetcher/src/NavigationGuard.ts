/**
 * Checks every URL before it is visited: the first request, redirects, and navigations inside the browser. The
 * default guard allows every URL. The pipeline sets it to threat protection.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { NavigationRefused } from "./FetchError.ts"

/**
 * @category models
 * @since 0.1.0
 */
export interface NavigationGuardShape {
  /** Succeeds if the absolute URL may be visited. The function must have its own timeout. */
  readonly check: (url: string) => Effect.Effect<void, NavigationRefused>
}

/**
 * Allows every URL.
 *
 * @category constants
 * @since 0.1.0
 */
export const allowAll: NavigationGuardShape = { check: () => Effect.void }

/**
 * The guard of the current fiber. Set it with `Effect.provideService(NavigationGuard, { check })`.
 *
 * **Details**
 *
 * The egress guard decides first, and this guard cannot override it.
 *
 * @category services
 * @since 0.1.0
 */
export const NavigationGuard = Context.Reference<NavigationGuardShape>("@dunlin/fetcher/NavigationGuard", {
  defaultValue: () => allowAll
})
