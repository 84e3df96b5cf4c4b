import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { AnswerStore, Claim } from "../AnswerStore.ts"
import * as codec from "./answerCodec.ts"
import { meaning } from "./memoryAnswers.ts"
import { chargeOf, KNOWN_FOR, ownership } from "./ownership.ts"
import type { Sqlite } from "./sqlite.ts"

interface Row {
  readonly fingerprint: string
  readonly status: number | null
  readonly body: Uint8Array | null
  readonly until: number
  readonly owner: string
}

const isOwners = "(owner = ? OR instr(owner, ? || ' ') = 1)"

export const make = (sqlite: Sqlite): AnswerStore["Service"] => {
  let count = 0
  return {
    claim: Effect.fn("AnswerStore.claim")(function*({ busyFor, fingerprint, key, owner }) {
      const now = yield* Clock.currentTimeMillis
      const name = codec.nameOf(key)
      const row = yield* sqlite.use((handle) =>
        handle.transaction((): Row | string => {
          handle.prepare("DELETE FROM answers WHERE until <= ? AND (body IS NOT NULL OR until <= ?)")
            .run(now, now - KNOWN_FOR)
          const row = handle.prepare("SELECT fingerprint, status, body, until, owner FROM answers WHERE key = ?")
            .get(name) as unknown as Row | undefined
          if (row !== undefined && row.until > now) return row
          // The row belongs to work of a process that died.
          const charge = row?.fingerprint === fingerprint ? chargeOf(row.owner, owner) : owner
          handle.prepare("INSERT OR REPLACE INTO answers (key, fingerprint, owner, until) VALUES (?, ?, ?, ?)")
            .run(name, fingerprint, ownership(owner, charge), now + busyFor)
          return charge
        })
      )
      if (typeof row === "string") return { _tag: "Mine", charge: row } as Claim
      const answer = yield* codec.decode("sqlite", row.status, row.body)
      return meaning(fingerprint, { fingerprint: row.fingerprint, answer, until: row.until })
    }),
    renew: Effect.fn("AnswerStore.renew")(function*({ busyFor, key, owner }) {
      const now = yield* Clock.currentTimeMillis
      yield* sqlite.use((handle) => {
        handle.prepare(`UPDATE answers SET until = ? WHERE key = ? AND ${isOwners} AND body IS NULL`)
          .run(now + busyFor, codec.nameOf(key), owner, owner)
      })
    }),
    keep: Effect.fn("AnswerStore.keep")(function*({ answer, keepFor, key, owner }) {
      const now = yield* Clock.currentTimeMillis
      const name = codec.nameOf(key)
      const body = codec.encode(answer)
      yield* sqlite.use((handle) => {
        if (body === undefined) {
          handle.prepare(`DELETE FROM answers WHERE key = ? AND ${isOwners} AND body IS NULL`).run(name, owner, owner)
          return
        }
        handle.prepare(
          `UPDATE answers SET status = ?, body = ?, until = ? WHERE key = ? AND ${isOwners} AND body IS NULL`
        ).run(answer.status, body, now + keepFor, name, owner, owner)
        if (++count % codec.BUDGET_EVERY !== 0) return
        handle.prepare(
          `DELETE FROM answers WHERE key IN (SELECT key FROM (
             SELECT key, sum(length(body)) OVER (ORDER BY until DESC, key) AS total FROM answers WHERE body IS NOT NULL
           ) WHERE total > ?)`
        ).run(codec.MAX_BYTES_OF_STORED_ANSWERS)
      })
    }),
    release: ({ key, owner }) =>
      sqlite.use((handle) => {
        handle.prepare(`DELETE FROM answers WHERE key = ? AND ${isOwners} AND body IS NULL`)
          .run(codec.nameOf(key), owner, owner)
      })
  }
}
