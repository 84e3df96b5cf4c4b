import { afterAll, assert, describe, it } from "@effect/vitest"
import { execFileSync } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const folder = mkdtempSync(join(tmpdir(), "dunlin-code-test-"))
afterAll(() => rmSync(folder, { recursive: true }))

const codeCache = fileURLToPath(new URL("../src/internal/process/codeCache.ts", import.meta.url))

/** Loads a module in a process of its own, as a parser process does, and says what came of it. */
const load = (module: string, cache: string | undefined): { readonly stored: boolean; readonly said: string } => {
  const program = `
    const cache = await import(${JSON.stringify(codeCache)})
    const module = await cache.load(${JSON.stringify(module)})
    const said = module.greet("Ada") + " " + module.answer + " " + module.here.startsWith("file:")
    const stored = !cache.isIncomplete()
    cache.store()
    console.log(JSON.stringify({ stored, said }))`
  return JSON.parse(execFileSync(process.execPath, ["--no-warnings", "--input-type=module", "--eval", program], {
    encoding: "utf8",
    env: cache === undefined ? {} : { NODE_COMPILE_CACHE: cache }
  }))
}

const write = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const source = `const greet = (name) => "Hello " + name
const number = 42, here = import.meta.url
export { greet, number as answer, here };
`

const storedFile = (cache: string, name: string): string => {
  const found = readdirSync(cache, { recursive: true, encoding: "utf8" }).find((path) => path.includes(`${name}.`))
  return join(cache, found!)
}

describe("code of parser processes", () => {
  it("is compiled once, and unchanged when it is read from the folder", () => {
    const module = write("greet.mjs", source)
    const cache = join(folder, "once")
    const said = "Hello Ada 42 true"
    assert.deepStrictEqual(load(module, cache), { stored: false, said })
    assert.deepStrictEqual(load(module, cache), { stored: true, said })
  })

  it("is compiled again if the module changes, or the stored code is damaged", () => {
    const module = write("change.mjs", source)
    const cache = join(folder, "change")
    load(module, cache)
    const path = storedFile(cache, "change.mjs")
    const bytes = readFileSync(path)
    bytes[bytes.length >> 1]! ^= 0xff
    writeFileSync(path, bytes)
    assert.isFalse(load(module, cache).stored)
    assert.isTrue(load(module, cache).stored)
    write("change.mjs", source.replace("Hello", "Howdy"))
    assert.deepStrictEqual(load(module, cache), { stored: false, said: "Howdy Ada 42 true" })
  })

  it("is imported directly if it cannot be a script, or there is no folder", () => {
    const module = write(
      "imports.mjs",
      `import { sep } from "node:path"\nexport const answer = sep.length\n` +
        "export const greet = (name) => name\nexport const here = import.meta.url\n"
    )
    assert.strictEqual(load(module, join(folder, "imports")).said, "Ada 1 true")
    assert.strictEqual(load(write("plain.mjs", source), undefined).said, "Hello Ada 42 true")
  })
})
