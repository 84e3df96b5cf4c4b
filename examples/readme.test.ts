import { execFile } from "node:child_process"
import { readFile, rm, writeFile } from "node:fs/promises"
import { promisify } from "node:util"
import { assert, it } from "vitest"

it("the first program of the README prints what the README says", async () => {
  const readme = await readFile(new URL("../README.md", import.meta.url), "utf8")
  const code = /```ts\n([\s\S]*?)```/.exec(readme)?.[1] ?? ""
  const output = /```text\n([\s\S]*?)```/.exec(readme)?.[1] ?? ""
  assert.include(code, "createClient")
  const file = new URL(`readme-${process.pid}.tmp.ts`, import.meta.url)
  await writeFile(file, code)
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [file.pathname])
    assert.strictEqual(stdout, output)
  } finally {
    await rm(file)
  }
})
