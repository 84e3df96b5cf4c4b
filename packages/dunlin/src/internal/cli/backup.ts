/** Implements `dunlin backup`, which copies a data folder while servers and workers use it. */
import * as NodeSqlite from "@dunlin/common/NodeSqlite"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { settings } from "./root.ts"
import { WrongUsage } from "./WrongUsage.ts"

/**
 * Jobs are copied before credits. A page that completes in between is charged in the copy, and its repetition is not
 * charged again.
 */
const FIRST = ["jobs.sqlite", "credits.sqlite"]

/** Only the owner can read the files of a backup, as with the originals. */
const OWNER_ONLY = 0o600
const OWNER_ONLY_FOLDER = 0o700

/** Whether SQLite does not write the file: artifacts, their signing key, profiles. */
const isOther = (name: string): boolean => !/\.sqlite(?:$|-)/.test(name)

const copyDatabase = (from: string, to: string) =>
  Effect.acquireUseRelease(
    Effect.sync(() => new (NodeSqlite.load().DatabaseSync)(from)),
    (database) =>
      Effect.tryPromise({ try: () => NodeSqlite.load().backup(database, to), catch: (cause) => cause }).pipe(
        Effect.andThen(Effect.sync(() => chmodSync(to, OWNER_ONLY)))
      ),
    (database) => Effect.sync(() => database.close())
  )

export const backup = Command.make(
  "backup",
  { folder: Argument.String("folder").pipe(Argument.withDescription("A new or empty folder")) },
  Effect.fn("dunlin.backup")(function*({ folder }) {
    const { data } = yield* settings
    if (!existsSync(data)) {
      return yield* new WrongUsage({ message: `Data folder ${data} does not exist: set DUNLIN_DATA` })
    }
    if (existsSync(folder) && readdirSync(folder).length > 0) {
      return yield* new WrongUsage({ message: `Folder ${folder} is not empty: choose a new or empty folder` })
    }
    mkdirSync(folder, { recursive: true, mode: OWNER_ONLY_FOLDER })
    const names = readdirSync(data)
    const databases = names.filter((name) => name.endsWith(".sqlite"))
    for (const name of [...FIRST.filter((one) => databases.includes(one)), ...databases]) {
      if (!existsSync(join(folder, name))) yield* copyDatabase(join(data, name), join(folder, name))
    }
    const others = names.filter((name) => isOther(name) && !name.startsWith(".probe-"))
    for (const name of others) cpSync(join(data, name), join(folder, name), { recursive: true })
    yield* Console.log(
      `Copied ${databases.length} databases and ${others.length} other entries from ${data} to ${folder}`
    )
  })
).pipe(
  Command.withDescription("Back up the data folder; servers and workers can keep running"),
  Command.withExamples([{
    command: "dunlin backup /backup/monday",
    description: "To restore, set DUNLIN_DATA to the backup"
  }])
)
