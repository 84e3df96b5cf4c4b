/**
 * The APIs of other services that a server also speaks, for programs that know one of them: they change their base URL,
 * and nothing else.
 *
 * @since 0.2.0
 */
import * as Context from "effect/Context"

/**
 * The names of the doors. Each is also the prefix of its paths: `/tavily/search`.
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
 * The doors that are open.
 *
 * **Example** (A server that also speaks Tavily and SearXNG)
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
