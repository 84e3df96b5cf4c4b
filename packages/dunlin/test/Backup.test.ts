import { CreditLedger, SqliteLedger } from "@dunlin/credits"
import { afterAll, assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { homedir, tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { runCommand } from "./commandLine.ts"

const folder = mkdtempSync(join(tmpdir(), "dunlin-backup-"))
afterAll(() => rmSync(folder, { recursive: true, maxRetries: 5 }))

/** `doctor` searches for a browser. It shares the cache, so that it does not unpack the browser of npm again. */
const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache")

const run = (...args: ReadonlyArray<string>) =>
  Effect.promise(() => runCommand({ args, env: { PATH: process.env.PATH, HOME: folder, XDG_CACHE_HOME: cache } }))

const charge = (times: number, name: string) =>
  Effect.gen(function*() {
    const ledger = yield* CreditLedger.CreditLedger
    for (let time = 0; time < times; time++) yield* ledger.grant({ account: "acme", amount: 1, key: `${name} ${time}` })
  })

it.live("backup copies a data folder during writes, complete and readable only by its owner", () =>
  Effect.gen(function*() {
    const data = join(folder, "data")
    const copy = join(folder, "copy")
    mkdirSync(join(data, "artifacts"), { recursive: true })
    writeFileSync(join(data, "artifacts", "signing.key"), "key")
    yield* Effect.gen(function*() {
      yield* charge(100, "before")
      // the command and the writer share this process: the copy begins while the file is open and its log is not empty
      const writing = yield* Effect.forkChild(Effect.forever(Effect.andThen(charge(1, "during"), Effect.yieldNow)))
      const made = yield* run("backup", copy, "--data", data)
      writing.interruptUnsafe()
      assert.strictEqual(made.code, 0, made.stderr)
      assert.include(made.stdout, "1 databases and 1 other entries")
    }).pipe(Effect.provide(SqliteLedger.layer({ file: join(data, "credits.sqlite") })))
    assert.sameMembers(readdirSync(copy), ["artifacts", "credits.sqlite"])
    assert.strictEqual(statSync(join(copy, "credits.sqlite")).mode & 0o777, 0o600)
    const copied = new DatabaseSync(join(copy, "credits.sqlite"))
    assert.deepInclude(copied.prepare("SELECT granted >= 100 AS whole FROM credit_accounts").get(), { whole: 1 })
    copied.close()
    assert.strictEqual((yield* run("ledger", "check", "--data", copy)).code, 0)
    const again = yield* run("backup", copy, "--data", data)
    assert.strictEqual(again.code, 2)
    assert.include(again.stderr, "is not empty")
  }))

it.live("doctor --deep opens and writes each store, and names an unusable one", () =>
  Effect.gen(function*() {
    const data = join(folder, "deep")
    const well = yield* run("doctor", "--deep", "--json", "--data", data)
    const stores = (JSON.parse(well.stdout) as ReadonlyArray<{ readonly about: string; readonly state: string }>)
      .filter(({ about }) => /^(?:store|ledger) of /.test(about))
    assert.deepStrictEqual(
      stores.map(({ about, state }) => `${about} ${state}`),
      ["store of pages ok", "ledger of credits ok", "store of jobs ok", "store of files ok"]
    )
    writeFileSync(join(data, "credits.sqlite"), "no database, but a text that is long enough to be read as a header")
    const damaged = yield* run("doctor", "--deep", "--data", data)
    assert.strictEqual(damaged.code, 1)
    assert.match(damaged.stdout, /wrong +ledger of credits: down: SQLITE_NOTADB/)
  }))
