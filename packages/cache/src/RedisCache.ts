/**
 * Stores pages and histories in Redis, shared by many hosts.
 *
 * Requires the optional peer `redis`. Histories never expire, so the server's `maxmemory-policy` must be `noeviction`
 * (the default). They only survive a restart of the server with `appendonly yes`.
 *
 * @since 0.1.0
 */
import type * as Secret from "@dunlin/common/Secret"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as crypto from "node:crypto"
import { AnswerStore } from "./AnswerStore.ts"
import { CacheError, Incompatible } from "./CacheError.ts"
import { canonicalUrl } from "./CachePlan.ts"
import * as internal from "./internal/redis.ts"
import * as answers from "./internal/redisAnswers.ts"
import * as pages from "./internal/redisPageStore.ts"
import * as codec from "./internal/snapshotCodec.ts"
import * as PageCache from "./PageCache.ts"
import { type PurgeFilter, type Series, type Snapshot, SnapshotStore } from "./SnapshotStore.ts"

/**
 * @category options
 * @since 0.1.0
 */
export interface Options extends PageCache.Options {
  /** The URL of the server, for example `redis://127.0.0.1:6379`. It may contain a password. */
  readonly url: Secret.Secret
  /** The prefix of all keys. @default "dunlin" */
  readonly prefix?: string | undefined
  /**
   * The timeout after which Redis counts as unresponsive. Pages are then fetched without the cache until a probe
   * succeeds.
   * @default "800 millis"
   *
   * @since 0.2.0
   */
  readonly silence?: Duration.Input | undefined
}

const SCHEMA_VERSION = 1

/** A stored snapshot starts with its SHA-256 as hexadecimal digits. */
const HASH_DIGITS = 64

const makeSnapshots = (connection: internal.Connection, prefix: string): SnapshotStore["Service"] => {
  const tag = `{${prefix}}`
  const all = `${tag}:series`
  const idOf = (series: Series) => {
    const name = JSON.stringify([series.team, canonicalUrl(series.url), series.tag ?? ""])
    return { name, id: crypto.hash("sha256", name) }
  }
  const moments = (id: string) => `${tag}:s:${id}:at`
  const values = (id: string) => `${tag}:s:${id}`

  const history = Effect.fnUntraced(function*(series: Series, limit: number) {
    const { id } = idOf(series)
    if (limit <= 0) return []
    const at = yield* connection.command("ZREVRANGE", moments(id), "0", String(limit - 1))
    if (!Array.isArray(at) || at.length === 0) return []
    const found = yield* connection.command("HMGET", values(id), ...at.map(String))
    return yield* Effect.forEach(
      found as ReadonlyArray<Buffer>,
      (value) => codec.decode("redis", value.subarray(HASH_DIGITS), value.toString("latin1", 0, HASH_DIGITS))
    )
  })

  const purge = Effect.fnUntraced(function*(filter: PurgeFilter) {
    const url = filter.url === undefined ? undefined : canonicalUrl(filter.url)
    const names = yield* connection.command("HVALS", all)
    let gone = 0
    for (const name of Array.isArray(names) ? names.map(String) : []) {
      const [team, seriesUrl, seriesTag] = JSON.parse(name) as [string, string, string]
      if (filter.team !== undefined && filter.team !== team) continue
      if (url !== undefined && url !== seriesUrl) continue
      const { id } = idOf({ team, url: seriesUrl, tag: seriesTag })
      gone += Number(
        yield* connection.script(purgeScript, [moments(id), values(id), all], filter.before ?? "+inf", id)
      )
    }
    return gone
  })

  return SnapshotStore.of({
    append: Effect.fn("SnapshotStore.append")((series: Series, snapshot: Snapshot) =>
      Effect.suspend(() => {
        const { id, name } = idOf(series)
        const { bytes, sha256 } = codec.encode(snapshot)
        const value = Buffer.concat([Buffer.from(sha256, "latin1"), bytes])
        return Effect.asVoid(
          connection.script(appendScript, [moments(id), values(id), all], snapshot.at, value, id, name)
        )
      })
    ),
    latest: (series) => Effect.map(history(series, 1), (list) => Option.fromUndefinedOr(list[0])),
    history,
    purge
  })
}

const appendScript = `
redis.call('ZADD', KEYS[1], ARGV[1], ARGV[1])
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
redis.call('HSET', KEYS[3], ARGV[3], ARGV[4])
return 1
`

const purgeScript = `
local old = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1])
for _, at in ipairs(old) do
  redis.call('HDEL', KEYS[2], at)
  redis.call('ZREM', KEYS[1], at)
end
if redis.call('ZCARD', KEYS[1]) == 0 then redis.call('HDEL', KEYS[3], ARGV[2]) end
return #old
`

/**
 * Provides the page cache, the snapshot history and the stored responses in one Redis database.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (options: Options): Layer.Layer<AnswerStore | PageCache.PageCache | SnapshotStore, CacheError> =>
  Layer.effectContext(Effect.gen(function*() {
    const prefix = options.prefix ?? "dunlin"
    const connection = yield* internal.make({
      url: options.url,
      probeKey: `{${prefix}}:probe`,
      silence: options.silence
    })
    const schema = `{${prefix}}:schema`
    yield* connection.command("SET", schema, String(SCHEMA_VERSION), "NX")
    const found = Number(String(yield* connection.command("GET", schema)))
    if (found > SCHEMA_VERSION) {
      const reason = new Incompatible({ found, supported: SCHEMA_VERSION })
      return yield* Effect.fail(new CacheError({ store: "redis", reason }))
    }
    const store = pages.make(connection, prefix)
    return Context.make(PageCache.PageCache, yield* PageCache.make(store, options)).pipe(
      Context.add(SnapshotStore, makeSnapshots(connection, prefix)),
      Context.add(AnswerStore, answers.make(connection, prefix))
    )
  }))
