import { assert, it } from "@effect/vitest"
import { program } from "./main.ts"

it("puts pages of our own first, and the positions follow", async () => {
  assert.deepStrictEqual(await program(), ["1. docs.example.com", "2. blog.example.org"])
})
