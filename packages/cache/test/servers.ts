/** Real Redis, PostgreSQL and S3 servers, each on a free loopback port with a data folder of its own. */
import { SignatureV4 } from "@dunlin/cache"
import { Passage } from "@dunlin/common/testing"
import { Duration, Effect, Layer, Redacted, type Scope } from "effect"
import { TestClock } from "effect/testing"
import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { setTimeout } from "node:timers/promises"
import {
  debianPython,
  pgbouncer,
  postgres as postgresProgram,
  redisProtocol,
  redisServer
} from "../../common/test/components.ts"
import { freePort } from "../../common/test/freePort.ts"

export interface Server {
  readonly url: Redacted.Redacted<string>
  /** Ends the server without a warning and starts it again on the same data. */
  readonly crash: Effect.Effect<void>
}

const hasExited = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

const exited = (child: ChildProcess) =>
  Effect.callback<void>((resume) => {
    if (hasExited(child)) return resume(Effect.void)
    child.once("exit", () => resume(Effect.void))
  })

const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => fs.mkdtempSync(path.join(os.tmpdir(), "dunlin-server-"))),
  (folder) => Effect.sync(() => fs.rmSync(folder, { recursive: true, force: true }))
)

/** Milliseconds between two looks whether a server answers. */
const betweenLooks = 50

const supervise = Effect.fnUntraced(function*(start: () => ChildProcess, isUp: () => Promise<boolean>) {
  let child = start()
  const stop = Effect.suspend(() => {
    child.kill("SIGKILL")
    return exited(child)
  })
  yield* Effect.addFinalizer(() => stop)
  const untilAnswers: Effect.Effect<void> = Effect.gen(function*() {
    while (!(yield* Effect.orElseSucceed(Effect.tryPromise(isUp), () => false))) {
      // While the server was away, a connection of another test may have had its port.
      if (hasExited(child)) child = start()
      // Real time, also where a test has a clock of its own.
      yield* Effect.promise((signal) => setTimeout(betweenLooks, undefined, { signal }))
    }
  }).pipe(Effect.timeout("5 minutes"), Effect.orDie)
  yield* untilAnswers
  const crash = Effect.gen(function*() {
    yield* stop
    child = start()
    yield* untilAnswers
  })
  return { stop, crash }
})

/** The command that starts a server of Redis. Only `redis-server` has its data again after a crash. */
const redisCommand = (port: number, folder: string, isDurable: boolean): readonly [string, ReadonlyArray<string>] =>
  redisProtocol !== undefined && !isDurable
    ? [process.execPath, [redisProtocol, "--port", String(port)]]
    : [redisServer ?? "redis-server", [
      "--port",
      String(port),
      "--bind",
      "127.0.0.1",
      "--dir",
      folder,
      "--appendonly",
      isDurable ? "yes" : "no",
      "--save",
      ""
    ]]

/** `durable: true` needs `redis-server`; else a server of npm serves as well. */
export const redis = Effect.fnUntraced(function*(
  options: { readonly durable: boolean }
): Effect.fn.Return<Server, never, Scope.Scope> {
  const folder = yield* temporaryFolder
  const port = yield* freePort
  const url = `redis://127.0.0.1:${port}`
  const [command, parameters] = redisCommand(port, folder, options.durable)
  const { crash } = yield* supervise(
    () => spawn(command, parameters, { stdio: "ignore" }),
    async () => {
      const { createClient } = await import("redis")
      const client = createClient({ url, socket: { reconnectStrategy: false } })
      client.on("error", () => {})
      await client.connect()
      const pong = await client.ping()
      client.destroy()
      return pong === "PONG"
    }
  )
  return { url: Redacted.make(url), crash }
})

/** Where a data folder lies as `initdb` makes it, which takes half a second of a processor: other servers start with a copy. */
const madeOnce = path.join(import.meta.dirname, "../../../node_modules/.cache/postgres")

