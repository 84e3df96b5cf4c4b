import { Health, NodePostgres } from "@dunlin/common"
import { assert, it } from "@effect/vitest"
import { Effect, Logger } from "effect"
import { TestClock } from "effect/testing"

it.effect("a pooler that accepts connections without its database counts as lost", () =>
  Effect.gen(function*() {
    const said: Array<string> = []
    let isThere = false
    class Client {
      on() {}
      async connect() {}
      async query() {
        if (!isThere) throw new Error("server login failed")
      }
    }
    const logger = Logger.make(({ message }) => {
      if (String(message).startsWith("postgres")) said.push(String(message).split(":")[0]!)
    })
    const part = yield* Effect.provideService(
      Health.part({ part: "postgres", consequence: "nothing works" }),
      Health.Health,
      new Map()
    )
    yield* Effect.forkScoped(
      NodePostgres.watch({ Client, Pool: Client as never }, {
        connectionString: "postgres://127.0.0.1",
        part
      }).pipe(Effect.provide(Logger.layer([logger])))
    )
    const hears = (count: number) =>
      Effect.promise(async () => {
        while (said.length < count) await new Promise(setImmediate)
      })
    yield* hears(1)
    assert.deepStrictEqual(said, ["postgres is lost"])
    isThere = true
    yield* TestClock.adjust("1 second")
    yield* Effect.promise(() => new Promise(setImmediate))
    yield* TestClock.adjust("6 seconds")
    yield* hears(2)
    assert.deepStrictEqual(said, ["postgres is lost", "postgres is back"])
  }))

/** Servers that a test demotes and promotes, and a driver whose clients connect to them. */
const servers = (names: ReadonlyArray<string>) => {
  const readOnly = new Set<string>()
  const down = new Set<string>()
  const connected: Array<string> = []
  class Client {
    readonly host: string
    constructor({ connectionString }: { readonly connectionString: string }) {
      this.host = new URL(connectionString).hostname
      connected.push(this.host)
    }
    async query(text: string) {
      if (text.includes("transaction_read_only")) {
        return { rows: [{ read_only: readOnly.has(this.host) ? "on" : "off" }] }
      }
      if (text === "WRITE" && readOnly.has(this.host)) {
        throw Object.assign(new Error("cannot execute INSERT in a read-only transaction"), { code: "25006" })
      }
      return { rows: [{ host: this.host }], rowCount: 1 }
    }
  }
  interface Settings {
    readonly Client: new(settings: object) => Client
    readonly verify?: (client: Client, done: (cause?: unknown) => void) => void
  }
  class Pool {
    readonly idle: Array<Client> = []
    readonly settings: Settings
    constructor(settings: Settings) {
      this.settings = settings
    }
    on() {}
    async end() {}
    async connect() {
      const kept = this.idle.pop()
      const client = kept ?? new this.settings.Client({})
      if (kept === undefined) {
        if (down.has(client.host)) throw Object.assign(new Error("refused"), { code: "ECONNREFUSED" })
        await new Promise<void>((resolve, reject) =>
          this.settings.verify === undefined
            ? resolve()
            : this.settings.verify(client, (cause) => cause === undefined ? resolve() : reject(cause as Error))
        )
      }
      return Object.assign(client, {
        release: (destroy?: boolean) => void (destroy === true || this.idle.push(client))
      })
    }
  }
  const connectionString = `postgres://user@${names.join(",")}/db`
  return { readOnly, down, connected, connectionString, driver: { Client, Pool } as never as NodePostgres.Driver<any> }
}

const open = ({ connectionString, driver }: ReturnType<typeof servers>, more = "") =>
  NodePostgres.pool(driver, {
    connectionString: connectionString + more,
    max: 3,
    connectTimeout: "1 second",
    silence: "1 second"
  })

const write = (pool: NodePostgres.Pool<any>) =>
  Effect.retry(
    NodePostgres.using(pool, (client) => Effect.map(NodePostgres.query(client, "WRITE"), ({ rows }) => rows[0].host)),
    NodePostgres.patience()
  )

