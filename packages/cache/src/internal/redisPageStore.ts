import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { CacheError } from "../CacheError.ts"
import type { EntryInfo, Filter, PageStore } from "../PageStore.ts"
import { selects } from "./filter.ts"
import type { Connection } from "./redis.ts"
import * as scripts from "./redisScripts.ts"

type Meta = EntryInfo & { readonly sha256: string }

/** Scripts receive numbers as text, and infinity is not portable in Lua. */
const finite = (moment: number): number => Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, moment))

const texts = (reply: unknown): ReadonlyArray<string> => Array.isArray(reply) ? reply.map(String) : []

const DESCRIBED_AT_ONCE = 200

/** Redis serves no other client while the script runs. */
const EVICTED_AT_ONCE = 100

const namesIn = (prefix: string) => {
  const tag = `{${prefix}}`
  return {
    pages: `${tag}:p:`,
    pageOf: (key: string) => `${tag}:p:${key}`,
    leaseOf: (key: string) => `${tag}:l:${key}`,
    use: `${tag}:use`,
    ends: `${tag}:ends`,
    bytes: `${tag}:bytes`,
    entries: `${tag}:entries`
  }
}

const selected = Effect.fnUntraced(function*(
  connection: Connection,
  { pageOf, use }: ReturnType<typeof namesIn>,
  filter: Filter
) {
  const found: Array<Meta> = []
  const collect = (reply: unknown) => {
    for (const text of texts(reply)) {
      const meta = JSON.parse(text) as Meta
      if (selects(filter, meta)) found.push(meta)
    }
  }
  if (filter.key !== undefined) {
    collect(yield* connection.script(scripts.describe, [pageOf(filter.key)]))
    return found
  }
  for (let start = 0;; start += DESCRIBED_AT_ONCE) {
    const keys = texts(yield* connection.command("ZRANGE", use, String(start), String(start + DESCRIBED_AT_ONCE - 1)))
    if (keys.length === 0) return found
    collect(yield* connection.script(scripts.describe, keys.map(pageOf)))
  }
})

export const make = (connection: Connection, prefix: string): PageStore => {
  const names = namesIn(prefix)
  const { bytes, ends, entries, leaseOf, pageOf, use } = names

  const removeVersions = (key: string, moments: ReadonlyArray<number>) =>
    Effect.map(
      connection.script(scripts.remove, [pageOf(key), use, ends, bytes, entries], key, ...moments),
      Number
    )

  const counter = (name: string) => Effect.map(connection.command("GET", name), (reply) => Number(String(reply ?? 0)))

  const size = Effect.gen(function*() {
    return { entries: yield* counter(entries), bytes: yield* counter(bytes) }
  })

  return {
    name: "redis",
    read: (window) =>
      Effect.map(
        connection.script(
          scripts.read,
          [pageOf(window.key), use],
          window.key,
          finite(window.after - window.now),
          finite(window.until - window.now),
          window.touch ? "1" : "0"
        ),
        (reply) => {
          if (!Array.isArray(reply)) return Option.none()
          const meta = JSON.parse(String(reply[0])) as Meta
          return Option.some({ ...meta, bytes: reply[1] as Buffer, age: reply[2] as number })
        }
      ),
    write: Effect.fnUntraced(function*(entry, versions) {
      const { bytes: value, cachedAt, expiresAt, ...meta } = entry
      const now = yield* Clock.currentTimeMillis
      yield* connection.script(
        scripts.write,
        [pageOf(entry.key), use, ends, bytes, entries],
        entry.key,
        cachedAt - now,
        expiresAt === null ? "" : expiresAt - now,
        JSON.stringify(meta).slice("{".length),
        value,
        versions
      )
    }),
    remove: (key, cachedAt) => Effect.asVoid(removeVersions(key, [cachedAt])),
    list: (filter, limit) =>
      Effect.map(
        selected(connection, names, filter),
        (found) =>
          found.sort((left, right) => right.cachedAt - left.cachedAt).slice(0, limit)
            .map(({ sha256: _sha256, ...info }) => info)
      ),
    purge: (filter) =>
      Effect.gen(function*() {
        const moments = new Map<string, Array<number>>()
        for (const { cachedAt, key } of yield* selected(connection, names, filter)) {
          moments.set(key, [...moments.get(key) ?? [], cachedAt])
        }
        let gone = 0
        for (const [key, list] of moments) gone += yield* removeVersions(key, list)
        return gone
      }),
    size,
    evict: ({ maxBytes }) =>
      Effect.gen(function*() {
        let gone = 0
        while (true) {
          const some = Number(
            yield* connection.script(
              scripts.evict,
              [use, ends, bytes, entries],
              names.pages,
              maxBytes,
              EVICTED_AT_ONCE
            )
          )
          gone += some
          if (some === 0) return gone
        }
      }),
    lease: (key, owner, ttl) =>
      Effect.map(connection.script(scripts.lease, [leaseOf(key)], owner, ttl), (reply) => Number(reply) === 1),
    release: (key, owner): Effect.Effect<void, CacheError> =>
      Effect.asVoid(connection.script(scripts.release, [leaseOf(key)], owner))
  }
}
