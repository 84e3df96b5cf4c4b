/**
 * Lists promises that the server's settings cannot keep, for `/health`.
 *
 * @since 0.2.0
 */
import * as Context from "effect/Context"

/**
 * The names of the promises, as in the reference; `/health` lists them in `notKept`.
 *
 * @category references
 * @since 0.2.0
 */
export const UnkeptPromises = Context.Reference<ReadonlyArray<string>>("@dunlin/http-api/UnkeptPromises", {
  defaultValue: () => []
})