/** Makes a new data folder. One serves for these programs and this user alone. */
const initialize = (data: string, bin: string, identity: { readonly uid?: number; readonly gid?: number }) => {
  const kept = path.join(madeOnce, Buffer.from(`${bin} ${identity.uid ?? "own"}`).toString("base64url"))
  if (fs.existsSync(kept)) return execFileSync("cp", ["-a", kept, data])
  execFileSync(path.join(bin, "initdb"), ["-D", data, "-U", "dunlin", "--auth=trust", "--no-sync", "-E", "UTF8"], {
    ...identity,
    stdio: "ignore"
  })
  fs.mkdirSync(madeOnce, { recursive: true })
  const unfinished = fs.mkdtempSync(`${kept}-`)
  execFileSync("cp", ["-a", data, path.join(unfinished, "data")])
  try {
    fs.renameSync(path.join(unfinished, "data"), kept)
  } catch (error) {
    // Else another process was faster.
    if (!fs.existsSync(kept)) throw error
  } finally {
    fs.rmSync(unfinished, { recursive: true, force: true })
  }
}

/** `durable: false` spares the flushes to the disk, which the tests of semantics do not need. */
export const postgres = Effect.fnUntraced(function*(
  options: { readonly durable: boolean }
): Effect.fn.Return<Server, never, Scope.Scope> {
  const folder = yield* temporaryFolder
  const port = yield* freePort
  const bin = path.dirname(postgresProgram ?? "postgres")
  const data = path.join(folder, "data")
  // The server refuses to run as root.
  const user = process.getuid?.() === 0 ? execFileSync("id", ["-u", "nobody"]).toString().trim() : undefined
  const identity = user === undefined ? {} : { uid: Number(user), gid: Number(user) }
  if (user !== undefined) fs.chownSync(folder, Number(user), Number(user))
  initialize(data, bin, identity)
  const url = `postgres://dunlin@127.0.0.1:${port}/postgres`
  const { crash } = yield* supervise(
    () =>
      spawn(
        path.join(bin, "postgres"),
        [
          "-D",
          data,
          "-p",
          String(port),
          "-k",
          folder,
          "-c",
          "listen_addresses=127.0.0.1",
          "-c",
          "max_connections=200",
          ...(options.durable ? [] : ["-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off"])
        ],
        { ...identity, stdio: "ignore" }
      ),
    async () => {
      const { default: pg } = await import("pg")
      const client = new pg.Client({ connectionString: url })
      client.on("error", () => {})
      await client.connect()
      await client.end()
      return true
    }
  )
  return { url: Redacted.make(url), crash }
})

/** PgBouncer before a server, in transaction mode: each transaction may get another of its four connections. */
export const pgBouncer = Effect.fnUntraced(function*(
  server: Pick<Server, "url">
): Effect.fn.Return<Pick<Server, "url">, never, Scope.Scope> {
  const folder = yield* temporaryFolder
  const port = yield* freePort
  const behind = new URL(Redacted.value(server.url))
  fs.writeFileSync(
    path.join(folder, "pgbouncer.ini"),
    `[databases]
* = host=127.0.0.1 port=${behind.port} user=dunlin
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 4
logfile = ${path.join(folder, "log")}
pidfile = ${path.join(folder, "pid")}
`
  )
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? Number(execFileSync("id", ["-u", "nobody"]).toString()) : undefined
  if (user !== undefined) {
    for (const file of [folder, path.join(folder, "pgbouncer.ini")]) fs.chownSync(file, user, user)
  }
  const identity = user === undefined ? {} : { uid: user, gid: user }
  const address = new URL(behind)
  address.port = String(port)
  yield* supervise(
    () => spawn(pgbouncer ?? "pgbouncer", ["-q", path.join(folder, "pgbouncer.ini")], { ...identity, stdio: "ignore" }),
    () => query({ url: Redacted.make(address.href) }, "SELECT 1").then(() => true)
  )
  return { url: Redacted.make(address.href) }
})

/**
 * Lets the clock of a database stand still, as the test clock does, until it is put forward: for those who come by the
 * address that it answers.
 */
