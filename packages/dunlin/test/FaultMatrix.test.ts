import { ArtifactStore, PageCache, S3Artifacts, SqliteCache } from "@dunlin/cache"
import { ChatCompletions, ClockSkew, type Fault, Health, NodePostgres } from "@dunlin/common"
import { CreditLedger, SqliteLedger } from "@dunlin/credits"
import { JobStore, SqliteJobStore } from "@dunlin/jobs"
import { SearchProvider, Searxng } from "@dunlin/providers"
import { Query } from "@dunlin/query-operators"
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Fiber, Layer, Logger, Metric, Redacted, type Scope } from "effect"
import { HttpClient, HttpClientError, HttpClientResponse } from "effect/http"
import { TestClock } from "effect/testing"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { DatabaseSync } from "node:sqlite"
import { ready } from "../../http-api/src/internal/healthRoutes.ts"

/** A part under test: one use of it, and the ways in which it can be made to fail. */
interface Opened {
  readonly use: Effect.Effect<unknown, unknown>
  readonly well: () => void
  readonly fails: Readonly<Partial<Record<Fault.Condition, () => void>>>
}

interface Part {
  readonly part: Health.PartName
  readonly open: Effect.Effect<Opened, unknown, Scope.Scope>
  /** Whether requests fail without it. */
  readonly isEssential: boolean
  /** Milliseconds in which a use ends, whatever happens. */
  readonly limit: number
}

// Fakes of other machines

/** An HTTP service that answers, refuses, hangs or is not there. */
const service = (well: (method: string) => { readonly status: number; readonly body: string }) => {
  let answer: (method: string) => Effect.Effect<{ readonly status: number; readonly body: string }, Error> = (method) =>
    Effect.succeed(well(method))
  const client = HttpClient.make((request) =>
    Effect.suspend(() => answer(request.method)).pipe(
      Effect.map(({ body, status }) => HttpClientResponse.fromWeb(request, new Response(body, { status }))),
      Effect.mapError((cause) =>
        new HttpClientError.HttpClientError({ reason: new HttpClientError.TransportError({ request, cause }) })
      )
    )
  )
  const says = (status: number, body = "{}") => () => void (answer = () => Effect.succeed({ status, body }))
  const code = (name: string) => Object.assign(new Error("secret text"), { code: name })
  return {
    layer: Layer.succeed(HttpClient.HttpClient, client),
    well: () => void (answer = (method) => Effect.succeed(well(method))),
    down: () => void (answer = () => Effect.fail(code("ECONNREFUSED"))),
    silent: () => void (answer = () => Effect.never),
    slow: () => void (answer = (method) => Effect.delay(Effect.succeed(well(method)), "1500 millis")),
    says
  }
}

const xml = (code: string) => `<Error><Code>${code}</Code></Error>`

const s3: Part = {
  part: "s3",
  isEssential: false,
  limit: 6000,
  open: Effect.gen(function*() {
    const { down, layer, says, silent, slow, well } = service((method) => ({
      status: method === "GET" ? 404 : 200,
      body: method === "GET" ? xml("NoSuchKey") : ""
    }))
    const options = {
      endpoint: "http://s3.test",
      bucket: "b",
      accessKeyId: "id",
      secretAccessKey: Redacted.make("key")
    }
    const context = yield* Layer.build(S3Artifacts.layer(options).pipe(Layer.provide(layer)))
    const blob = { contentType: "image/png", bytes: new Uint8Array([1]) }
    return {
      use: Effect.provide(ArtifactStore.ArtifactStore.use((store) => store.put(blob, { ttl: "1 hour" })), context),
      well,
      fails: {
        down,
        silent,
        slow,
        full: says(507, xml("XStorageFull")),
        "read-only": says(405, xml("MethodNotAllowed")),
        refused: says(403, xml("SignatureDoesNotMatch"))
      }
    }
  })
}

const question: SearchProvider.Question = { source: "web", query: Query.parse("q").query, limit: 1, country: "US" }

const provider: Part = {
  part: "provider",
  isEssential: false,
  limit: 31_000,
  open: Effect.gen(function*() {
    const results = [{ url: "https://example.com/", title: "t", content: "c" }]
    const { down, layer, says, silent, well } = service(() => ({ status: 200, body: JSON.stringify({ results }) }))
    const context = yield* Layer.build(Searxng.layer({ apiUrl: "http://searx.test" }).pipe(Layer.provide(layer)))
    return {
      use: Effect.provide(SearchProvider.SearchProvider.use((engine) => engine.search(question)), context),
      well,
      fails: { down, silent, full: says(402), refused: says(401) }
    }
  })
}

