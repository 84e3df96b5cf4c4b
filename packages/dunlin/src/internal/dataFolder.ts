import * as Effect from "effect/Effect"
import { accessSync, constants, mkdirSync, statSync } from "node:fs"
import { dirname, resolve } from "node:path"
import { SettingsError } from "../SettingsError.ts"

const isThere = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined

/** Creates parent folders one by one. Node's recursive `mkdir` never returns for some paths, such as below `/proc`. */
const create = (folder: string): void => {
  const missing: Array<string> = []
  let path = resolve(folder)
  while (!isThere(path)) {
    missing.push(path)
    path = dirname(path)
  }
  for (const path of missing.reverse()) {
    try {
      mkdirSync(path)
    } catch (error) {
      // Another process may have created the folder in the meantime.
      if (!isThere(path)) throw error
    }
  }
  if (!statSync(folder).isDirectory()) throw Object.assign(new Error("not a folder"), { code: "ENOTDIR" })
}

export const dataFolder = (folder: string, variable: string): Effect.Effect<void, SettingsError> => {
  const attempt = (what: string, run: () => void) =>
    Effect.try({
      try: run,
      catch: (cause) => {
        const code = cause instanceof Error && "code" in cause ? cause.code : "unknown"
        return new SettingsError({
          variable,
          why: `the folder cannot be ${what} (${code}): ${folder}; ${
            code === "ENOTDIR" || code === "EEXIST" ? "a file with this name exists: " : ""
          }choose a folder that can be created and written to`
        })
      }
    })
  // Node reads an empty path as the working directory.
  if (folder.trim() === "") {
    return Effect.fail(
      new SettingsError({ variable, why: "the value is empty: give a folder (\".\" is the working directory)" })
    )
  }
  return Effect.andThen(
    attempt("created", () => create(folder)),
    attempt("written", () => accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK))
  )
}
