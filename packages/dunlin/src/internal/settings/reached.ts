/** Stores that a setting points to, as a server finds them when it starts. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SettingsError } from "../../SettingsError.ts"
import { stores, type StoreVariable } from "./storeTable.ts"

/** What was told of a failure to connect: `ECONNREFUSED`, `28P01`, ... Never the address, which holds a password. */
const codeOf = (error: unknown): string | undefined => {
  for (let cause = error, depth = 0; depth < 8 && typeof cause === "object" && cause !== null; depth++) {
    if ("code" in cause && typeof cause.code === "string") return cause.code
    cause = "reason" in cause ? cause.reason : "cause" in cause ? cause.cause : undefined
  }
  return undefined
}

const packageOf = (variable: StoreVariable) => stores.find((store) => store.variable === variable)!.package

/** What Node calls a failed import. */
const missingModule = "ERR_MODULE_NOT_FOUND"

/** What PostgreSQL answers while it starts. */
const starts = "57P03"

/**
 * How often a store is asked that said nothing, or that it starts. Each gives up after 5 seconds or more: half a minute, in
 * which what starts beside this, on a machine with much to do, is there.
 */
const TRIES = 6

/**
 * Names the variable when what it points to cannot be used, or the package when nothing can be asked without it. Whoever
 * says nothing is asked again; a refusal, such as of a port or a password, counts at once.
 */
export const reached = (variable: StoreVariable, what: string, tries = TRIES) =>
<A, E, R>(
  layer: Layer.Layer<A, E, R>
): Layer.Layer<A, SettingsError, R> =>
  Layer.catchCause(layer, (cause) => {
    const error = Cause.squash(cause)
    if (error instanceof SettingsError) return Layer.effectContext(Effect.fail(error))
    const code = codeOf(error)
    if (tries > 1 && !Cause.hasInterrupts(cause) && (code === undefined || code === starts)) {
      return reached(variable, what, tries - 1)(Layer.fresh(layer))
    }
    const why = code === missingModule
      ? `its package is not installed: npm install ${packageOf(variable)}`
      : `${what} cannot be reached or used there${code === undefined ? "" : ` (${code})`}`
    return Layer.effectContext(Effect.fail(new SettingsError({ variable, why })))
  })
