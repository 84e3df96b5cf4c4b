import { assert, describe, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll } from "vitest"
import { needing } from "../../common/test/components.ts"

const root = mkdtempSync(join(tmpdir(), "dunlin-npm-chromium-"))
afterAll(() => rmSync(root, { recursive: true, force: true, maxRetries: 5 }))

const module = new URL("../src/internal/browser/npmChromium.ts", import.meta.url).href
const program = `
import * as Effect from "effect/Effect"
import * as NpmChromium from ${JSON.stringify(module)}
console.log(await Effect.runPromise(Effect.match(NpmChromium.find, {
  onSuccess: String,
  onFailure: ({ detail }) => "FAILED " + detail
})))`

/** What a process finds, with these environment variables. */
const find = async (settings: Record<string, string>): Promise<string> => {
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program], {
    cwd: import.meta.dirname,
    env: { PATH: process.env.PATH, HOME: join(root, "home"), TMPDIR: root, ...settings }
  })
  return stdout.trim()
}

describe("Chromium from npm", { concurrent: false, ...needing("Chromium of npm") }, () => {
  const cache = join(root, "cache")
  let unpacked = ""

  it("is unpacked into a private folder, once for several processes", async () => {
    const [one, two] = await Promise.all([find({ XDG_CACHE_HOME: cache }), find({ XDG_CACHE_HOME: cache })])
    assert.strictEqual(one, two)
    unpacked = one!
    assert.match(unpacked, /\/cache\/dunlin\/chromium-\d[\d.]*\/chromium$/)
    assert.deepStrictEqual(readdirSync(join(cache, "dunlin")).length, 1)
    assert.strictEqual(statSync(join(unpacked, "..")).mode & 0o777, 0o700)
    const { ino } = statSync(unpacked)
    assert.strictEqual(await find({ XDG_CACHE_HOME: cache }), unpacked)
    assert.strictEqual(statSync(unpacked).ino, ino)
  })

  it("starts with its own libraries and fonts", async () => {
    const folder = join(unpacked, "..")
    const { stdout } = await promisify(execFile)(unpacked, ["--version"], {
      env: { LD_LIBRARY_PATH: join(folder, "al2023/lib"), FONTCONFIG_FILE: join(folder, "fonts.conf") }
    })
    assert.match(stdout, /\d+\.\d+/)
  })

  it("is not used from a folder that other users can write", async () => {
    const open = join(root, "open")
    mkdirSync(join(open, "dunlin"), { recursive: true })
    chmodSync(join(open, "dunlin"), 0o777)
    // the first folder is open to everybody, and the home of the user is a file
    writeFileSync(join(root, "file"), "")
    const found = await find({ XDG_CACHE_HOME: open, HOME: join(root, "file") })
    assert.match(found, /\/dunlin-\d+\/chromium-[\d.]+\/chromium$/)
    assert.isEmpty(readdirSync(join(open, "dunlin")))
  })

  it("names the folders if every one is read-only", async () => {
    const file = join(root, "file")
    const found = await find({ XDG_CACHE_HOME: file, HOME: file, TMPDIR: file })
    assert.match(found, /^FAILED .*@sparticuz\/chromium is installed, .*make one of .*set XDG_CACHE_HOME/)
  })
})
