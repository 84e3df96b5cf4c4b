/** Parts that are on a disk of this machine: the data folder, and the SQLite files in it. */
import { PageCache, SqliteCache } from "@dunlin/cache"
import { CreditLedger, SqliteLedger } from "@dunlin/credits"
import { JobStore, SqliteJobStore } from "@dunlin/jobs"
import { Clock, Effect, Layer, type Scope } from "effect"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { DatabaseSync, StatementSync } from "node:sqlite"
import { Disk, diskHealth } from "../../src/internal/serve/diskHealth.ts"
import type { Opened, Part } from "./cell.ts"

const GIGABYTE = 2 ** 30

export const disk: Part = {
  part: "disk",
  isEssential: true,
  limit: 1000,
  open: Effect.gen(function*() {
    const run = Effect.runPromiseWith(yield* Effect.context<never>())
    let free = GIGABYTE
    // Calls that hang end when the disk is back.
    const hung: Array<() => void> = []
    let answer: () => Promise<void> = () => Promise.resolve()
    const fails = (name: string) => () =>
      void (answer = () => Promise.reject(Object.assign(new Error("secret path"), { code: name })))
    yield* Layer.build(diskHealth({ data: "/data", isEssential: true })).pipe(
      Effect.provideService(Disk, {
        room: () => answer().then(() => ({ free, size: 2 * GIGABYTE })),
        write: () => answer()
      })
    )
    return {
      // The watch alone finds it.
      use: Effect.void,
      well: () => {
        free = GIGABYTE
        answer = () => Promise.resolve()
        for (const end of hung.splice(0)) end()
      },
      fails: {
        down: fails("EIO"),
        silent: () => void (answer = () => new Promise((resolve) => hung.push(resolve))),
        slow: () => void (answer = () => run(Effect.sleep("750 millis"))),
        full: () => void (free = 1000),
        "read-only": fails("EROFS"),
        refused: fails("EACCES")
      }
    }
  })
}

/** Result codes of SQLite. */
const BUSY = 5
const READONLY = 8
const IOERR = 10
const FULL = 13

const writes = /^\s*(?:BEGIN IMMEDIATE|INSERT|UPDATE|DELETE|WITH|CREATE|DROP|ALTER|PRAGMA wal_checkpoint)/i

/** Lets the statements of this process that write fail with what `fault` returns, until the end of the scope. */
const failingWrites = (fault: (text: string) => number | undefined) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const database = { exec: DatabaseSync.prototype.exec }
      const { all, get, run } = StatementSync.prototype
      const check = (text: string) => {
        const errcode = writes.test(text) ? fault(text) : undefined
        if (errcode !== undefined) throw Object.assign(new Error("secret text"), { code: "ERR_SQLITE_ERROR", errcode })
      }
      DatabaseSync.prototype.exec = function(text) {
        check(text)
        return database.exec.call(this, text)
      }
      for (const [name, original] of Object.entries({ all, get, run })) {
        Object.assign(StatementSync.prototype, {
          [name](this: StatementSync, ...values: Array<never>) {
            check(this.sourceSQL)
            return Reflect.apply(original, this, values)
          }
        })
      }
      return () => {
        Object.assign(DatabaseSync.prototype, database)
        Object.assign(StatementSync.prototype, { all, get, run })
      }
    }),
    (restore) => Effect.sync(restore)
  )

/** How long another process holds the lock for each use of a slow store, in milliseconds: above the limit of a slow store. */
const HELD_FOR = 600

/** A store in a file, which fails when it writes; another process locks it where it is silent. */
const inFile = (
  build: (file: string) => Effect.Effect<Effect.Effect<unknown, unknown>, unknown, Scope.Scope>,
  /** The statement that waits for the lock. */
  first = /^\s*BEGIN IMMEDIATE/
): Effect.Effect<Opened, unknown, Scope.Scope> =>
  Effect.gen(function*() {
    const folder = yield* Effect.acquireRelease(
      Effect.sync(() => fs.mkdtempSync(path.join(os.tmpdir(), "dunlin-faults-"))),
      (folder) => Effect.sync(() => fs.rmSync(folder, { recursive: true, force: true }))
    )
    const file = path.join(folder, "store.sqlite")
    const use = yield* build(file)
    const clock = yield* Clock.Clock
    let fault: (text: string) => number | undefined = () => undefined
    let other: DatabaseSync | undefined
    /** When each statement first met the lock. */
    const begun = new Map<string, number>()
    const well = () => {
      other?.close()
      other = undefined
      fault = () => undefined
    }
    yield* Effect.addFinalizer(() => Effect.sync(well))
    yield* failingWrites((text) => fault(text))
    return {
      use,
      well,
      fails: {
        down: () => void (fault = () => IOERR),
        silent: () => {
          other = new DatabaseSync(file)
          other.exec("BEGIN EXCLUSIVE")
        },
        slow: () =>
          void (fault = (text) => {
            if (!first.test(text)) return undefined
            const now = clock.currentTimeMillisUnsafe()
            if (now - (begun.get(text) ?? now) < HELD_FOR) {
              if (!begun.has(text)) begun.set(text, now)
              return BUSY
            }
            begun.delete(text)
            return undefined
          }),
        full: () => void (fault = () => FULL),
        "read-only": () => void (fault = () => READONLY)
      }
    }
  })

export const ledger: Part = {
  part: "sqlite",
  isEssential: true,
  limit: 11_000,
  open: inFile((file) =>
    Effect.map(Layer.build(SqliteLedger.layer({ file, initial: 5 })), (context) =>
      Effect.provide(
        CreditLedger.CreditLedger.use((credits) => credits.plan({ account: "a", credits: 5 })),
        context
      ))
  )
}

export const jobs: Part = {
  part: "sqlite",
  isEssential: true,
  limit: 11_000,
  open: inFile((file) =>
    Effect.map(Layer.build(SqliteJobStore.layer({ file })), (context) =>
      Effect.provide(
        JobStore.JobStore.use((store) => store.cancel({ team: "a", job: "none" })),
        context
      ))
  )
}

export const cache: Part = {
  part: "sqlite",
  isEssential: false,
  limit: 3000,
  open: inFile((filename) =>
    Effect.map(
      Layer.build(SqliteCache.layer({ filename })),
      (context) => Effect.provide(PageCache.PageCache.use((store) => store.purge({})), context)
    ), /^\s*(?:BEGIN IMMEDIATE|DELETE)/)
}
