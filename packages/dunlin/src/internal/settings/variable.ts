/** Variables of the environment. An empty one counts as absent, as compose files and shells leave them behind. */
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { SettingsError } from "../../SettingsError.ts"

export const text = (name: string): Config.Config<Option.Option<string>> =>
  Config.option(Config.String(name)).pipe(
    Config.map(Option.map((value) => value.trim())),
    Config.map(Option.filter((value) => value !== ""))
  )

export const secret = (name: string): Config.Config<Option.Option<Redacted.Redacted>> =>
  Config.map(text(name), Option.map((value) => Redacted.make(value)))

/** A whole number, at least 1. */
export const count = (name: string): Config.Config<number> =>
  Config.schema(Schema.NumberFromString.check(Schema.isInt(), Schema.isGreaterThanOrEqualTo(1)), name)

/** `a, b` as `["a", "b"]`. */
export const list = (name: string): Config.Config<ReadonlyArray<string>> =>
  Config.map(text(name), Option.match({ onNone: () => [], onSome: split }))

const split = (value: string): ReadonlyArray<string> =>
  value.split(",").map((item) => item.trim()).filter((item) => item !== "")

export const wrong = (variable: string, why: string): Effect.Effect<never, SettingsError> =>
  Effect.fail(new SettingsError({ variable, why }))

const isWebAddress = (value: string): boolean => /^https?:$/.test(URL.parse(value)?.protocol ?? "")

/** Fails unless the value, if there is one, is an http or https URL. */
export const checkAddress = (
  variable: string,
  value: Option.Option<string>
): Effect.Effect<void, SettingsError> =>
  Option.isNone(value) || isWebAddress(value.value) ? Effect.void : wrong(variable, "an http or https URL is needed")

/** What a service needs: a key, an address, or neither. */
export interface Service {
  readonly apiKey: Redacted.Redacted | undefined
  readonly apiUrl: string | undefined
}

/** `DUNLIN_<NAME>_KEY` and `DUNLIN_<NAME>_URL`. */
export const service = Effect.fnUntraced(
  function*(name: string): Effect.fn.Return<Service, SettingsError | Config.ConfigError> {
    const prefix = `DUNLIN_${name.toUpperCase()}`
    const apiKey = yield* secret(`${prefix}_KEY`)
    const apiUrl = yield* text(`${prefix}_URL`)
    yield* checkAddress(`${prefix}_URL`, apiUrl)
    return {
      apiKey: Option.getOrUndefined(apiKey),
      apiUrl: Option.getOrUndefined(Option.map(apiUrl, (value) => value.replace(/\/+$/, "")))
    }
  }
)
