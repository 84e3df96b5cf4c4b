import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { AnswerStore, Claim } from "../AnswerStore.ts"
import * as codec from "./answerCodec.ts"
import { meaning } from "./memoryAnswers.ts"
import { chargeOf, KNOWN_FOR } from "./ownership.ts"
import type { Connection } from "./redis.ts"
import { time } from "./redisScripts.ts"

// Scripts compare expiries with Redis's clock. Redis itself removes entries this many milliseconds later.
const GRACE = 60_000

/** The entry belongs to the owner in ARGV[1], and has no response. */
const isOwners = `
local function isOwners()
  local owner = redis.call('HGET', KEYS[1], 'owner')
  if not owner or redis.call('HEXISTS', KEYS[1], 'body') == 1 then return false end
  return owner == ARGV[1] or string.sub(owner, 1, #ARGV[1] + 1) == ARGV[1] .. ' '
end
`

/**
 * Claims a key. KEYS entry. ARGV fingerprint, owner, milliseconds, life. Returns the owner with the work's ledger name
 * if the key is claimed, otherwise the stored entry.
 */
const claim = `${time}
local now, ends = time(), redis.call('HGET', KEYS[1], 'until')
if ends and tonumber(ends) > now then
  local stored = redis.call('HMGET', KEYS[1], 'fingerprint', 'status', 'body')
  stored[4] = tonumber(ends) - now
  return stored
end
local owner = ARGV[2] .. ' ' .. ARGV[2]
if ends and redis.call('HEXISTS', KEYS[1], 'body') == 0 and redis.call('HGET', KEYS[1], 'fingerprint') == ARGV[1] then
  local charge = string.match(redis.call('HGET', KEYS[1], 'owner'), ' (.*)$')
  if charge then owner = ARGV[2] .. ' ' .. charge end
end
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 'fingerprint', ARGV[1], 'owner', owner, 'until', now + ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[4])
return owner
`

/** Renews a claim. KEYS entry. ARGV owner, milliseconds, life. */
const renew = `${time}${isOwners}
if not isOwners() then return 0 end
redis.call('HSET', KEYS[1], 'until', time() + ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1
`

/** Stores a response. KEYS entry. ARGV owner, milliseconds, life, status, body. */
const keep = `${time}${isOwners}
if not isOwners() then return 0 end
redis.call('HSET', KEYS[1], 'until', time() + ARGV[2], 'status', ARGV[4], 'body', ARGV[5])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1
`

const release = `${isOwners}
if not isOwners() then return 0 end
return redis.call('DEL', KEYS[1])
`

export const make = (connection: Connection, prefix: string): AnswerStore["Service"] => {
  const entryOf = (key: string) => `{${prefix}}:a:${codec.nameOf(key)}`
  const releaseKey: AnswerStore["Service"]["release"] = ({ key, owner }) =>
    Effect.asVoid(connection.script(release, [entryOf(key)], owner))
  return {
    claim: Effect.fn("AnswerStore.claim")(function*({ busyFor, fingerprint, key, owner }) {
      const reply = yield* connection.script(claim, [entryOf(key)], fingerprint, owner, busyFor, busyFor + KNOWN_FOR)
      if (!Array.isArray(reply)) return { _tag: "Mine", charge: chargeOf(String(reply), owner) } as Claim
      const [stored, status, body, left] = reply as [Buffer, Buffer | null, Buffer | null, number]
      const answer = yield* codec.decode("redis", Number(String(status ?? 200)), body)
      const until = (yield* Clock.currentTimeMillis) + left
      return meaning(fingerprint, { fingerprint: String(stored), answer, until })
    }),
    renew: ({ busyFor, key, owner }) =>
      Effect.asVoid(connection.script(renew, [entryOf(key)], owner, busyFor, busyFor + KNOWN_FOR)),
    keep: Effect.fn("AnswerStore.keep")(function*({ answer, keepFor, key, owner }) {
      const body = codec.encode(answer)
      if (body === undefined) return yield* releaseKey({ key, owner })
      yield* connection.script(keep, [entryOf(key)], owner, keepFor, keepFor + GRACE, answer.status, body)
    }),
    release: releaseKey
  }
}
