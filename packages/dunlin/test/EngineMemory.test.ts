import { AnswerStore } from "@dunlin/cache"
import { EngineMemory } from "@dunlin/fetcher"
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as Shared from "../src/internal/engineMemory.ts"

it.effect("servers with one cache share for a day which engine a page pattern needs", () =>
  Effect.gen(function*() {
    const server = Effect.provide(EngineMemory.EngineMemory, Layer.fresh(Shared.layer))
    const one = yield* server
    const two = yield* server
    assert.isUndefined(yield* two.recall("kind"))
    yield* one.learn("kind", "http")
    assert.strictEqual(yield* two.recall("kind"), "http")
    yield* one.learn("kind", "browser")
    yield* two.learn("kind", "http")
    assert.strictEqual(yield* one.recall("kind"), "browser")
    assert.isUndefined(yield* two.recall("other"))
    yield* TestClock.adjust("25 hours")
    assert.isUndefined(yield* two.recall("kind"))
  }).pipe(Effect.provide(AnswerStore.layerMemory)))

it.effect("one server of a cache at a time compares the engines for a page pattern", () =>
  Effect.gen(function*() {
    const server = Effect.provide(EngineMemory.EngineMemory, Layer.fresh(Shared.layer))
    const one = yield* server
    const two = yield* server
    assert.isAbove(yield* one.reserve!("kind"), 0)
    assert.strictEqual(yield* two.reserve!("kind"), 0)
    assert.isAbove(yield* two.reserve!("other"), 0)
    yield* TestClock.adjust("61 seconds")
    assert.isAbove(yield* two.reserve!("kind"), 0)
  }).pipe(Effect.provide(AnswerStore.layerMemory)))
