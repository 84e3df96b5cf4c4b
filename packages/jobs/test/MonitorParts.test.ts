import { JobStore, ModelChangeJudge, Monitors } from "@dunlin/jobs"
import * as Limits from "@dunlin/schema/Limits"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Stream } from "effect"
import { LanguageModel } from "effect/ai"
import { TestClock } from "effect/testing"
import { beside, caller, check, create, makeWorld, pass } from "./monitorWorld.ts"

const url = "https://example.com/"

/** A model that answers with a text. */
const saying = (text: Effect.Effect<string>) =>
  ModelChangeJudge.layer.pipe(
    Layer.provide(
      Layer.effect(
        LanguageModel.LanguageModel,
        LanguageModel.make({
          generateText: () => Effect.map(text, (text) => [{ type: "text" as const, text }]),
          streamText: () => Stream.empty
        })
      )
    )
  )

const change = { goal: "Prices", url, added: ["Pears 1.80"], removed: ["Pears 2.10"] }

const judged = Effect.flatMap(Monitors.ChangeJudge, (judge) => judge!(change))

const meaningless = {
  meaningful: false,
  confidence: "high" as const,
  reason: "Only a view count.",
  meaningfulChanges: []
}

describe("ModelChangeJudge", () => {
  it.effect("returns the model's verdict on a change", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(
        yield* Effect.provide(judged, saying(Effect.succeed(JSON.stringify(meaningless)))),
        meaningless
      )
    }))

  it.effect("reports a change without a verdict, so that it is not missed", () =>
    Effect.gen(function*() {
      for (const answer of ["no JSON", JSON.stringify({ meaningful: "perhaps" })]) {
        const { confidence, meaningful } = yield* Effect.provide(judged, saying(Effect.succeed(answer)))
        assert.deepStrictEqual([meaningful, confidence], [true, "low"])
      }
      const waiting = yield* Effect.forkChild(Effect.provide(judged, saying(Effect.never)))
      yield* TestClock.adjust("31 seconds")
      assert.isTrue((yield* Fiber.join(waiting)).meaningful)
    }))
})

describe("monitors", () => {
  it.effect("do not deliver changes that do not matter for the goal, and state it in the check", () => {
    const world = makeWorld()
    return beside(
      world,
      Effect.gen(function*() {
        const { id } = yield* create({ targets: [{ type: "scrape", urls: [url] }], goal: "Prices" })
        world.pages.set(url, "Pears 2.10")
        yield* check(id)
        world.pages.set(url, "Pears 2.10 and apples")
        const [{ judgment, status } = {}] = (yield* check(id)).pages
        assert.deepStrictEqual([status, judgment], ["changed", meaningless])
        yield* pass(5000)
        assert.deepStrictEqual(world.delivered.filter(({ type }) => type === "monitor.page"), [])
      })
    ).pipe(Effect.provideService(Monitors.ChangeJudge, () => Effect.succeed(meaningless)))
  })

  it.effect("check the pages of a site like those of a list", () => {
    const world = makeWorld()
    return beside(
      world,
      Effect.gen(function*() {
        const { id } = yield* create({
          targets: [{ type: "crawl", url, crawlOptions: { limit: 3, sitemap: "skip" } }]
        })
        const seen = []
        for (const version of ["Pears 2.10", "Pears 2.10", "Pears 1.80"]) {
          world.pages.set(url, version)
          seen.push((yield* check(id)).pages.map(({ status }) => status))
        }
        assert.deepStrictEqual(seen, [["new"], ["same"], ["changed"]])
      })
    )
  })

  it.effect("are limited per team", () =>
    Effect.gen(function*() {
      const input = { name: "Prices", schedule: { cron: "0 0 1 1 *" }, targets: [{ type: "scrape", urls: [url] }] }
      const make = (team: string) => Monitors.create({ caller: { ...caller, team }, input })
      for (let made = 0; made < Limits.monitor.perTeam; made++) assert.isDefined(yield* make("many"))
      assert.isUndefined(yield* make("many"))
      assert.isDefined(yield* make("other"))
    }).pipe(Effect.provide(JobStore.layerMemory()), Effect.orDie))
})
