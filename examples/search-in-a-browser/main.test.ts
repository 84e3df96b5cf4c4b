import { assert, it } from "@effect/vitest"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { program } from "./main.ts"

it("finds pages in the text that the index was written as", async () => {
  const data = mkdtempSync(join(tmpdir(), "dunlin-frozen-example-"))
  try {
    const { bytes, found, narrow } = await program(data)
    assert.strictEqual(found[0]?.title, "Pumps")
    assert.include(found[0]?.description, "A pump stops at 40 bar.")
    assert.deepStrictEqual(narrow.map(({ title }) => title), ["Error codes"])
    assert.isBelow(bytes, 10_000)
  } finally {
    rmSync(data, { recursive: true, force: true, maxRetries: 5 })
  }
})
