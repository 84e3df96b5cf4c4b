import { JobStore, Monitors } from "@dunlin/jobs"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { runOn } from "./monitorModel.ts"
import { beside, caller, check, create, makeWorld, pass } from "./monitorWorld.ts"

const url = "https://example.com/"
const page = { targets: [{ type: "scrape", urls: [url] }] }
const HOUR = 3_600_000

const statuses = ({ pages }: { readonly pages: ReadonlyArray<{ readonly status: string }> }) =>
  pages.map(({ status }) => status)

describe("Monitors", () => {
  it.effect("reports every change of pages and queries once, although workers are killed", () =>
    Effect.gen(function*() {
      const outcome = yield* runOn({
        pass: (milliseconds) => TestClock.adjust(milliseconds),
        store: JobStore.layerMemory(),
        changes: 100,
        monitors: 4,
        pagesPerMonitor: 5,
        queriesPerMonitor: 2,
        kills: 10
      })
      const { charged, cost, repeated, ...told } = outcome
      assert.deepStrictEqual(told, {
        changes: 100,
        kills: 10,
        missed: 0,
        missedInFeeds: 0,
        doubled: 0,
        doubledInFeeds: 0,
        falsely: 0
      })
      assert.isAtMost(repeated, 10)
      assert.strictEqual(charged, cost)
    }).pipe(Effect.orDie))

  it.effect("distinguishes new, same, changed, removed, and restored pages, and reports changes after the first check", () => {
    const world = makeWorld()
    return beside(
      world,
      Effect.gen(function*() {
        const { id, token } = yield* create(page)
        const versions = ["Pears 2.10", "Pears 2.10\n\n7 views", "Pears 1.80", 404, 404, "Pears 1.80"]
        const seen = []
        for (const version of versions) {
          world.pages.set(url, version)
          seen.push(...statuses(yield* check(id)))
        }
        assert.deepStrictEqual(seen, ["new", "same", "changed", "removed", "same", "new"])
        yield* pass(5000)
        const pages = world.delivered.filter(({ type }) => type === "monitor.page")
        assert.deepStrictEqual(pages.map(({ data: [change] }) => change.status), ["changed", "removed", "new"])
        assert.include(pages[0].data[0].diff.text, "-Pears 2.10\n+Pears 1.80")
        const ends = world.delivered.filter(({ type }) => type === "monitor.check.completed")
        assert.deepInclude(ends[0].data[0], { monitorId: id, status: "completed" })
        assert.strictEqual(ends.length, versions.length)
        const { changes } = (yield* Monitors.feed({ monitor: id, token, limit: 10 }))!
        assert.deepStrictEqual(changes.map(({ status }) => status), ["new", "removed", "changed"])
      })
    )
  })

  it.effect("adds up small changes until they reach the minimum", () => {
    const world = makeWorld()
    const text = (changed: number) =>
      Array.from({ length: 20 }, (_, at) => `- Item ${at} costs ${at < changed ? "much more" : "little"} today`).join(
        "\n"
      )
    return beside(
      world,
      Effect.gen(function*() {
        const { id } = yield* create({ ...page, sensitivity: { mode: "semantic", minimum: 0.1 } })
        const seen = []
        for (const changed of [0, 1, 2, 1, 0, 1, 2, 3]) {
          world.pages.set(url, text(changed))
          seen.push(...statuses(yield* check(id)))
        }
        assert.deepStrictEqual(seen, ["new", "same", "changed", "same", "changed", "same", "changed", "same"])
      })
    )
  })

  it.effect("counts moved lines only in text mode", () => {
    const world = makeWorld()
    return beside(
      world,
      Effect.gen(function*() {
        const semantic = yield* create(page)
        const text = yield* create({ ...page, sensitivity: { mode: "text" } })
        const seen = []
        for (const version of ["- One\n- Two", "- Two\n- One"]) {
          world.pages.set(url, version)
          seen.push([...statuses(yield* check(semantic.id)), ...statuses(yield* check(text.id))])
        }
        assert.deepStrictEqual(seen, [["new", "new"], ["same", "changed"]])
      })
    )
  })

  it.effect("reports a result of a query once, in any order, and after a failed search", () => {
    const world = makeWorld()
    const [one, two, three] = ["https://a.example/", "https://b.example/", "https://c.example/"] as const
    return beside(
      world,
      Effect.gen(function*() {
        const { id } = yield* create({ targets: [{ type: "search", queries: ["pears", "apples"] }] })
        for (const results of [[one], [two, one], [one, two], [one], [two, three]]) {
          world.results.set("pears", results)
          world.results.set("apples", results.slice(0, 1))
          yield* check(id)
        }
        yield* pass(5000)
        const told = world.delivered.filter(({ type }) => type === "monitor.page").map(({ data: [change] }) =>
          change.url
        )
        assert.deepStrictEqual(told, [two, three])
      })
    )
  })

  it.effect("delivers changes of quiet hours when they end", () => {
    const world = makeWorld()
    return beside(
      world,
      Effect.gen(function*() {
        const { id } = yield* create({
          ...page,
          schedule: { cron: "0 0 1 1 *", timezone: "Europe/Berlin" },
          quietHours: { from: "22:00", to: "03:00" }
        })
        for (const version of ["One", "Two"]) {
          world.pages.set(url, version)
          yield* check(id)
        }
        assert.deepStrictEqual(world.delivered, [])
        yield* pass(300_000)
        assert.strictEqual(world.delivered.length, 3)
        assert.isAtLeast(Math.min(...world.times), 26 * HOUR)
        // 02:57 in Berlin; the quiet hours end at 02:00 UTC
      }),
      { startsAt: 26 * HOUR - 180_000 }
    )
  })

  it.effect("starts a check once at its time in its time zone, and none while paused", () => {
    const world = makeWorld()
    world.pages.set(url, "One")
    return beside(
      world,
      Effect.gen(function*() {
        const { id } = yield* create({ ...page, schedule: { text: "daily at 9:00", timezone: "America/New_York" } })
        const target = { team: caller.team, monitor: id }
        yield* pass(50_000)
        assert.deepStrictEqual(yield* Monitors.checks({ ...target, limit: 9, offset: 0 }), [])
        yield* pass(30_000)
        const [first] = yield* Monitors.checks({ ...target, limit: 9, offset: 0 })
        assert.deepInclude(first, { state: "completed", cause: "scheduled", scheduledFor: 14 * HOUR })
        yield* Monitors.update({ caller, monitor: id, input: { status: "paused", schedule: { cron: "* * * * *" } } })
        yield* pass(150_000)
        assert.strictEqual((yield* Monitors.checks({ ...target, limit: 9, offset: 0 })).length, 1)
        // 9:00 in New York is 14:00 UTC
      }),
      { startsAt: 14 * HOUR - 60_000 }
    )
  })

  it.effect("pauses a monitor of an unknown team", () => {
    const world = makeWorld()
    return beside(
      world,
      Effect.gen(function*() {
        const { id } = yield* create({ ...page, schedule: { cron: "* * * * *" } })
        yield* pass(90_000)
        const monitor = yield* Monitors.get({ team: caller.team, monitor: id })
        assert.strictEqual(monitor?.state, "paused")
        assert.include(monitor?.warning, "does not exist on this server")
      }),
      { callerOf: () => undefined }
    )
  })

  it.effect("deletes all data of a deleted monitor", () => {
    const world = makeWorld()
    world.pages.set(url, "One")
    return beside(
      world,
      Effect.gen(function*() {
        const { id, token } = yield* create(page)
        yield* check(id)
        assert.isTrue(yield* Monitors.remove({ team: caller.team, monitor: id }))
        assert.isUndefined(yield* Monitors.feed({ monitor: id, token, limit: 1 }))
        const { monitors } = yield* JobStore.JobStore
        let rows = 0
        for (let deleted = -1; deleted !== 0; rows += deleted) deleted = yield* monitors!.purge
        // its result, its check, its page, and itself
        assert.strictEqual(rows, 4)
      })
    )
  })
})
