import { CrawlPlanner } from "@dunlin/http-api"
import { assert, describe, it } from "@effect/vitest"
import { serve } from "./stub.ts"

const teams = [
  { id: "a", keys: ["key-a"], features: { threatProtection: { enabled: true, policy: { blockedTlds: ["zip"] } } } },
  { id: "b", keys: ["key-b"] }
]
const keyOf = (team: string) => ({ authorization: `Bearer key-${team}` })

describe("/v2/feedback", () => {
  it("stores feedback once for each response, per team, and refunds nothing", async () => {
    const { get, post } = serve({ teams })
    const feedback = {
      endpoint: "scrape",
      jobId: "4c8fc4d6-1fd0-4f5c-a87c-5e8605704534",
      rating: "bad",
      issues: ["empty"]
    }
    const first = (await post("/v2/feedback", feedback, keyOf("a"))).body
    assert.deepInclude(first, { success: true, creditsRefunded: 0 })
    assert.notProperty(first, "alreadySubmitted")
    const again = (await post("/v2/feedback", { ...feedback, rating: "good" }, keyOf("a"))).body
    assert.deepInclude(again, { feedbackId: first.feedbackId, alreadySubmitted: true })
    const [stored] = (await get("/v2/feedback", keyOf("a"))).body.data
    assert.deepInclude(stored, { endpoint: "scrape", rating: "bad", issues: ["empty"] })
    assert.deepStrictEqual((await get("/v2/feedback", keyOf("b"))).body.data, [])
  })

  it("requires a reason for a rating of a search", async () => {
    const { post } = serve()
    const path = "/v2/search/4c8fc4d6-1fd0-4f5c-a87c-5e8605704534/feedback"
    assert.strictEqual((await post(path, { rating: "good" })).status, 400)
    const good = { rating: "good", valuableSources: [{ url: "https://example.com/", reason: "It has the answer" }] }
    assert.strictEqual((await post(path, good)).status, 200)
    const bad = { rating: "bad", querySuggestions: "waders of Norfolk" }
    assert.isTrue((await post(path, bad)).body.alreadySubmitted)
  })
})

describe("/v2/team", () => {
  it("lists the jobs of the team in pages, newest first", async () => {
    const { get, post } = serve({ teams })
    await post("/v2/crawl", { url: "https://example.com/docs/" }, keyOf("a"))
    await post("/v2/batch/scrape", { urls: ["https://example.com/"] }, keyOf("a"))
    const first = (await get("/v2/team/activity?limit=1", keyOf("a"))).body
    assert.deepStrictEqual([first.data.length, first.has_more], [1, true])
    const second = (await get(`/v2/team/activity?limit=1&cursor=${first.cursor}`, keyOf("a"))).body
    assert.strictEqual(second.has_more, false)
    const endpoints = [...first.data, ...second.data].map(({ endpoint }: { readonly endpoint: string }) => endpoint)
    assert.sameMembers(endpoints, ["crawl", "batch_scrape"])
    assert.deepStrictEqual((await get("/v2/team/activity", keyOf("b"))).body.data, [])
    const expired = await get("/v2/team/activity?cursor=gone", keyOf("a"))
    assert.strictEqual(expired.status, 400)
    assert.match(expired.body.error, /^cursor: unknown or expired/)
  })

  it("returns an empty catalogue of data providers", async () => {
    assert.deepStrictEqual((await serve().get("/exchange/discover")).body.cohorts, [])
  })

  it("shows the threat policy of the team, read-only", async () => {
    const { get, send } = serve({ teams })
    const { data } = (await get("/v2/team/threat-protection", keyOf("a"))).body
    assert.deepInclude(data, { enabled: true, enforced: false, allowRequestOverrides: true })
    assert.deepInclude(data.policy, { blockedTlds: ["zip"], mode: "normal" })
    const path = "/v2/team/threat-protection"
    assert.strictEqual((await send("PATCH", path, { body: { enabled: false }, headers: keyOf("a") })).status, 403)
  })
})

describe("/v2/agent", () => {
  it("starts a run, returns its status and cancels it", async () => {
    const { get, post, send } = serve()
    const started = (await post("/v2/agent", { prompt: "Who founded it?", model: "spark-2" })).body
    assert.include(started.warning, "model")
    const status = (await get(`/v2/agent/${started.id}`)).body
    assert.deepInclude(status, { status: "processing", creditsUsed: 0 })
    assert.strictEqual((await get("/v2/agent")).body.agents[0].id, started.id)
    assert.deepStrictEqual((await send("DELETE", `/v2/agent/${started.id}`)).body, { success: true })
    assert.strictEqual((await get(`/v2/agent/${started.id}`)).body.status, "failed")
  })

  it("rejects a run on a server without a language model", async () => {
    const { post } = serve({ ports: CrawlPlanner.layerNone("set DUNLIN_MODEL_URL") })
    const { body, status } = await post("/v2/agent", { prompt: "Who founded it?" })
    assert.deepStrictEqual([status, body.code], [501, "MODEL_NOT_CONFIGURED"])
    assert.include(body.error, "DUNLIN_MODEL_URL")
  })
})
