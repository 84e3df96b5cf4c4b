// The tour runs commands of its own, as a visitor starts it: in a process, in a folder that is not of the package.
import { assert, describe, it } from "@effect/vitest"
import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startCommand } from "./commandLine.ts"

describe("dunlin tour", () => {
  it("shows the output of each command, and does not touch the user's settings and data", async () => {
    const home = mkdtempSync(join(tmpdir(), "dunlin-tour-test-"))
    const temporary = join(home, "tmp")
    const { code, stderr, stdout } = await startCommand({
      args: ["tour"],
      cwd: home,
      env: {
        PATH: process.env.PATH,
        HOME: home,
        TMPDIR: mkdtempSync(`${temporary}-`),
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        // of another machine: a tour that used it would fail
        DUNLIN_DATABASE_URL: "postgres://127.0.0.1:1/none"
      }
    })
    assert.strictEqual(code, 0, stderr)
    assert.include(stdout, "3 added, 0 updated")
    assert.include(stdout, "1. How a dunlin finds food it cannot see | Tidewatch")
    const filtered = /── 3 of 6[^]*?── 4 of 6/.exec(stdout)?.[0] ?? ""
    assert.include(filtered, "A short history of mud")
    assert.notInclude(filtered, "finds food")
    assert.include(stdout, "# How a dunlin finds food it cannot see")
    assert.match(stdout, /350 words on the page/)
    assert.include(stdout, "[1] Why knots fly in spirals | Tidewatch")
    assert.include(stdout, "npx dunlin index https://your.site/docs/")
    const left = readdirSync(home, { recursive: true }).map(String).filter((name) => /sqlite/.test(name))
    assert.deepStrictEqual(left, [])
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  })
})
