import { assert, it } from "@effect/vitest"
import { program } from "./main.ts"

it("answers with what the page says", async () => {
  const [summary, answer, json] = await program()
  assert.include(summary, "60 berths")
  assert.include(answer, "“up to 12 m | € 18” (row of a table: Length of the boat | Night, under “Berths”")
  assert.deepStrictEqual(JSON.parse(json ?? ""), {
    berths: [{ length: "up to 8 m", night: 12 }, { length: "up to 12 m", night: 18 }]
  })
})
