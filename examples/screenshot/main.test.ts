import { assert, it } from "@effect/vitest"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { needing } from "../../packages/common/test/components.ts"
import { program } from "./main.ts"

it("writes a picture of the page", needing("Chromium"), async () => {
  const folder = mkdtempSync(join(tmpdir(), "screenshot-"))
  const site = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/html" })
    response.end(
      "<title>before</title><button onclick=\"document.title='after'\">Go</button><div style='height:2000px'>"
    )
  }).listen(0, "127.0.0.1")
  try {
    await new Promise((resolve) => site.once("listening", resolve))
    const target = `127.0.0.1:${(site.address() as AddressInfo).port}`
    const file = join(folder, "page.png")
    assert.deepStrictEqual(await program(`http://${target}/`, file, [target]), {
      contentType: "image/png",
      title: "after"
    })
    const png = readFileSync(file)
    assert.strictEqual(png.toString("latin1", 1, 4), "PNG")
    // width and height of the header: the whole page, not the window
    assert.deepStrictEqual([png.readUInt32BE(16), png.readUInt32BE(20) > 2000], [1280, true])
  } finally {
    site.close()
    rmSync(folder, { recursive: true })
  }
})
