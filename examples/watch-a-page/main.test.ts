import { assert, it } from "@effect/vitest"
import { program } from "./main.ts"

it("tells what changed", async () => {
  const [before, after, diff] = await program()
  assert.deepStrictEqual([before, after], ["new", "changed"])
  assert.include(diff, "-Pears 2.10\n+Pears 1.80")
})
