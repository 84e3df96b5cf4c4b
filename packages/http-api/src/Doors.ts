/**
 * Lists the APIs of other services that the server also implements. Programs for these services only change their
 * base URL.
 *
 * @since 0.2.0
 */
import * as Context from "effect/Context"

/**
 * The names of the compatible APIs. Each is also the prefix of its paths: `/tavily/search`.
 *
 * @category constants
 * @since 0.2.0
 */
export const names = ["tavily", "exa", "searxng", "serper", "brave", "jina", "cohere", "perplexity"] as const

/**
 * @category models
 * @since 0.2.0
 */
export type DoorName = typeof names[number]

/**
 * The compatible APIs that are enabled.
 *
 * **Example** (Enable the APIs of Tavily and SearXNG)
 *
 * ```ts
 * import { Doors } from "@dunlin/http-api"
 * import { Layer } from "effect"
 *
 * const open: ReadonlyArray<Doors.DoorName> = ["tavily", "searxng"]
 * // provided to `NodeServer.layer()` or `Server.layer()`
 * const doors = Layer.succeed(Doors.Doors, open)
 * console.log(Layer.isLayer(doors), Doors.names.length) // true 8
 * ```
 *
 * @category references
 * @since 0.2.0
 */
export const Doors = Context.Reference<ReadonlyArray<DoorName>>("@dunlin/http-api/Doors", { defaultValue: () => [] })
