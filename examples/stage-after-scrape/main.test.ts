import { assert, it } from "@effect/vitest"
import { program } from "./main.ts"

it("orders hits by what their pages say, and keeps the one that failed", async () => {
  assert.deepStrictEqual(await program(), ["/long", "/short", "/gone"])
})