const model: Part = {
  part: "model",
  isEssential: false,
  limit: 31_000,
  open: Effect.gen(function*() {
    const body = JSON.stringify({ choices: [{ message: { content: "yes" }, finish_reason: "stop" }] })
    const { down, layer, says, silent, well } = service(() => ({ status: 200, body }))
    const chat = yield* Effect.provide(ChatCompletions.make({ apiUrl: "http://model.test/v1", model: "m" }), layer)
    const call = { messages: [{ role: "user" as const, content: "is it?" }] } as ChatCompletions.Call
    return {
      // callers of models have a deadline
      use: Effect.timeout(chat.complete(call), "30 seconds"),
      well,
      fails: { down, silent, full: says(429), refused: says(401) }
    }
  })
}

const postgres: Part = {
  part: "postgres",
  isEssential: true,
  limit: 1000,
  open: Effect.gen(function*() {
    let fault: Error | undefined
    class Client {
      on() {}
      async connect() {
        if (fault !== undefined) throw fault
      }
      async query() {
        if (fault !== undefined) throw fault
        return { rows: [{ now: Number.NaN }] }
      }
    }
    const part = yield* Health.part({ part: "postgres", consequence: "requests return 503", isEssential: true })
    yield* Effect.forkScoped(NodePostgres.watch({ Client, Pool: Client as never }, { connectionString: "", part }))
    const code = (name: string) => () =>
      void (fault = Object.assign(new Error("secret text"), { code: name, severity: "FATAL" }))
    return {
      // the watch learns it alone
      use: Effect.void,
      well: () => void (fault = undefined),
      fails: {
        down: code("57P03"),
        silent: () => void (fault = new Error("Query read timeout")),
        full: code("53100"),
        "read-only": code("25006"),
        refused: code("53300")
      }
    }
  })
}

/** A store in a file that another process locks. */
const sqlite = (build: (file: string) => Effect.Effect<Effect.Effect<unknown, unknown>, unknown, Scope.Scope>) =>
  Effect.gen(function*() {
    const folder = yield* Effect.acquireRelease(
      Effect.sync(() => fs.mkdtempSync(path.join(os.tmpdir(), "dunlin-faults-"))),
      (folder) => Effect.sync(() => fs.rmSync(folder, { recursive: true, force: true }))
    )
    const file = path.join(folder, "store.sqlite")
    const use = yield* build(file)
    let other: DatabaseSync | undefined
    const well = () => {
      other?.close()
      other = undefined
    }
    yield* Effect.addFinalizer(() => Effect.sync(well))
    return {
      use,
      well,
      fails: {
        silent: () => {
          other = new DatabaseSync(file)
          other.exec("BEGIN EXCLUSIVE")
        }
      }
    }
  })

const ledger: Part = {
  part: "sqlite",
  isEssential: true,
  limit: 11_000,
  open: sqlite((file) =>
    Effect.map(Layer.build(SqliteLedger.layer({ file, initial: 5 })), (context) =>
      Effect.provide(
        CreditLedger.CreditLedger.use((credits) => credits.plan({ account: "a", credits: 5 })),
        context
      ))
  )
}

const jobs: Part = {
  part: "sqlite",
  isEssential: true,
  limit: 11_000,
  open: sqlite((file) =>
    Effect.map(Layer.build(SqliteJobStore.layer({ file })), (context) =>
      Effect.provide(
        JobStore.JobStore.use((store) => store.cancel({ team: "a", job: "none" })),
        context
      ))
  )
}

const cache: Part = {
  part: "sqlite",
  isEssential: false,
  limit: 3000,
  open: sqlite((filename) =>
    Effect.map(
      Layer.build(SqliteCache.layer({ filename })),
      (context) => Effect.provide(PageCache.PageCache.use((store) => store.purge({})), context)
    )
  )
}

// One cell

const settled = Effect.callback<void>((resume) => {
  let turns = 60
  const turn = () => turns-- > 0 ? void setImmediate(turn) : resume(Effect.void)
  turn()
})

/** Lets the clock pass in steps until the fiber ends, and answers how many milliseconds that took. */
const timeOf = Effect.fnUntraced(function*<A, E>(effect: Effect.Effect<A, E>) {
  const start = yield* Clock.currentTimeMillis
  const running = yield* Effect.forkChild(Effect.exit(effect))
  for (yield* settled; running.pollUnsafe() === undefined; yield* settled) yield* TestClock.adjust("250 millis")
  yield* Fiber.join(running)
  return (yield* Clock.currentTimeMillis) - start
})

