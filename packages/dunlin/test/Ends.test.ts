import { assert, describe, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"
import { needing } from "../../common/test/components.ts"

const program = join(import.meta.dirname, "program.ts")
const folder = mkdtempSync(join(tmpdir(), "dunlin-ends-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = (...parameters: ReadonlyArray<string>): Promise<{ readonly code: number; readonly output: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, [program, ...parameters], (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? -1), output: stdout + stderr })
    })
  })

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

  it("after a page of a browser, and goes on after close()", needing("Chromium"), async () => {
    const { code, output } = await run("browser")
    assert.match(output, /artifacts/)
    assert.strictEqual(code, 0, output)
    const closed = await run("close")
    assert.match(closed.output, /closed/)
    assert.strictEqual(closed.code, 0, closed.output)
  })
})
