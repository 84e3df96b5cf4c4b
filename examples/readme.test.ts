import { execFile } from "node:child_process"
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { assert, it } from "vitest"

/** The first program of a page, and what it is said to print. */
const firstOf = async (page: string) => {
  const text = await readFile(new URL(`../${page}`, import.meta.url), "utf8")
  const code = /```ts\n([\s\S]*?)```/.exec(text)?.[1] ?? ""
  assert.include(code, "createClient")
  return { code, output: /```text\n([\s\S]*?)```/.exec(text)?.[1] ?? "" }
}

it("the first program of the README prints what the README says", async () => {
  const { code, output } = await firstOf("README.md")
  const file = new URL(`readme-${process.pid}.tmp.ts`, import.meta.url)
  // a service that has installed the package; `npm run build` puts the pages there
  const service = await mkdtemp(join(tmpdir(), "dunlin-readme-"))
  try {
    await writeFile(file, code)
    await cp(
      fileURLToPath(new URL("demo/site/articles", import.meta.url)),
      join(service, "node_modules/dunlin/example"),
      {
        recursive: true
      }
    )
    const { stdout } = await promisify(execFile)(process.execPath, [file.pathname], { cwd: service })
    assert.strictEqual(stdout, output)
  } finally {
    await rm(file, { force: true })
    await rm(service, { recursive: true })
  }
})

it("who begins with the documentation begins with the same program", async () => {
  assert.deepStrictEqual(await firstOf("docs/tutorial/first-search.md"), await firstOf("README.md"))
})
