/** Reads the rows of the settings table, and checks values from other sources. */
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import { SettingsError } from "../../SettingsError.ts"
import type { Setting } from "./setting.ts"
import { wrong } from "./variable.ts"

interface Rows {
  readonly [name: string]: Setting<unknown>
}

type Values<R extends Rows> = { readonly [Name in keyof R]: Config.Success<R[Name]["config"]> }

export const configOf = <R extends Rows>(rows: R): Config.Config<Values<R>> =>
  Config.all(Object.fromEntries(Object.entries(rows).map(([name, { config }]) => [name, config]))) as Config.Config<
    Values<R>
  >

export const reading = <A>(config: Config.Config<A>): Effect.Effect<A, SettingsError> =>
  Effect.mapError(config, (error) =>
    error.cause._tag === "SourceError" && error.cause.cause instanceof SettingsError
      ? error.cause.cause
      : new SettingsError({ variable: "the environment", why: error.message }))

/** Values of flags and options are checked elsewhere, with their names. */
export const checkRows = <R extends Rows>(rows: R, values: Values<R>): Effect.Effect<void, SettingsError> =>
  Effect.forEach(
    Object.entries(rows),
    ([name, { fault, variable }]) => {
      const why = fault(values[name])
      return why === undefined ? Effect.void : wrong(variable, why)
    },
    { discard: true }
  )
