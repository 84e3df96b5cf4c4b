/** Parts that are databases of other machines: PostgreSQL and Redis. */
import { PageCache, RedisCache } from "@dunlin/cache"
import { Health, NodePostgres } from "@dunlin/common"
import { Effect, Layer, Redacted } from "effect"
import { EventEmitter } from "node:events"
import { Driver } from "../../../cache/src/internal/redis.ts"
import { pageOf, planOf } from "../../../cache/test/writerPages.ts"
import type { Part } from "./cell.ts"

/** Longer than a statement may take on average, and shorter than the silence of the pool. */
const SLOW_STATEMENT = "1500 millis"

/** A driver of PostgreSQL whose database fails: the connection that watches it, and the pool of statements. */
const driver = Effect.fnUntraced(function*() {
  const run = Effect.runPromiseWith(yield* Effect.context<never>())
  let answer: () => Promise<void> = () => Promise.resolve()
  // Connections that are open stay open while statements are slow.
  let connect = answer
  class Client {
    on() {}
    release() {}
    connect() {
      return answer()
    }
    query() {
      return answer().then(() => ({ rows: [{ now: Number.NaN }], rowCount: 1 }))
    }
  }
  class Pool {
    readonly #Client: new(settings: object) => Client
    constructor(options: { readonly Client: new(settings: object) => Client }) {
      this.#Client = options.Client
    }
    on() {}
    connect() {
      return connect().then(() => new this.#Client({}))
    }
    end() {
      return Promise.resolve()
    }
  }
  const fails = (error: Error) => () => void (connect = answer = () => Promise.reject(error))
  const code = (name: string) => fails(Object.assign(new Error("secret text"), { code: name, severity: "FATAL" }))
  return {
    pg: { Client, Pool } as never as NodePostgres.Driver<NodePostgres.Client>,
    well: () => void (connect = answer = () => Promise.resolve()),
    slow: () => void (answer = () => run(Effect.sleep(SLOW_STATEMENT))),
    hung: fails(new Error("Query read timeout")),
    code
  }
})

export const postgres: Part = {
  part: "postgres",
  isEssential: true,
  limit: 2000,
  open: Effect.gen(function*() {
    const { code, hung, pg, slow, well } = yield* driver()
    const part = yield* Health.part({ part: "postgres", consequence: "requests return 503", isEssential: true })
    yield* Effect.forkScoped(NodePostgres.watch(pg, { connectionString: "postgres://pg.test/d", part }))
    const pool = yield* NodePostgres.pool(pg, {
      connectionString: "postgres://pg.test/d?target_session_attrs=any",
      max: 1,
      connectTimeout: "5 seconds",
      silence: "5 seconds"
    })
    return {
      use: NodePostgres.using(pool, (client) => NodePostgres.query(client, "SELECT 1")),
      well,
      fails: {
        down: code("57P03"),
        silent: hung,
        slow,
        full: code("53100"),
        "read-only": code("25006"),
        refused: code("53300")
      }
    }
  })
}

/** Answers to the commands of a cache: a script over one key takes a lease, and the others find nothing. */
const replyTo = ([name = "", , keys]: ReadonlyArray<string>): unknown => {
  switch (name) {
    // A clock that nobody can read: that of the test is not compared.
    case "TIME":
      return ["?", "?"]
    case "GET":
      return Buffer.from("1")
    case "EVALSHA":
      return keys === "1" ? 1 : 0
    default:
      return "OK"
  }
}

const READS = ["GET", "PING", "TIME"]

/** Longer than a command may take on average, and shorter than the silence of the connection. */
const SLOW_COMMAND = "500 millis"

/** The package `redis` with a server that fails. */
const redisDriver = Effect.fnUntraced(function*() {
  const run = Effect.runPromiseWith(yield* Effect.context<never>())
  let answer: (command: ReadonlyArray<string>) => Promise<unknown> = async (command) => replyTo(command)
  const client = Object.assign(new EventEmitter(), {
    connect: async () => void client.emit("ready"),
    destroy: () => undefined,
    unref: () => undefined,
    sendCommand: (parts: ReadonlyArray<string | Buffer>) => answer(parts.map(String))
  })
  const refuses = (words: string, isWriting: boolean) => () =>
    void (answer = async (command) => {
      if (!isWriting || !READS.includes(command[0]!)) throw new Error(words)
      return replyTo(command)
    })
  return {
    driver: { createClient: () => client, RESP_TYPES: {} },
    well: () => {
      answer = async (command) => replyTo(command)
      client.emit("ready")
    },
    fails: {
      down: () => {
        const error = Object.assign(new Error("secret text"), { code: "ECONNREFUSED" })
        answer = () => Promise.reject(error)
        client.emit("error", error)
      },
      silent: () => void (answer = () => run(Effect.never)),
      slow: () => void (answer = (command) => run(Effect.as(Effect.sleep(SLOW_COMMAND), replyTo(command)))),
      full: refuses("OOM command not allowed when used memory > 'maxmemory'.", true),
      "read-only": refuses("READONLY You can't write against a read only replica.", true),
      refused: refuses("NOAUTH Authentication required.", false)
    }
  }
})

export const redis: Part = {
  part: "redis",
  isEssential: false,
  // Seven commands, each slow.
  limit: 4000,
  open: Effect.gen(function*() {
    const { driver, fails, well } = yield* redisDriver()
    const context = yield* Layer.build(RedisCache.layer({ url: Redacted.make("redis://redis.test") })).pipe(
      Effect.provideService(Driver, Effect.succeed(driver as never))
    )
    let page = 0
    const read = PageCache.PageCache.use((cache) => {
      page++
      return cache.getOrFetch(planOf("0", page), Effect.succeed(pageOf("0", 1)))
    })
    return { use: Effect.provide(read, context), well, fails }
  })
}
