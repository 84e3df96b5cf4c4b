import { assert, it } from "vitest"
import { program } from "./main.ts"

it("retrieves documents", async () => {
  const [first] = await program()
  assert.strictEqual(first?.metadata.source, "https://example.com/dunlin")
  assert.include(first?.pageContent ?? "", "wet mud")
})
