import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { answer, serve } from "./stub.ts"

describe("POST /dunlin/search", () => {
  it("searches several queries with preferred domains in one request", async () => {
    const tasks: Array<unknown> = []
    const server = serve({
      search: (task) => {
        tasks.push(task.many)
        return Effect.succeed({
          ...answer(task),
          queries: [{ query: "a", results: 2, creditsUsed: 2 }],
          duplicates: 1,
          omitted: 0
        })
      }
    })
    const { body, status } = await server.post("/dunlin/search", {
      queries: ["a", "b", "a"],
      preferDomains: ["Docs.example."],
      limit: 2
    })
    assert.strictEqual(status, 200)
    assert.deepStrictEqual(tasks, [{ queries: ["a", "b"], preferDomains: ["docs.example"] }])
    assert.deepStrictEqual([body.data.web.length, body.duplicates, body.queries[0].query], [2, 1, "a"])
  })

  it("returns the first response again for the same Idempotency-Key", async () => {
    let searches = 0
    const server = serve({
      search: (task) => {
        searches++
        return Effect.succeed(answer(task))
      }
    })
    const again = () => server.post("/dunlin/search", { queries: ["a", "b"] }, { "idempotency-key": "1" })
    await again()
    const { headers } = await again()
    assert.strictEqual(headers.get("idempotent-replayed"), "true")
    assert.strictEqual(searches, 1)
  })

  it("rejects a body without queries, and names an invalid field", async () => {
    const none = await serve().post("/dunlin/search", { queries: [] })
    assert.deepStrictEqual([none.status, none.body.details[0].path], [400, ["queries"]])
    const domain = await serve().post("/dunlin/search", { queries: ["a"], preferDomains: ["https://a.example/x"] })
    assert.deepStrictEqual([domain.status, domain.body.details[0].path], [400, ["preferDomains", 0]])
  })
})
