import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { afterAll, beforeAll } from "vitest"

type Progress = { readonly update: (text: string) => void; readonly note: (text: string) => void }

const { withProgress } = await import(new URL("../src/internal/cli/progress.ts", import.meta.url).href) as {
  readonly withProgress: <A>(use: (progress: Progress) => Effect.Effect<A>, kept?: () => string) => Effect.Effect<A>
}

describe("progress without a terminal", { concurrent: false }, () => {
  const { isTTY, write } = process.stderr
  let said = ""
  beforeAll(() => {
    process.stderr.isTTY = false
    process.stderr.write = ((text: string) => {
      said += text
      return true
    }) as typeof write
  })
  afterAll(() => {
    process.stderr.isTTY = isTTY
    process.stderr.write = write
  })

  it.effect("is a line now and then", () =>
    Effect.gen(function*() {
      said = ""
      yield* withProgress((progress) =>
        Effect.forEach(Array.from({ length: 25 }, (_, second) => second), (second) =>
          Effect.andThen(Effect.sync(() => progress.update(`${second} pages`)), TestClock.adjust("1 second")))
      )
      assert.strictEqual(said, "10 pages\n20 pages\n")
    }))

  it.effect("says what is kept to whoever stops it, and nothing else to others", () =>
    Effect.gen(function*() {
      said = ""
      yield* withProgress(() => Effect.void, () => "kept")
      assert.strictEqual(said, "")
      const fiber = yield* Effect.forkChild(withProgress(() => Effect.never, () => "kept"), { startImmediately: true })
      yield* Fiber.interrupt(fiber)
      assert.strictEqual(said, "kept\n")
    }))
})