const pass = (seconds: number) =>
  Effect.gen(function*() {
    for (let second = 0; second < seconds; second++) {
      yield* TestClock.adjust("1 second")
      yield* settled
    }
  })

const readiness = Effect.map(ready, ({ body, status }) => ({
  status,
  said: JSON.parse(String((body as { readonly body: unknown }).body)) as {
    readonly degraded?: ReadonlyArray<{ readonly part: string; readonly condition: string; readonly cause: string }>
  }
}))

const gaugeOf = (part: string) =>
  Effect.map(
    Metric.snapshot,
    (all) => all.find(({ attributes, id }) => id === "dunlin_part_up" && attributes?.part === part)?.state
  )

const cell = ({ isEssential, limit, open, part }: Part, condition: Fault.Condition) =>
  Effect.gen(function*() {
    const lines: Array<string> = []
    // the clock of a test says something, too, when a machine has much to do
    const logger = Logger.make(({ message }) => {
      if (/ is (?:lost|slow|back)/.test(String(message))) lines.push(String(message))
    })
    yield* Effect.gen(function*() {
      const { fails, use, well } = yield* open
      yield* timeOf(use)
      assert.strictEqual((yield* readiness).status, 200)
      fails[condition]!()
      // answered within its time, and a second
      assert.isAtMost(yield* timeOf(use), limit + 1000)
      const uses = condition === "slow" ? 20 : 3
      for (let again = 0; again < uses; again++) yield* timeOf(use)
      yield* pass(10)
      const { said, status } = yield* readiness
      assert.strictEqual(status, isEssential ? 503 : 200)
      assert.deepStrictEqual(said.degraded?.map((one) => [one.part, one.condition]), [[part, condition]])
      assert.notInclude(JSON.stringify(said), "secret")
      assert.deepInclude(yield* gaugeOf(part), { value: 0 })
      // an hour of it writes nothing more
      for (let minute = 0; minute < 5; minute++) {
        yield* TestClock.adjust("1 minute")
        yield* timeOf(use)
      }
      assert.strictEqual(lines.length, 1, lines.join("\n"))
      well()
      for (let again = 0; again < (condition === "slow" ? 20 : 1); again++) yield* timeOf(use)
      yield* pass(5)
      yield* timeOf(use)
      yield* pass(5)
      assert.strictEqual((yield* readiness).status, 200)
      assert.isUndefined((yield* readiness).said.degraded)
      assert.strictEqual(lines.length, 2, lines.join("\n"))
    }).pipe(
      Effect.scoped,
      Effect.provide(Logger.layer([logger])),
      Effect.provideService(Health.Health, new Map()),
      Effect.provideService(ClockSkew.ClockSkew, new Set()),
      Effect.provideService(Metric.MetricRegistry, new Map())
    )
  })

const matrix: ReadonlyArray<readonly [name: string, part: Part, conditions: ReadonlyArray<Fault.Condition>]> = [
  ["S3", s3, ["down", "silent", "slow", "full", "read-only", "refused"]],
  ["a search engine", provider, ["down", "silent", "full", "refused"]],
  ["a model", model, ["down", "silent", "full", "refused"]],
  ["PostgreSQL", postgres, ["down", "silent", "full", "read-only", "refused"]],
  ["the ledger in a file", ledger, ["silent"]],
  ["the jobs in a file", jobs, ["silent"]],
  ["the cache in a file", cache, ["silent"]]
]

// one after the other: the clock of a test passes while the event loop has nothing else to do
describe(
  "a part that fails is answered in time, known within ten seconds, and said once",
  { concurrent: false },
  () => {
    for (const [name, part, conditions] of matrix) {
      for (const condition of conditions) it.effect(`${name}: ${condition}`, () => cell(part, condition))
    }

    it.effect("a clock that is wrong is named, with by how much", () =>
      Effect.gen(function*() {
        const skews = new Set([{ part: "redis", ahead: 7_200_000 }])
        const { said, status } = yield* Effect.provideService(readiness, ClockSkew.ClockSkew, skews)
        assert.strictEqual(status, 200)
        assert.deepInclude(said.degraded?.[0], { part: "clock", condition: "skewed", cause: "7200 s ahead of redis" })
      }).pipe(Effect.provideService(Health.Health, new Map())))
  }
)
