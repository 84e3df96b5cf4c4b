/**
 * Reads environment variables. An empty variable counts as unset, because compose files and shells often set empty
 * ones.
 */
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { SettingsError } from "../../SettingsError.ts"

export const text = (name: string): Config.Config<Option.Option<string>> =>
  Config.option(Config.String(name)).pipe(
    Config.map(Option.map((value) => value.trim())),
    Config.map(Option.filter((value) => value !== ""))
  )

export const wrong = (variable: string, why: string): Effect.Effect<never, SettingsError> =>
  Effect.fail(new SettingsError({ variable, why }))
