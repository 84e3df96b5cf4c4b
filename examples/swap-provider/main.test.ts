import { assert, it } from "@effect/vitest"
import { program } from "./main.ts"

it("asks the other provider", async () => {
  assert.strictEqual(await program(), "hello \"dear parrot\"")
})
