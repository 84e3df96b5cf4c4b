import { execFile } from "node:child_process"
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { assert, it } from "vitest"

it("the first program of the README prints what the README says", async () => {
  const readme = await readFile(new URL("../README.md", import.meta.url), "utf8")
  const code = /```ts\n([\s\S]*?)```/.exec(readme)?.[1] ?? ""
  const output = /```text\n([\s\S]*?)```/.exec(readme)?.[1] ?? ""
  assert.include(code, "createClient")
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
