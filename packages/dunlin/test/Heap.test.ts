import { assert, it } from "@effect/vitest"
import { execFileSync } from "node:child_process"
import { join } from "node:path"

const nurseryOf = (mode: string): number =>
  Number(execFileSync(process.execPath, [join(import.meta.dirname, "nursery.ts"), mode], { encoding: "utf8" })) /
  2 ** 20

it("lets the young generation grow with the traffic, up to a useful size", () => {
  const free = nurseryOf("free")
  const bounded = nurseryOf("bounded")
  // What a process takes that nobody bounds depends on the version of Node.
  assert.isAbove(free, 1)
  assert.isAbove(bounded, 2)
  assert.isAtMost(bounded, 32)
})
