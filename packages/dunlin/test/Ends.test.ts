import { assert, describe, it } from "@effect/vitest"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"
import { run } from "./endless.ts"

const folder = mkdtempSync(join(tmpdir(), "dunlin-ends-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe("a program that never closes its client ends", { concurrent: false }, () => {
  for (
    const [task, answer] of [
      ["nothing", /nothing/],
      ["search", /Waders/],
      ["stream", /Done/],
      ["index", /1/],
      ["scrape", /without a hind toe/],
      ["pdf", /Survey protocol/]
    ] as const
  ) {
    it(`after ${task}`, async () => {
      const { code, output } = await run(task)
      assert.match(output, answer)
      assert.strictEqual(code, 0, output)
    })
  }

  it("after a search that left files", async () => {
    const { code, output } = await run("search", join(folder, "data"))
    assert.match(output, /Waders/)
    assert.strictEqual(code, 0, output)
  })
})
