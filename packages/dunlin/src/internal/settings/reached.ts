/** Checks configured stores at server start. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SettingsError } from "../../SettingsError.ts"
import { stores, type StoreVariable } from "./storeTable.ts"

/** Returns the error's code, because its message may contain a URL with a password. */
const codeOf = (error: unknown): string | undefined => {
  for (let cause = error, depth = 0; depth < 8 && typeof cause === "object" && cause !== null; depth++) {
    if ("code" in cause && typeof cause.code === "string") return cause.code
    cause = "reason" in cause ? cause.reason : "cause" in cause ? cause.cause : undefined
  }
  return undefined
}

const packageOf = (variable: StoreVariable) => stores.find((store) => store.variable === variable)!.package

const missingModule = "ERR_MODULE_NOT_FOUND"

const starts = "57P03"

/** Each attempt takes at least 5 seconds, so a store that starts at the same time becomes ready. */
const TRIES = 6

/** If a store does not respond, the connection is tried again. If it rejects the connection, this fails immediately. */
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
