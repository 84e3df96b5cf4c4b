/** Checks configured stores at server start. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SettingsError } from "../../SettingsError.ts"
import { stores, type StoreVariable } from "./storeTable.ts"

/** The code of a failed connection: `ECONNREFUSED`, `28P01`, ... Never the URL, which contains a password. */
const codeOf = (error: unknown): string | undefined => {
  for (let cause = error, depth = 0; depth < 8 && typeof cause === "object" && cause !== null; depth++) {
    if ("code" in cause && typeof cause.code === "string") return cause.code
    cause = "reason" in cause ? cause.reason : "cause" in cause ? cause.cause : undefined
  }
  return undefined
}

const packageOf = (variable: StoreVariable) => stores.find((store) => store.variable === variable)!.package

/** Node's code for a failed import. */
const missingModule = "ERR_MODULE_NOT_FOUND"

/** PostgreSQL's code while it starts. */
const starts = "57P03"

/**
 * Connection attempts to a store that does not respond or is starting. Each takes 5 seconds or more, 30 seconds in
 * total. In this time a store that starts at the same moment becomes ready, even on a busy machine.
 */
const TRIES = 6

/**
 * Fails with the variable whose store cannot be used, or with the missing package. A store that does not respond is
 * retried; a rejection, such as of a port or a password, fails immediately.
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
      : `${what} cannot be reached or used${code === undefined ? "" : ` (${code})`}`
    return Layer.effectContext(Effect.fail(new SettingsError({ variable, why })))
  })
