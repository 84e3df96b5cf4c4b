import { assert, describe, it } from "@effect/vitest"
import { serve } from "./stub.ts"

const monitor = {
  name: "Prices",
  schedule: { text: "every 30 minutes", timezone: "Europe/Berlin" },
  goal: "Tell me when a price changes",
  targets: [{ type: "scrape", urls: ["https://example.com/"] }, { type: "search", queries: ["new tariffs"] }],
  webhook: { url: "https://receiver.example/", events: ["monitor.page", "monitor.check.completed"] }
}

const teams = [{ id: "a", keys: ["key-a"] }, { id: "b", keys: ["key-b"] }]
const keyOf = (team: string) => ({ authorization: `Bearer key-${team}` })

describe("/v2/monitor", () => {
  it("creates, lists, changes, pauses, and deletes a monitor", async () => {
    const { get, post, send } = serve()
    const created = await post("/v2/monitor", { ...monitor, origin: "mcp" })
    assert.strictEqual(created.status, 200)
    const { data } = created.body
    assert.deepInclude(data, { name: "Prices", status: "active", goal: monitor.goal, retentionDays: 30 })
    assert.deepStrictEqual(data.schedule, { cron: "*/30 * * * *", timezone: "Europe/Berlin" })
    assert.match(data.nextRunAt, /:(00|30):00.000Z$/)
    assert.deepInclude(data.targets[0], { type: "scrape", id: "target-1" })
    const path = `/v2/monitor/${data.id}`
    assert.strictEqual((await get("/v2/monitor")).body.data[0].id, data.id)
    const changed =
      (await send("PATCH", path, { body: { status: "paused", schedule: { cron: "0 9 * * 1-5" }, goal: null } })).body
    assert.deepInclude(changed.data, { status: "paused", nextRunAt: null, goal: null, name: "Prices" })
    assert.strictEqual(changed.data.schedule.cron, "0 9 * * 1-5")
    const resumed = (await send("PATCH", path, { body: { status: "active" } })).body.data
    assert.isString(resumed.nextRunAt)
    assert.deepStrictEqual((await send("DELETE", path)).body, { success: true })
    assert.strictEqual((await get(path)).status, 404)
  })

  it("starts a check immediately, lists it, and returns the running one", async () => {
    const { get, post } = serve()
    const { id } = (await post("/v2/monitor", monitor)).body.data
    const run = (await post(`/v2/monitor/${id}/run`, {})).body.data
    assert.deepInclude(run, { monitorId: id, status: "running", trigger: "manual" })
    assert.strictEqual((await post(`/v2/monitor/${id}/run`, {})).body.data.id, run.id)
    const checks = (await get(`/v2/monitor/${id}/checks?limit=5`)).body.data
    assert.deepStrictEqual(checks.map((check: { readonly id: string }) => check.id), [run.id])
    const detail = (await get(`/v2/monitor/${id}/checks/${run.id}?limit=10&status=changed`)).body
    assert.deepStrictEqual([detail.data.pages, detail.next], [[], null])
    assert.strictEqual((await get(`/v2/monitor/${id}`)).body.data.currentCheckId, run.id)
  })

  it("separates monitors, checks, and feeds of teams", async () => {
    const { get, post, send } = serve({ teams })
    const { data } = (await post("/v2/monitor", monitor, keyOf("a"))).body
    const other = keyOf("b")
    const answers = [
      await get(`/v2/monitor/${data.id}`, other),
      await get(`/v2/monitor/${data.id}/checks`, other),
      await post(`/v2/monitor/${data.id}/run`, {}, other),
      await send("PATCH", `/v2/monitor/${data.id}`, { body: { status: "paused" }, headers: other }),
      await send("DELETE", `/v2/monitor/${data.id}`, { headers: other }),
      await get(`/v2/monitor/${data.id}/feed.json?token=${"x".repeat(32)}`)
    ]
    assert.deepStrictEqual(answers.map(({ status }) => status), [404, 404, 404, 404, 404, 404])
    assert.deepStrictEqual((await get("/v2/monitor", other)).body.data, [])
    const feed = await get(new URL(data.feeds.json).pathname + new URL(data.feeds.json).search)
    assert.deepStrictEqual([feed.status, JSON.parse(feed.text).items], [200, []])
    const atom = await get(new URL(data.feeds.atom).pathname + new URL(data.feeds.atom).search)
    assert.include(atom.text, "<title>Prices</title>")
  })

  it("reports an invalid schedule, target, or quiet hour", async () => {
    const { post } = serve()
    const faultOf = async (fields: object) => {
      const { body, status } = await post("/v2/monitor", { ...monitor, ...fields })
      return [status, body.details?.[0]?.path?.join(".")]
    }
    assert.deepStrictEqual(await faultOf({ schedule: { cron: "61 * * * *" } }), [400, "schedule.cron"])
    assert.deepStrictEqual(await faultOf({ schedule: { cron: "0 0 30 2 *" } }), [400, "schedule.cron"])
    assert.deepStrictEqual(await faultOf({ schedule: { cron: "* * * * * *" } }), [400, "schedule.cron"])
    assert.deepStrictEqual(await faultOf({ schedule: { text: "now and then" } }), [400, "schedule.text"])
    assert.deepStrictEqual(
      await faultOf({ schedule: { cron: "0 * * * *", timezone: "Mars/Olympus" } }),
      [400, "schedule.timezone"]
    )
    assert.deepStrictEqual(await faultOf({ targets: [] }), [400, "targets"])
    assert.deepStrictEqual(await faultOf({ quietHours: { from: "25:00", to: "07:00" } }), [400, "quietHours.from"])
  })
})
