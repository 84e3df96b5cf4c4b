import { type FakeServer, fakeServer } from "@dunlin/http-api/testing"
import { assert, it } from "vitest"
import { search } from "./main.ts"

it("waits as long as it is told to, and asks again", async () => {
  await using server = await fakeServer()
  server.search({ query: "waders" })
    .fails(429, { retryAfter: 7 })
    .answers({ web: [{ url: "https://example.com/", title: "Waders" }] })
  const slept: Array<number> = []
  const hits = await search(server.url, "waders", async (seconds) => slept.push(seconds))
  assert.strictEqual(hits[0]?.title, "Waders")
  assert.deepStrictEqual(slept, [7])
  assert.deepInclude(server.calls[0]?.body, { limit: 3 })
})

it("finds nothing without credits", async () => {
  await using server = await fakeServer({ key: "fc-anything" })
  server.search().fails("PAYMENT_REQUIRED")
  assert.deepStrictEqual(await search(server.url, "waders"), [])
})

it("fails when a question was not expected", async () => {
  const server: FakeServer = await fakeServer()
  server.search({ query: "waders" }).answers({})
  const message = await search(server.url, "wader").catch((error: Error) => error.message)
  assert.include(message, "- query: expected \"waders\", got \"wader\"")
  await server.close().then(
    () => assert.fail("it was not told"),
    (error: Error) => assert.strictEqual(error.message, message)
  )
})
