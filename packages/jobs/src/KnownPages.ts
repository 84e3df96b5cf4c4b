/**
 * Declares pages of a site that are already known, so that the site is not requested again.
 *
 * @since 0.2.0
 */
import type { MapLink } from "@dunlin/schema/MapRequest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/**
 * Adds known pages of a site to maps, best first, for example from a search index. Returns no pages instead of
 * failing.
 *
 * @category references
 * @since 0.2.0
 */
export const KnownPages = Context.Reference<
  (request: {
    /** The host of the site, without `www.` and port. */
    readonly site: string
    readonly search: string | undefined
    readonly limit: number
  }) => Effect.Effect<ReadonlyArray<MapLink>>
>("@dunlin/jobs/KnownPages", { defaultValue: () => () => Effect.succeed([]) })
