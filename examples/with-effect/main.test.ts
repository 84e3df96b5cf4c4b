import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { program } from "./main.ts"

it.live("finds the document", () =>
  Effect.gen(function*() {
    assert.strictEqual(yield* program, "Typed errors")
  }))
