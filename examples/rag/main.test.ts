import { assert, it } from "@effect/vitest"
import { program } from "./main.ts"

it("gives a model the passage that answers, within the budget, with its source", async () => {
  const { prompt, sources, tokens } = await program()
  assert.include(prompt, "The pump stops at 40 bar.")
  assert.notInclude(prompt, "Sanderlings")
  assert.strictEqual(sources[0]?.url, "https://notes.example/pump")
  assert.isAtMost(tokens, 1500)
})
