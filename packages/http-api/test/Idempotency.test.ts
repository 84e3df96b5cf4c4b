import { Idempotency } from "@dunlin/http-api"
import * as SearchFailure from "@dunlin/pipeline/SearchFailure"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { answer, serve } from "./stub.ts"

const key = (value: string, team = "a") => ({ "idempotency-key": value, authorization: `Bearer ${team}` })
const teams = [{ id: "a", keys: ["a"], credits: 100, features: { zdr: true } }, { id: "b", keys: ["b"] }]

describe("Idempotency-Key", () => {
  it("repeats the response of the same request", async () => {
    let searches = 0
    const server = serve({
      search: (task) => Effect.sync(() => ({ ...answer(task), id: `search ${++searches}` })),
      teams
    })
    const first = await server.post("/v2/search", { query: "x" }, key("one"))
    const second = await server.post("/v2/search", { query: "x" }, key("one"))
    assert.strictEqual(searches, 1)
    assert.strictEqual(second.text, first.text)
    assert.strictEqual(first.headers.get("idempotent-replayed"), null)
    assert.strictEqual(second.headers.get("idempotent-replayed"), "true")
    const named = { "x-idempotency-key": "one", authorization: "Bearer a" }
    assert.strictEqual((await server.post("/v2/search", { query: "x" }, named)).text, first.text)
    assert.strictEqual((await server.post("/v2/search", { query: "x" }, key("one", "b"))).body.id, "search 2")
    assert.strictEqual((await server.post("/v2/search", { query: "x" }, key("two"))).body.id, "search 3")
  })

  it("rejects another request with the same key", async () => {
    const server = serve({ teams })
    await server.post("/v2/search", { query: "x" }, key("one"))
    const { body, status } = await server.post("/v2/search", { query: "y" }, key("one"))
    assert.deepStrictEqual([status, body.code], [409, "IDEMPOTENCY_CONFLICT"])
    assert.strictEqual((await server.post("/v2/scrape", { url: "https://example.com/" }, key("one"))).status, 200)
    assert.strictEqual((await server.post("/v2/search", { query: "x" }, key("x".repeat(256)))).status, 400)
  })

  it("reports that the first request is running", async () => {
    let release = () => {}
    const gate = new Promise<void>((resolve) => release = resolve)
    const server = serve({ search: (task) => Effect.as(Effect.promise(() => gate), answer(task)), teams })
    const running = server.post("/v2/search", { query: "x" }, key("one"))
    const meanwhile = await server.post("/v2/search", { query: "x" }, key("one"))
    assert.strictEqual(meanwhile.status, 409)
    assert.strictEqual(meanwhile.headers.get("retry-after"), "1")
    release()
    assert.strictEqual((await running).status, 200)
    assert.strictEqual((await server.post("/v2/search", { query: "x" }, key("one"))).status, 200)
  })

  it("repeats failed work", async () => {
    let attempts = 0
    const server = serve({
      search: (task) =>
        Effect.suspend(() =>
          ++attempts === 1
            ? Effect.fail(new SearchFailure.SearchTimeout({ milliseconds: 1 }))
            : Effect.succeed(answer(task))
        ),
      teams
    })
    assert.strictEqual((await server.post("/v2/search", { query: "x" }, key("one"))).status, 408)
    assert.strictEqual((await server.post("/v2/search", { query: "x" }, key("one"))).status, 200)
  })

  it("charges once for work that was interrupted after its settlement and repeated", async () => {
    const charges: Array<string | undefined> = []
    let begun = () => {}
    const isBegun = new Promise<void>((resolve) => begun = resolve)
    const server = serve({
      search: (task) =>
        Effect.suspend(() => {
          charges.push(task.caller?.idempotencyKey)
          begun()
          return charges.length === 1 ? Effect.never : Effect.succeed(answer(task))
        }),
      teams
    })
    const leaving = new AbortController()
    const body = { query: "x" }
    const left = server.send("POST", "/v2/search", { body, headers: key("one"), signal: leaving.signal })
      .catch(() => undefined)
    await isBegun
    leaving.abort()
    await left
    while ((await server.post("/v2/search", body, key("one"))).status === 409) continue
    assert.strictEqual(charges.length, 2)
    assert.isString(charges[0])
    assert.strictEqual(charges[1], charges[0])
    // answered, so the next request with the key repeats the answer
    assert.strictEqual((await server.post("/v2/search", body, key("one"))).headers.get("idempotent-replayed"), "true")
  })

  it("charges again if the response must not be stored", async () => {
    const server = serve({ teams })
    const scrape = (body: object) => server.post("/v2/scrape", { url: "https://example.com/", ...body }, key("one"))
    const left = async () => (await server.get("/v2/team/credit-usage", key("x"))).body.data.remainingCredits
    const first = await scrape({ zeroDataRetention: true })
    const second = await scrape({ zeroDataRetention: true })
    assert.deepStrictEqual([first.status, second.status], [200, 200])
    // Done again, because nothing was kept, and paid again.
    assert.strictEqual(second.headers.get("idempotent-replayed"), null)
    assert.strictEqual(second.body.data.metadata.creditsUsed, 1)
    assert.strictEqual(await left(), 98)
    // The key stands for that request only.
    assert.strictEqual((await scrape({ zeroDataRetention: true, mobile: true })).body.data.metadata.creditsUsed, 1)
    assert.strictEqual(await left(), 97)
  })
})

describe("Idempotency.layerMemory", () => {
  it.effect("drops expired responses, and the oldest above its limit", () =>
    Effect.gen(function*() {
      const idempotency = yield* Idempotency.Idempotency
      const claim = (name: string) => Effect.map(idempotency.claim(name, "f"), (claim) => claim._tag)
      assert.strictEqual(yield* claim("a"), "Mine")
      assert.strictEqual(yield* claim("a"), "Busy")
      yield* idempotency.keep("a", { status: 200, body: "12345" })
      assert.strictEqual(yield* claim("a"), "Answered")
      assert.strictEqual((yield* idempotency.claim("a", "g"))._tag, "Other")
      yield* claim("b")
      yield* idempotency.keep("b", { status: 200, body: "123456" })
      assert.strictEqual(yield* claim("a"), "Mine")
      assert.strictEqual(yield* claim("b"), "Answered")
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(yield* claim("b"), "Mine")
      yield* idempotency.release("b")
      assert.strictEqual(yield* claim("b"), "Mine")
    }).pipe(Effect.provide(Idempotency.layerMemory({ timeToLive: "1 hour", maxCharacters: 10 }))))
})
