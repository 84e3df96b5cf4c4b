import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { program } from "./main.ts"

it.live("returns the content of the page", () =>
  Effect.gen(function*() {
    const handled: Effect.Effect<string> = program
    assert.strictEqual(yield* handled, "# Hello\n\nThis **page** came from a fake.")
  }))
