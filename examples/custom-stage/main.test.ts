import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { program } from "./main.ts"

it.live("runs the stage after the transformation", () =>
  Effect.gen(function*() {
    assert.strictEqual(yield* program, "# Hello\n\nSome text.\n\n*Read by a robot.*")
  }))
