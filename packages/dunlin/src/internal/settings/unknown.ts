import * as Effect from "effect/Effect"
import { unknown } from "./names.ts"

/** A name nobody reads would be ignored in silence, and with it what was meant to be set. */
export const tellUnknown: Effect.Effect<void> = Effect.suspend(() =>
  Effect.forEach(
    unknown(Object.keys(process.env)),
    ({ nearest, variable }) =>
      Effect.logWarning("unknown setting, ignored").pipe(
        Effect.annotateLogs({ variable, ...(nearest === undefined ? {} : { nearest }) })
      ),
    { discard: true }
  )
)
