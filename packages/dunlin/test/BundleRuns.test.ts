/** A bundle in a folder without packages. */
import { execFile } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, assert, it } from "vitest"
import { inOneFile } from "./oneFile.ts"

const folder = mkdtempSync(join(tmpdir(), "dunlin-bundle-"))
const server = createServer((_request, response) => {
  response.setHeader("content-type", "text/html").end(
    "<title>Waders</title><main><h1>Waders</h1><p>The sanderling runs along the edge of the waves.</p></main>"
  )
})
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
const { port } = server.address() as AddressInfo
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

const program = `import { createClient } from "dunlin"
  const page = "http://127.0.0.1:${port}/waders"
  const client = createClient({ allow: ["127.0.0.1:${port}"] })
  const { markdown } = await client.scrape(page)
  await client.index([{ url: page, title: "Waders", text: markdown }])
  const { data } = await client.search("sanderling", { limit: 1 })
  console.log(JSON.stringify(data.web.map(({ title, url }) => ({ title, url }))))
  await client.close()`

it("scrapes, indexes and searches without installed packages, and warns that the index has no thread", async () => {
  const { code } = await inOneFile(program)
  const file = join(folder, "program.mjs")
  writeFileSync(file, code)
  const { stdout } = await promisify(execFile)(process.execPath, [file], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, DUNLIN_DATA: join(folder, "data") }
  })
  const lines = stdout.trim().split("\n")
  assert.include(lines[0], "The index runs on the main thread")
  assert.include(lines[0], "install the package next to the bundle")
  assert.deepStrictEqual(JSON.parse(lines.at(-1)!), [{ title: "Waders", url: `http://127.0.0.1:${port}/waders` }])
  assert.strictEqual(lines.length, 2)
})
