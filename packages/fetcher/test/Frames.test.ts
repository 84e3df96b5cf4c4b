import { assert, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import type * as Calls from "../src/internal/browser/calls.ts"
import type * as Frames from "../src/internal/browser/frames.ts"

const load = (name: string) => import(new URL(`../src/internal/browser/${name}.ts`, import.meta.url).href)
const { remote } = await load("calls") as typeof Calls
const { readFrames } = await load("frames") as typeof Frames

const pending = new Promise<never>(() => {})
const element = { evaluate: () => Promise.resolve(true) }
const hidden = { evaluate: () => Promise.resolve(false) }

/** A frame of a fake page: its element, and the HTML that it returns. */
const frameOf = (html: Promise<string>, owner: object = element) => ({
  frameElement: () => Promise.resolve(owner),
  evaluate: () => html,
  parentFrame: () => main
})
const main = { parentFrame: () => null }

/** The number of frames whose text is missing, after all time limits. */
const missingOf = (frames: ReadonlyArray<object>) =>
  Effect.gen(function*() {
    const page = { frames: () => [main, ...frames], mainFrame: () => main }
    const fiber = yield* Effect.forkChild(readFrames(remote(page as never), 100))
    yield* TestClock.adjust("1 minute")
    return yield* Fiber.join(fiber)
  })

const text = Promise.resolve("<p>Text of a frame</p>")

it.effect("counts the frames that do not respond, because their text is missing", () =>
  Effect.gen(function*() {
    assert.strictEqual(yield* missingOf([frameOf(text), frameOf(pending), frameOf(text)]), 1)
    assert.strictEqual(yield* missingOf(Array.from({ length: 19 }, () => frameOf(pending))), 19)
  }))

it.effect("reads every frame that responds, although others of any depth do not", () =>
  Effect.gen(function*() {
    const outer = frameOf(text)
    const inner = { ...frameOf(pending), parentFrame: () => outer }
    const deepest = { ...frameOf(pending), parentFrame: () => inner }
    const late = frameOf(new Promise((resolve) => setImmediate(() => resolve("<p>Late text of a frame</p>"))))
    assert.strictEqual(yield* missingOf([frameOf(pending), late, deepest, outer, frameOf(pending), inner]), 4)
  }))

it.effect("counts the frames above the limits of number and size", () =>
  Effect.gen(function*() {
    assert.strictEqual(yield* missingOf(Array.from({ length: 23 }, () => frameOf(text))), 3)
    assert.strictEqual(yield* missingOf([frameOf(Promise.resolve("x".repeat(101)))]), 1)
  }))

it.effect("counts frames that load only when visible, without waiting for them", () =>
  Effect.gen(function*() {
    const unloaded = { evaluate: () => Promise.resolve("unloaded") }
    const never = () => assert.fail("the frame has no document")
    const frame = { ...frameOf(text, unloaded), evaluate: never }
    assert.strictEqual(yield* missingOf([frame, frameOf(text)]), 1)
  }))

it.effect("does not count frames that are hidden, empty or removed", () =>
  Effect.gen(function*() {
    const removed = { ...frameOf(text), frameElement: () => Promise.reject(new Error("Frame was detached")) }
    assert.strictEqual(yield* missingOf([frameOf(pending, hidden), frameOf(Promise.resolve("")), removed]), 0)
  }))