it.live("replaces every connection to a demoted primary, and loses no write", () =>
  Effect.gen(function*() {
    const cluster = servers(["a.example", "b.example"])
    cluster.readOnly.add("b.example")
    const pool = yield* open(cluster)
    assert.deepStrictEqual(
      yield* Effect.all([write(pool), write(pool), write(pool)], { concurrency: 3 }),
      ["a.example", "a.example", "a.example"]
    )
    cluster.readOnly.delete("b.example")
    cluster.readOnly.add("a.example")
    for (let times = 0; times < 4; times++) assert.strictEqual(yield* write(pool), "b.example")
    // No connection to the old primary was opened again.
    assert.deepStrictEqual(cluster.connected.filter((host) => host === "a.example").length, 3)
  }))

it.effect("tries the servers of a list in order, and reports if each one rejects writes", () =>
  Effect.gen(function*() {
    const cluster = servers(["a.example", "b.example:6432"])
    cluster.down.add("a.example")
    const pool = yield* open(cluster)
    assert.strictEqual(yield* write(pool), "b.example")
    cluster.down.clear()
    cluster.readOnly.add("a.example").add("b.example")
    const other = yield* open(cluster)
    const cause = yield* Effect.flip(NodePostgres.using(other, (client) => NodePostgres.query(client, "WRITE")))
    assert.match(String(cause), /PostgreSQL is read-only/)
    const reader = yield* open(cluster, "?target_session_attrs=any&application_name=x")
    yield* NodePostgres.using(reader, (client) => NodePostgres.query(client, "READ"))
  }))

it.effect("shares one pool among the stores of a process, until the last one closes", () =>
  Effect.gen(function*() {
    const cluster = servers(["a.example"])
    const options = {
      connectionString: cluster.connectionString,
      connectTimeout: "1 second",
      silence: "1 second"
    } as const
    const use = Effect.flatMap(NodePostgres.shared(cluster.driver, options), (pool) => write(pool))
    yield* Effect.scoped(Effect.andThen(use, use))
    assert.strictEqual(cluster.connected.length, 1)
    yield* Effect.scoped(use)
    assert.strictEqual(cluster.connected.length, 2)
    yield* Effect.scoped(Effect.flatMap(NodePostgres.shared(cluster.driver, { ...options, max: 2 }), write))
    assert.strictEqual(cluster.connected.length, 3)
  }))

it.effect("a database without free connections is lost for requests, although its health check has a connection", () =>
  Effect.gen(function*() {
    let hasRoom = false
    class Client {
      on() {}
    }
    class Pool {
      readonly options: { readonly Client: new(settings: object) => object }
      constructor(options: Pool["options"]) {
        this.options = options
      }
      on() {}
      async end() {}
      async connect() {
        if (!hasRoom) throw Object.assign(new Error("sorry"), { code: "53300", severity: "FATAL" })
        const query = async () => ({ rows: [], rowCount: 0 })
        return Object.assign(new this.options.Client({}), { query, release: () => {} })
      }
    }
    const pool = yield* NodePostgres.pool({ Client, Pool: Pool as never }, {
      connectionString: "postgres://127.0.0.1",
      max: 1,
      connectTimeout: "1 second",
      silence: "1 second"
    })
    const operation = NodePostgres.transact(pool, (client) => NodePostgres.query(client, "SELECT 1"))
    yield* Effect.flip(operation)
    const [loss] = yield* Health.losses
    assert.deepInclude(loss, { part: "postgres", condition: "refused", isEssential: true })
    assert.strictEqual(loss?.cause, "SQLSTATE 53300, too many connections")
    hasRoom = true
    // probes come by the clock of the test, and answer in turns of the event loop
    for (let second = 0; second < 60 && (yield* Health.losses).length > 0; second++) {
      yield* TestClock.adjust("1 second")
      yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
    }
    assert.deepStrictEqual(yield* Health.losses, [])
  }).pipe(Effect.provideService(Health.Health, new Map())))
