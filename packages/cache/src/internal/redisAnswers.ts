import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { AnswerStore, Claim } from "../AnswerStore.ts"
import * as codec from "./answerCodec.ts"
import { meaning } from "./memoryAnswers.ts"
import type { Connection } from "./redis.ts"

// The end is compared by the clock of the caller; Redis removes what ended long ago by its own.
const grace = 60_000

/** KEYS entry. ARGV fingerprint, owner, now, until, life. Answers nothing when claimed, else what is stored. */
const claim = `
local ends = redis.call('HGET', KEYS[1], 'until')
if ends and tonumber(ends) > tonumber(ARGV[3]) then
  return redis.call('HMGET', KEYS[1], 'fingerprint', 'status', 'body', 'until')
end
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 'fingerprint', ARGV[1], 'owner', ARGV[2], 'until', ARGV[4])
redis.call('PEXPIRE', KEYS[1], ARGV[5])
return false
`

/** KEYS entry. ARGV owner, until, life. */
const renew = `
if redis.call('HGET', KEYS[1], 'owner') ~= ARGV[1] or redis.call('HEXISTS', KEYS[1], 'body') == 1 then return 0 end
redis.call('HSET', KEYS[1], 'until', ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1
`

/** KEYS entry. ARGV owner, until, life, status, body. */
const keep = `
if redis.call('HGET', KEYS[1], 'owner') ~= ARGV[1] or redis.call('HEXISTS', KEYS[1], 'body') == 1 then return 0 end
redis.call('HSET', KEYS[1], 'until', ARGV[2], 'status', ARGV[4], 'body', ARGV[5])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1
`

/** KEYS entry. ARGV owner. */
const release = `
if redis.call('HGET', KEYS[1], 'owner') ~= ARGV[1] or redis.call('HEXISTS', KEYS[1], 'body') == 1 then return 0 end
return redis.call('DEL', KEYS[1])
`

export const make = (connection: Connection, prefix: string): AnswerStore["Service"] => {
  const entryOf = (key: string) => `{${prefix}}:a:${codec.nameOf(key)}`
  const releaseKey: AnswerStore["Service"]["release"] = ({ key, owner }) =>
    Effect.asVoid(connection.script(release, [entryOf(key)], owner))
  return {
    claim: Effect.fn("AnswerStore.claim")(function*({ busyFor, fingerprint, key, owner }) {
      const now = yield* Clock.currentTimeMillis
      const reply = yield* connection.script(
        claim,
        [entryOf(key)],
        fingerprint,
        owner,
        now,
        now + busyFor,
        busyFor + grace
      )
      if (!Array.isArray(reply)) return { _tag: "Mine" } as Claim
      const [stored, status, body, until] = reply as [Buffer, Buffer | null, Buffer | null, Buffer]
      const answer = yield* codec.decode("redis", Number(String(status ?? 200)), body)
      return meaning(fingerprint, { fingerprint: String(stored), answer, until: Number(String(until)) })
    }),
    renew: Effect.fn("AnswerStore.renew")(function*({ busyFor, key, owner }) {
      const now = yield* Clock.currentTimeMillis
      yield* connection.script(renew, [entryOf(key)], owner, now + busyFor, busyFor + grace)
    }),
    keep: Effect.fn("AnswerStore.keep")(function*({ answer, keepFor, key, owner }) {
      const body = codec.encode(answer)
      if (body === undefined) return yield* releaseKey({ key, owner })
      const now = yield* Clock.currentTimeMillis
      yield* connection.script(keep, [entryOf(key)], owner, now + keepFor, keepFor + grace, answer.status, body)
    }),
    release: releaseKey
  }
}
