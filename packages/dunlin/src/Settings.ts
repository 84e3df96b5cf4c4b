/**
 * The settings of the command line and the server, read from the environment.
 *
 * @since 0.1.0
 */
import * as Config from "effect/Config"
import { homedir } from "node:os"
import { join } from "node:path"

/**
 * @category models
 * @since 0.1.0
 */
export interface Settings {
  /** `DUNLIN_DATA`: folder for SQLite files and artifacts; by default the data folder of the user. */
  readonly data: string
  /** `DUNLIN_EGRESS_ALLOW`: targets, as `host:port` separated by commas, that may be private addresses. */
  readonly allow: ReadonlyArray<string>
}

/** Where programs of this user keep their data (XDG Base Directory Specification; the habits of macOS and Windows). */
const dataFolder = (): string => {
  switch (process.platform) {
    case "darwin":
      return join(homedir(), "Library", "Application Support", "dunlin")
    case "win32":
      return join(process.env.LOCALAPPDATA ?? join(homedir(), "AppData", "Local"), "dunlin")
    default:
      return join(process.env.XDG_DATA_HOME ?? join(homedir(), ".local", "share"), "dunlin")
  }
}

const list = (text: string): ReadonlyArray<string> =>
  text.split(",").map((item) => item.trim()).filter((item) => item !== "")

/**
 * @category config
 * @since 0.1.0
 */
export const config: Config.Config<Settings> = Config.all({
  data: Config.String("DUNLIN_DATA").pipe(Config.withDefault(dataFolder())),
  allow: Config.String("DUNLIN_EGRESS_ALLOW").pipe(Config.withDefault(""), Config.map(list))
})
