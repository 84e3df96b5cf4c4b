/**
 * The settings of the command line and the server, read from the environment. None is required, and an empty variable
 * counts as absent.
 *
 * The keys and addresses of single services, `DUNLIN_<NAME>_KEY` and `DUNLIN_<NAME>_URL`, are read when the service is
 * used; `docs/reference/settings.md` lists all of them.
 *
 * @since 0.1.0
 */
import type * as Config from "effect/Config"
import type * as Effect from "effect/Effect"
import { configOf, reading } from "./internal/settings/read.ts"
import { commonSettings } from "./internal/settings/table.ts"
import type { SettingsError } from "./SettingsError.ts"

/**
 * The settings as a `Config`, to be composed with others.
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
 * Reads the settings. Fails with the variable that is wrong, and what it may be.
 *
 * @category config
 * @since 0.1.0
 */
export const read: Effect.Effect<Settings, SettingsError> = reading(config)
