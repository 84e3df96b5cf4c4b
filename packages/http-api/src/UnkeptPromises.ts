/**
 * Promises that the settings of a server cannot keep, for `/health`.
 *
 * @since 0.2.0
 */
import * as Context from "effect/Context"

/**
 * The names of the promises, as the reference lists them; `/health` shows them in `notKept`.
 *
 * @category references
 * @since 0.2.0
 */
export const UnkeptPromises = Context.Reference<ReadonlyArray<string>>("@dunlin/http-api/UnkeptPromises", {
  defaultValue: () => []
})
