import { assert, it } from "@effect/vitest"
import { program } from "./main.ts"

it("gives the model tags, and the reader what they stand for", async () => {
  assert.deepStrictEqual(await program(), {
    answer: "The address of <PERSON_1> is <EMAIL_1>.",
    restored: "The address of Maria Schneider is maria.schneider@example.com."
  })
})
