import { assert, describe, it } from "@effect/vitest"
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { isDearer, outcomeOf } from "../src/beside/outcome.ts"
import { treeAt } from "../src/beside/tree.ts"

describe("two commits in turns", () => {
  it("are compared by their lowest turns, and by the median of neighbouring turns", () => {
    const outcome = outcomeOf([10, 10, 20, 12, 10], [20, 15, 15, 15, 40])
    assert.deepStrictEqual(outcome, { base: 10, own: 15, lowest: 1.5, ratio: 1.5, from: 1.25, to: 2 })
    assert.isTrue(isDearer(outcome))
  })

  it("are equal despite one busy turn", () => {
    assert.isFalse(isDearer(outcomeOf([10, 10, 10], [10, 10, 900])))
    assert.isFalse(isDearer(outcomeOf([2, 10, 10], [10, 10, 10])))
  })

  it("may have the benchmarks in different folders", () => {
    const root = mkdtempSync(join(tmpdir(), "dunlin-beside-test-"))
    try {
      assert.throws(() => treeAt("base", root), "base has no benchmarks")
      for (const folder of ["packages/bench", "packages/tools/bench"]) {
        mkdirSync(join(root, folder, "src"), { recursive: true })
        assert.strictEqual(treeAt("base", root).bench, join(root, folder))
      }
    } finally {
      rmSync(root, { recursive: true })
    }
  })
})
