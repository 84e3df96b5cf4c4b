/** Finds environment variables that resemble settings but are unknown. */
import * as Effect from "effect/Effect"
import { SettingsError } from "../../SettingsError.ts"
import { type Unknown, unknown } from "./names.ts"

const ofProcess = Effect.sync((): ReadonlyArray<Unknown> => unknown(Object.keys(process.env)))

export const whyUnknown = ({ isTypo, nearest }: Unknown): string =>
  isTypo
    ? `unknown setting; rename it to ${nearest}, or unset it`
    : `unknown setting without effect${nearest === undefined ? "" : ` (did you mean ${nearest}?)`}`

/** Without the intended setting, a promise could fail silently, so the process stops. */
export const refuseMistyped: Effect.Effect<void, SettingsError> = Effect.flatMap(ofProcess, (found) => {
  const [slip] = found.filter(({ isTypo }) => isTypo)
  return slip === undefined
    ? Effect.void
    : Effect.fail(new SettingsError({ variable: slip.variable, why: whyUnknown(slip) }))
})

/** An unknown name may belong to another program, so it only causes a warning. */
export const tellUnknown: Effect.Effect<void> = Effect.flatMap(ofProcess, (found) =>
  Effect.forEach(
    found.filter(({ isTypo }) => !isTypo),
    ({ nearest, variable }) =>
      Effect.logWarning("unknown setting, ignored").pipe(
        Effect.annotateLogs({ variable, ...(nearest === undefined ? {} : { nearest }) })
      ),
    { discard: true }
  ))
