import { assert, it } from "@effect/vitest"
import { program } from "./main.ts"

it("answers an agent of LlamaIndex", async () => {
  assert.include(await program(), "The dunlin feels its prey in mud.")
})
