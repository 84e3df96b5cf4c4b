/** Variables of the environment that look like settings and are none. */
import * as Effect from "effect/Effect"
import { SettingsError } from "../../SettingsError.ts"
import { type Unknown, unknown } from "./names.ts"

const ofProcess = Effect.sync((): ReadonlyArray<Unknown> => unknown(Object.keys(process.env)))

/** The sentence about one of them. */
export const whyUnknown = ({ isTypo, nearest }: Unknown): string =>
  isTypo
    ? `there is no such setting; rename it to ${nearest}, or unset it`
    : `there is no such setting, and it has no effect${nearest === undefined ? "" : ` (${nearest} is one)`}`

/** Fails with the first slip of a known name: without the setting that was meant, a promise would lapse in silence. */
export const refuseMistyped: Effect.Effect<void, SettingsError> = Effect.flatMap(ofProcess, (found) => {
  const [slip] = found.filter(({ isTypo }) => isTypo)
  return slip === undefined
    ? Effect.void
    : Effect.fail(new SettingsError({ variable: slip.variable, why: whyUnknown(slip) }))
})

/** Logs the names that resemble no setting: they may belong to somebody else. */
export const tellUnknown: Effect.Effect<void> = Effect.flatMap(ofProcess, (found) =>
  Effect.forEach(
    found.filter(({ isTypo }) => !isTypo),
    ({ nearest, variable }) =>
      Effect.logWarning("unknown setting, ignored").pipe(
        Effect.annotateLogs({ variable, ...(nearest === undefined ? {} : { nearest }) })
      ),
    { discard: true }
  ))
