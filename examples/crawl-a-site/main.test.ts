import { assert, it } from "@effect/vitest"
import { program } from "./main.ts"

it("reads every page of the site once", async () => {
  assert.deepStrictEqual((await program()).sort(), ["Install", "Start", "Use"])
})
