/** Stores large values as files next to a SQLite database. The files are named by their checksum. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as path from "node:path"
import type { CacheError } from "../CacheError.ts"
import * as files from "./files.ts"
import type { Sqlite } from "./sqlite.ts"

/** A younger file may have no row yet, because its process is still writing. */
const ORPHAN_AGE = 3_600_000

const SHA256_LENGTH = 64

const store = "sqlite"

export interface PageFiles {
  /** Returns no bytes for a missing file. They then fail the checksum. */
  readonly read: (sha256: string) => Effect.Effect<Uint8Array, CacheError>
  readonly write: (sha256: string, bytes: Uint8Array) => Effect.Effect<void, CacheError>
  /** Call it after the rows are deleted. */
  readonly removeUnnamed: (sums: ReadonlyArray<string>) => Effect.Effect<void, CacheError>
  /** Deletes files whose process died before it wrote the row. */
  readonly sweep: Effect.Effect<void, CacheError>
}

export const none: PageFiles = {
  read: () => Effect.succeed(new Uint8Array(0)),
  write: () => Effect.void,
  removeUnnamed: () => Effect.void,
  sweep: Effect.void
}

export const make = (sqlite: Sqlite, folder: string): PageFiles => {
  const fileOf = (sha256: string) => path.join(folder, sha256.slice(0, 2), sha256)

  const isNamed = (sha256: string) =>
    sqlite.use((handle) =>
      handle.prepare("SELECT 1 FROM pages WHERE sha256 = ? AND in_file = 1 LIMIT 1").get(sha256) !== undefined
    )

  return {
    read: (sha256: string) =>
      Effect.map(files.readFile(store, fileOf(sha256)), Option.getOrElse(() => new Uint8Array(0))),
    write: (sha256: string, bytes: Uint8Array) => files.writeFile(store, fileOf(sha256), bytes),
    removeUnnamed: (sums: ReadonlyArray<string>) =>
      Effect.forEach(sums, (sha256) =>
        Effect.flatMap(
          isNamed(sha256),
          (named) => named ? Effect.void : files.removeFile(store, fileOf(sha256))
        ), { discard: true }),
    sweep: Effect.gen(function*() {
      const now = yield* Clock.currentTimeMillis
      for (const file of yield* files.listFiles(store, folder)) {
        const isOrphan = file.endsWith(".tmp") || !(yield* isNamed(path.basename(file).slice(0, SHA256_LENGTH)))
        if (isOrphan && (yield* files.ageOf(file, now)) > ORPHAN_AGE) yield* files.removeFile(store, file)
      }
    })
  }
}
