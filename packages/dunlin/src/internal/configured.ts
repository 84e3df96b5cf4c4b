/** Builds all services of a search from the environment's settings. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Services from "../Services.ts"
import * as Settings from "../Settings.ts"
import { searchSettings } from "./settings/search.ts"
import { fromSettings } from "./settings/services.ts"
import { refuseMistyped, tellUnknown } from "./settings/unknown.ts"

export const configured = (replaced: Partial<Settings.Settings>, { initialCredits, publicUrl }: {
  readonly initialCredits: number | "unlimited"
  readonly publicUrl?: string | undefined
}) =>
  Layer.unwrap(Effect.gen(function*() {
    yield* refuseMistyped
    const settings = { ...yield* Settings.read, ...replaced }
    const parts = yield* fromSettings(settings, { initialCredits, publicUrl })
    yield* tellUnknown
    return Services.layer(parts).pipe(Layer.provide(searchSettings(settings)))
  }))
