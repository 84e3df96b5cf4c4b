/** Stores large values as files that are named by the SHA-256 of their bytes. Writes are atomic. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as crypto from "node:crypto"
import type { Dirent } from "node:fs"
import * as fs from "node:fs/promises"
import * as path from "node:path"
import { CacheError, Unavailable } from "../CacheError.ts"

const failed = (store: string) => (cause: unknown) => new CacheError({ store, reason: new Unavailable({ cause }) })

export const OWNER_ONLY_FOLDER = 0o700
export const OWNER_ONLY = 0o600

const isMissing = (cause: unknown): boolean =>
  typeof cause === "object" && cause !== null && "code" in cause && cause.code === "ENOENT"

/** Writes a temporary file, flushes and renames it, so that a reader sees either the old file or the new one. */
export const writeFile = (store: string, filename: string, bytes: Uint8Array): Effect.Effect<void, CacheError> => {
  const temporary = `${filename}.${crypto.randomUUID()}.tmp`
  return Effect.tryPromise({
    try: () =>
      fs.mkdir(path.dirname(filename), { recursive: true, mode: OWNER_ONLY_FOLDER })
        .then(() => fs.writeFile(temporary, bytes, { mode: OWNER_ONLY, flush: true }))
        .then(() => fs.rename(temporary, filename)),
    catch: failed(store)
  }).pipe(Effect.onError(() => Effect.ignore(Effect.tryPromise(() => fs.rm(temporary, { force: true })))))
}

export const readFile = (store: string, filename: string): Effect.Effect<Option.Option<Buffer>, CacheError> =>
  Effect.tryPromise({ try: () => fs.readFile(filename), catch: (cause) => cause }).pipe(
    Effect.map(Option.some),
    Effect.catch((cause) => isMissing(cause) ? Effect.succeed(Option.none()) : Effect.fail(failed(store)(cause)))
  )

export const removeFile = (store: string, filename: string): Effect.Effect<void, CacheError> =>
  Effect.tryPromise({ try: () => fs.rm(filename, { force: true }), catch: failed(store) })

export const listFiles = (store: string, folder: string): Effect.Effect<ReadonlyArray<string>, CacheError> =>
  Effect.tryPromise({
    try: () => fs.readdir(folder, { recursive: true, withFileTypes: true }),
    catch: (cause) => cause
  }).pipe(
    Effect.map((entries) =>
      entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
    ),
    Effect.catch((cause) => isMissing(cause) ? Effect.succeed([]) : Effect.fail(failed(store)(cause)))
  )

const list = (store: string, folder: string, selects: (entry: Dirent) => boolean) =>
  Effect.tryPromise({ try: () => fs.readdir(folder, { withFileTypes: true }), catch: (cause) => cause }).pipe(
    Effect.map((entries): ReadonlyArray<string> => entries.filter(selects).map(({ name }) => name)),
    Effect.catch((cause) => isMissing(cause) ? Effect.succeed([]) : Effect.fail(failed(store)(cause)))
  )

export const listFolders = (store: string, folder: string): Effect.Effect<ReadonlyArray<string>, CacheError> =>
  list(store, folder, (entry) => entry.isDirectory())

export const listNames = (store: string, folder: string): Effect.Effect<ReadonlyArray<string>, CacheError> =>
  list(store, folder, (entry) => entry.isFile())

export const removeEmptyFolder = (folder: string): Effect.Effect<void> =>
  Effect.ignore(Effect.tryPromise(() => fs.rmdir(folder)))

export const ageOf = (filename: string, now: number): Effect.Effect<number> =>
  Effect.tryPromise(() => fs.stat(filename)).pipe(
    Effect.map((stat) => now - stat.mtimeMs),
    Effect.orElseSucceed(() => 0)
  )
