import { assert, it } from "@effect/vitest"
import { program } from "./main.ts"

it("finds documents by words, operators and dates", async () => {
  assert.deepStrictEqual(await program(), {
    added: 3,
    words: ["Pump", "Old pump", "Valve"],
    operators: ["Pump"],
    after: ["Pump"]
  })
})
