import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { AnswerStore, Claim } from "../AnswerStore.ts"
import * as codec from "./answerCodec.ts"
import { meaning } from "./memoryAnswers.ts"
import type { Sqlite } from "./sqlite.ts"

interface Row {
  readonly fingerprint: string
  readonly status: number | null
  readonly body: Uint8Array | null
  readonly until: number
}

export const make = (sqlite: Sqlite): AnswerStore["Service"] => {
  let kept = 0
  return {
    claim: Effect.fn("AnswerStore.claim")(function*({ busyFor, fingerprint, key, owner }) {
      const now = yield* Clock.currentTimeMillis
      const name = codec.nameOf(key)
      const row = yield* sqlite.use((handle) =>
        handle.transaction(() => {
          handle.prepare("DELETE FROM answers WHERE until <= ?").run(now)
          const row = handle.prepare("SELECT fingerprint, status, body, until FROM answers WHERE key = ?").get(name)
          if (row === undefined) {
            handle.prepare("INSERT INTO answers (key, fingerprint, owner, until) VALUES (?, ?, ?, ?)")
              .run(name, fingerprint, owner, now + busyFor)
          }
          return row as unknown as Row | undefined
        })
      )
      if (row === undefined) return { _tag: "Mine" } as Claim
      const answer = yield* codec.decode("sqlite", row.status, row.body)
      return meaning(fingerprint, { fingerprint: row.fingerprint, answer, until: row.until })
    }),
    renew: Effect.fn("AnswerStore.renew")(function*({ busyFor, key, owner }) {
      const now = yield* Clock.currentTimeMillis
      yield* sqlite.use((handle) => {
        handle.prepare("UPDATE answers SET until = ? WHERE key = ? AND owner = ? AND body IS NULL")
          .run(now + busyFor, codec.nameOf(key), owner)
      })
    }),
    keep: Effect.fn("AnswerStore.keep")(function*({ answer, keepFor, key, owner }) {
      const now = yield* Clock.currentTimeMillis
      const name = codec.nameOf(key)
      const body = codec.encode(answer)
      yield* sqlite.use((handle) => {
        if (body === undefined) {
          handle.prepare("DELETE FROM answers WHERE key = ? AND owner = ? AND body IS NULL").run(name, owner)
          return
        }
        handle.prepare(
          "UPDATE answers SET status = ?, body = ?, until = ? WHERE key = ? AND owner = ? AND body IS NULL"
        ).run(answer.status, body, now + keepFor, name, owner)
        if (++kept % codec.budgetEvery !== 0) return
        handle.prepare(
          `DELETE FROM answers WHERE key IN (SELECT key FROM (
             SELECT key, sum(length(body)) OVER (ORDER BY until DESC, key) AS total FROM answers WHERE body IS NOT NULL
           ) WHERE total > ?)`
        ).run(codec.budget)
      })
    }),
    release: ({ key, owner }) =>
      sqlite.use((handle) => {
        handle.prepare("DELETE FROM answers WHERE key = ? AND owner = ? AND body IS NULL").run(codec.nameOf(key), owner)
      })
  }
}
