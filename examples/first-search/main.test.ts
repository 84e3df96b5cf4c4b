import { assert, it } from "@effect/vitest"
import { program } from "./main.ts"

it("prints the result the README shows", async () => {
  assert.strictEqual(
    await program(),
    "Example (https://example.com/), 3 credits\n\n# Hello\n\nThis **page** came from a fake."
  )
})
