/**
 * Pages of a site that are known without a request to it.
 *
 * @since 0.2.0
 */
import type { MapLink } from "@dunlin/schema/MapRequest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/**
 * Tells maps the pages of a site, best first: those of a search index, for example. Rather none than a failure.
 *
 * @category references
 * @since 0.2.0
 */
export const KnownPages = Context.Reference<
  (request: {
    /** The host of the site, without `www.` and port. */
    readonly site: string
    /** What the caller looks for. */
    readonly search: string | undefined
    readonly limit: number
  }) => Effect.Effect<ReadonlyArray<MapLink>>
>("@dunlin/jobs/KnownPages", { defaultValue: () => () => Effect.succeed([]) })
