/**
 * Reads the settings of the command line and the server from the environment. All are optional, and an empty variable
 * counts as unset. `docs/reference/settings.md` lists them.
 *
 * @since 0.1.0
 */
import type * as Config from "effect/Config"
import type * as Effect from "effect/Effect"
import { configOf, reading } from "./internal/settings/read.ts"
import { commonSettings } from "./internal/settings/table.ts"
import type { SettingsError } from "./SettingsError.ts"

/**
 * The settings as a `Config`, which can be combined with others.
 *
 * @category config
 * @since 0.1.0
 */
export const config = configOf(commonSettings)

/**
 * @category models
 * @since 0.1.0
 */
export type Settings = Config.Success<typeof config>

/**
 * Reads the settings. Fails with the name of the invalid variable and its allowed values.
 *
 * @category config
 * @since 0.1.0
 */
export const read: Effect.Effect<Settings, SettingsError> = reading(config)
