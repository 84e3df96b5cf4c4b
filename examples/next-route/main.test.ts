import { assert, it } from "@effect/vitest"
import { program } from "./main.ts"

it("answers as JSON, as events, and with 400 to a query that is none", async () => {
  const { events, found, wrong } = await program()
  assert.deepStrictEqual(found.results.map(({ title }) => title), ["Dunlin"])
  assert.strictEqual(wrong, 400)
  assert.isAbove(events, 3)
})
