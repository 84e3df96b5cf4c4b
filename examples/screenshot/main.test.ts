import { assert, it } from "@effect/vitest"
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { program } from "./main.ts"

const installed = ["/usr/lib/chromium/chromium-headless-shell", "/usr/lib/chromium/chromium", "/usr/bin/google-chrome"]
  .some(existsSync)

it.skipIf(!installed && process.env.REQUIRE_REAL !== "1")(
  "writes a picture of the page (needs a Chromium)",
  async () => {
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
  }
)
