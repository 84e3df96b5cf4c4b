import { assert, it } from "@effect/vitest"
import { program } from "./main.ts"

it("says of each failure what to do", async () => {
  const { aborted, limited, page, refused, wrong } = await program()
  assert.strictEqual(limited, "later")
  assert.strictEqual(refused, "never")
  assert.match(wrong, /^wrong: .*limit/)
  assert.include(["later", "never"], page)
  assert.strictEqual(aborted, "aborted: not needed")
})
