import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { AnswerStore, Claim } from "../AnswerStore.ts"
import * as codec from "./answerCodec.ts"
import { meaning } from "./memoryAnswers.ts"
import { chargeOf, KNOWN_FOR } from "./ownership.ts"
import type { Postgres } from "./postgres.ts"

interface Row {
  readonly fingerprint: string
  readonly status: number | null
  readonly body: Buffer | null
  readonly left: string | number
}

const isOwners = (parameter: string) => `(owner = ${parameter} OR strpos(owner, ${parameter} || ' ') = 1)`

/** Condition: the row is the same work, left by a process that died. */
const isLost = `old.body IS NULL AND old.fingerprint = excluded.fingerprint AND old.until > $now - ${KNOWN_FOR}
  AND strpos(old.owner, ' ') > 0`

/** Attempts, because another request may release the key between two statements. */
const CLAIMS = 3

export const make = (postgres: Postgres): AnswerStore["Service"] => {
  let count = 0
  return {
    claim: Effect.fn("AnswerStore.claim")(function*({ busyFor, fingerprint, key, owner }) {
      const name = codec.nameOf(key)
      for (let attempt = 0; attempt < CLAIMS; attempt++) {
        const claimed = yield* postgres.query<{ readonly owner: string }>(
          `INSERT INTO $schema.answers AS old (key, fingerprint, owner, until)
           VALUES ($1, $2, $3::text || ' ' || $3::text, $now + $4::bigint)
           ON CONFLICT (key) DO UPDATE SET fingerprint = excluded.fingerprint,
             owner = CASE WHEN ${isLost} THEN $3::text || substr(old.owner, strpos(old.owner, ' ')) ELSE excluded.owner END,
             until = excluded.until, status = NULL, body = NULL
           WHERE old.until <= $now RETURNING owner`,
          [name, fingerprint, owner, busyFor]
        )
        const [mine] = claimed.rows
        if (mine !== undefined) return { _tag: "Mine", charge: chargeOf(mine.owner, owner) } as Claim
        const { rows: [row] } = yield* postgres.query<Row>(
          "SELECT fingerprint, status, body, until - $now AS left FROM $schema.answers WHERE key = $1 AND until > $now",
          [name]
        )
        if (row === undefined) continue
        const answer = yield* codec.decode("postgres", row.status, row.body)
        const until = (yield* Clock.currentTimeMillis) + Number(row.left)
        return meaning(fingerprint, { fingerprint: row.fingerprint, answer, until })
      }
      return { _tag: "Busy", until: yield* Clock.currentTimeMillis } as Claim
    }),
    renew: Effect.fn("AnswerStore.renew")(function*({ busyFor, key, owner }) {
      yield* postgres.query(
        `UPDATE $schema.answers SET until = $now + $1::bigint WHERE key = $2 AND ${isOwners("$3")} AND body IS NULL`,
        [busyFor, codec.nameOf(key), owner]
      )
    }),
    keep: Effect.fn("AnswerStore.keep")(function*({ answer, keepFor, key, owner }) {
      const name = codec.nameOf(key)
      const body = codec.encode(answer)
      if (body === undefined) {
        yield* postgres.query(`DELETE FROM $schema.answers WHERE key = $1 AND ${isOwners("$2")} AND body IS NULL`, [
          name,
          owner
        ])
        return
      }
      yield* postgres.query(
        `UPDATE $schema.answers SET status = $1, body = $2, until = $now + $3::bigint
         WHERE key = $4 AND ${isOwners("$5")} AND body IS NULL`,
        [answer.status, body, keepFor, name, owner]
      )
      if (++count % codec.BUDGET_EVERY !== 0) return
      yield* postgres.query(
        `DELETE FROM $schema.answers WHERE until <= $now AND (body IS NOT NULL OR until <= $now - ${KNOWN_FOR})`
      )
      yield* postgres.query(
        `DELETE FROM $schema.answers WHERE key IN (SELECT key FROM (
           SELECT key, sum(length(body)) OVER (ORDER BY until DESC, key) AS total
           FROM $schema.answers WHERE body IS NOT NULL
         ) AS sized WHERE total > $1)`,
        [codec.MAX_BYTES_OF_STORED_ANSWERS]
      )
    }),
    release: ({ key, owner }) =>
      Effect.asVoid(postgres.query(
        `DELETE FROM $schema.answers WHERE key = $1 AND ${isOwners("$2")} AND body IS NULL`,
        [codec.nameOf(key), owner]
      ))
  }
}
