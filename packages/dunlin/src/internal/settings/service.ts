/** Settings of one service. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import type { SettingsError } from "../../SettingsError.ts"
import { reading } from "./read.ts"
import { type ServiceName, settingsOf } from "./table.ts"

export interface Access {
  readonly apiKey: Redacted.Redacted | undefined
  readonly apiUrl: string | undefined
}

export const service = Effect.fnUntraced(function*(name: ServiceName): Effect.fn.Return<Access, SettingsError> {
  const { key, url } = settingsOf(name)
  const apiKey = yield* reading(key.config)
  const apiUrl = yield* reading(url.config)
  return {
    apiKey: Option.getOrUndefined(apiKey),
    apiUrl: Option.getOrUndefined(Option.map(apiUrl, (value) => value.replace(/\/+$/, "")))
  }
})