export const standingClock = Effect.fnUntraced(function*(server: Pick<Server, "url">, schema = "standing") {
  const ask = (text: string) => Effect.promise(() => query(server, text))
  yield* ask(
    `CREATE SCHEMA ${schema}; CREATE TABLE ${schema}.clock AS SELECT to_timestamp(0) AS time;
     CREATE FUNCTION ${schema}.statement_timestamp() RETURNS timestamptz STABLE LANGUAGE sql
       AS 'SELECT time FROM ${schema}.clock';
     CREATE FUNCTION ${schema}.clock_timestamp() RETURNS timestamptz LANGUAGE sql
       AS 'SELECT time FROM ${schema}.clock'`
  )
  const put = (time: Duration.Input): Effect.Effect<void> =>
    Effect.asVoid(
      ask(`UPDATE ${schema}.clock SET time = time + interval '${Duration.toMillis(time)} milliseconds'`)
    )
  const address = new URL(Redacted.value(server.url))
  address.searchParams.set("options", `-c search_path=${schema},pg_catalog,public`)
  return { url: Redacted.make(address.href), put }
})

/** A store of which the test moves the clock. */
export interface Standing {
  readonly url: Redacted.Redacted<string>
  readonly put: (time: Duration.Input) => Effect.Effect<void>
}

/**
 * Layers over stores whose clocks stand still, one for each name, however often it is opened. Time that passes for such a
 * layer passes for its process, too.
 */
export const standingFor = (make: (name: string) => Effect.Effect<Standing>) => {
  const known = new Map<string, Promise<Standing>>()
  return <A, E>(name: string, open: (standing: Standing) => Layer.Layer<A, E>): Layer.Layer<A, E> =>
    Layer.unwrap(Effect.promise(async () => {
      const made = known.get(name) ?? Effect.runPromise(make(name))
      known.set(name, made)
      const standing = await made
      const both = (time: Duration.Input) => Effect.andThen(TestClock.adjust(time), standing.put(time))
      return Layer.merge(open(standing), Layer.succeed(Passage, both))
    }))
}

/** What a database answers to one statement. */
export const query = async (
  server: Pick<Server, "url">,
  text: string
): Promise<ReadonlyArray<{ readonly [column: string]: unknown }>> => {
  const { default: pg } = await import("pg")
  const client = new pg.Client({ connectionString: Redacted.value(server.url) })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

export interface S3Server {
  readonly endpoint: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** A signed request that does not come from a store. */
  readonly ask: (
    method: "GET" | "PUT",
    path: string
  ) => Effect.Effect<{ readonly status: number; readonly text: string }>
  /** Ends the server without a warning. */
  readonly stop: Effect.Effect<void>
}

/** Swift behind its S3 interface, without any bucket. Listings come in pages of two. */
export const s3: Effect.Effect<S3Server, never, Scope.Scope> = Effect.gen(function*() {
  const folder = yield* temporaryFolder
  const port = yield* freePort
  const endpoint = `http://127.0.0.1:${port}`
  const credentials = { region: "eu-central-1", accessKeyId: "dunlin:tester", secretAccessKey: "pa/ss+word=" }
  const { accessKeyId, region, secretAccessKey } = credentials
  const script = path.join(import.meta.dirname, "fixtures/s3server.py")
  const { stop } = yield* supervise(
    () =>
      spawn(debianPython ?? "python3", [script, folder, String(port), region, accessKeyId, secretAccessKey], {
        stdio: "ignore"
      }),
    () => fetch(endpoint).then(() => true)
  )
  const ask: S3Server["ask"] = (method, path) =>
    Effect.promise(async () => {
      const url = new URL(endpoint + path)
      const body = new Uint8Array(0)
      const headers = SignatureV4.signHeaders({ credentials, method, url, headers: {}, body, now: Date.now() })
      const response = await fetch(url, { method, headers })
      return { status: response.status, text: await response.text() }
    })
  return { ...credentials, endpoint, ask, stop }
})
