/** What the command line compiled is found by its next start, and by the threads of that. */
import { execFile } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, assert, it } from "vitest"
import { program } from "./commandLine.ts"

const folder = mkdtempSync(join(tmpdir(), "dunlin-compiled-"))
const temporary = join(folder, "temporary")
mkdirSync(temporary)
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

/** Files of a search whose compiled form was found, and of those how many Node had to look at twice to tell their kind. */
const found = async (settings: Record<string, string> = {}) => {
  const { stderr, stdout } = await promisify(execFile)(process.execPath, [program, "search", "hind toe"], {
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      TMPDIR: temporary,
      DUNLIN_DATA: join(folder, "data"),
      NODE_DEBUG_NATIVE: "COMPILE_CACHE",
      ...settings
    },
    maxBuffer: 64 * 1024 * 1024
  })
  const said = stdout + stderr
  return {
    compiled: [...said.matchAll(/V8 code cache for \S+ (\S+) was accepted/g)].map(([, file]) => file ?? ""),
    guessed: [...said.matchAll(/reading cache from \S+ for CommonJS (\S+\/dunlin\/\S+?)\.\.\./g)].length
  }
}

it("loads code that an earlier start compiled, also in its threads", async () => {
  assert.deepStrictEqual((await found()).compiled, [])
  const { compiled, guessed } = await found()
  const has = (part: RegExp) => compiled.some((file) => part.test(file))
  assert.isTrue(has(/\/(?:main-[^/]+\.js|internal\/cli\/main\.ts)$/), compiled.join("\n"))
  assert.isTrue(has(/\/providers\/(?:src|dist)\/internal\/index\/worker\.[tj]s$/), compiled.join("\n"))
  assert.strictEqual(guessed, 0)
})

it("stores no compiled code if disabled", async () => {
  const none = { NODE_DISABLE_COMPILE_CACHE: "1" }
  await found(none)
  assert.deepStrictEqual(await found(none), { compiled: [], guessed: 0 })
})
