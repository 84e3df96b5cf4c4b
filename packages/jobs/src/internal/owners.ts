/**
 * Detects which processes that share a SQLite file are alive. Each process locks a file, and the operating system
 * releases the lock when the process ends. Pages of dead processes are then leased again immediately.
 */
import * as NodeSqlite from "@dunlin/common/NodeSqlite"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { randomUUID } from "node:crypto"
import { existsSync, readdirSync, rmSync } from "node:fs"
import { basename, dirname } from "node:path"
import type { DatabaseSync } from "node:sqlite"
import * as Formats from "./formats.ts"
import type { JobStore } from "./service.ts"
import type { Sql } from "./sql.ts"
import { running } from "./tables.ts"

/** A check costs one statement, and one lock attempt per other process. */
const CHECK_INTERVAL_MS = 1000

const separator = " "

export const workerOf = (name: string): string => name.slice(name.indexOf(separator) + 1)

const attempt = <A>(run: () => A) => Effect.try({ try: run, catch: (cause) => cause })

/** SQLite locks files on every system, and creates no journal for a locked file without writes. */
const lock = (path: string): Effect.Effect<DatabaseSync, unknown> =>
  Effect.flatMap(
    attempt(() => new (NodeSqlite.load().DatabaseSync)(path, { timeout: 0 })),
    (database) =>
      attempt(() => database.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE")).pipe(
        Effect.as(database),
        Effect.onError(() => Effect.sync(() => database.close()))
      )
  )

const unlock = (path: string, held: DatabaseSync) =>
  Effect.ignore(attempt(() => {
    held.close()
    rmSync(path, { force: true })
  }))

export const watch = Effect.fnUntraced(function*(
  store: JobStore["Service"],
  { file, sql }: { readonly file: string; readonly sql: Sql }
) {
  if (NodeSqlite.isInMemory(file)) return store
  const self = randomUUID()
  const pathOf = (owner: string) => `${file}-owner-${owner}`
  let own: DatabaseSync | undefined
  yield* Effect.addFinalizer(() => own === undefined ? Effect.void : unlock(pathOf(self), own))
  const othersWithPages = Effect.map(
    sql.transact(
      (transaction) =>
        transaction.all(`SELECT DISTINCT ${Formats.worker} AS worker FROM job_pages WHERE state = ${running}`),
      { reading: true }
    ),
    (rows) =>
      new Set(
        rows.map(({ worker }) => String(worker).split(separator)).filter((parts) => parts.length > 1)
          .map(([owner]) => owner!).filter((owner) => owner !== self)
      )
  )
  const endLeases = (owner: string) =>
    sql.transact(
      (transaction) =>
        transaction.run(
          `UPDATE job_pages SET lease_until = 1 + ${Formats.added}
           WHERE state = ${running} AND substr(${Formats.worker}, 1, $2) = $1`,
          [owner + separator, owner.length + separator.length]
        ),
      { claiming: true }
    )
  const takeOver = Effect.fnUntraced(function*(owner: string) {
    const path = pathOf(owner)
    // A process without a lock file may be alive, so its pages wait until their leases end.
    if (!existsSync(path)) return false
    return yield* Effect.acquireUseRelease(
      lock(path),
      () => Effect.as(endLeases(owner), true),
      (held, exit) => exit._tag === "Success" ? unlock(path, held) : Effect.ignore(attempt(() => held.close()))
    )
  })

  const sweep = Effect.gen(function*() {
    const lead = basename(pathOf(""))
    const names = yield* attempt(() => readdirSync(dirname(file)).filter((name) => name.startsWith(lead)))
    const others = names.map((name) => name.slice(lead.length)).filter((owner) => owner !== self)
    yield* Effect.forEach(others, (owner) => Effect.ignore(takeOver(owner)), { discard: true })
  })
  /** Creates and locks this process's file. If that fails, its pages are leased again only after their leases end. */
  const sign = Effect.ignore(Effect.gen(function*() {
    if (own !== undefined) return
    yield* attempt(() => NodeSqlite.createFile(pathOf(self)))
    own = yield* lock(pathOf(self))
    yield* sweep
  })).pipe(Effect.uninterruptible)

  let looked = -Infinity
  const someHaveEnded = Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    if (Math.abs(now - looked) < CHECK_INTERVAL_MS) return false
    looked = now
    const ended = yield* Effect.forEach(
      yield* othersWithPages,
      (owner) => Effect.orElseSucceed(takeOver(owner), () => false)
    )
    return ended.includes(true)
  })
  // Leased pages must be returned even if the check of other processes fails.
  const orNothing = <A>(effect: Effect.Effect<A, unknown>, nothing: A) => Effect.orElseSucceed(effect, () => nothing)

  const claim: JobStore["Service"]["claim"] = Effect.fnUntraced(function*(request) {
    yield* sign
    const ownRequest = own === undefined ? request : { ...request, worker: self + separator + request.worker }
    const claims = yield* store.claim(ownRequest)
    if (claims.length >= request.most || !(yield* orNothing(someHaveEnded, false))) return claims
    const most = request.most - claims.length
    const withGap = claims.filter(({ gap }) => gap > 0).length
    const more = store.claim({ ...ownRequest, most, mostWithGap: (request.mostWithGap ?? most) - withGap })
    return [...claims, ...yield* orNothing(more, [])]
  })
  return { ...store, claim }
})
