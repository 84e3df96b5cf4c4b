import { assert, describe, it } from "@effect/vitest"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"
import { start } from "./serverProcess.ts"

const folder = mkdtempSync(join(tmpdir(), "dunlin-clips-"))
const ends: Array<() => unknown> = []
afterAll(async () => {
  for (const end of ends) await end()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

const serve = (listener: RequestListener): Promise<string> =>
  new Promise((resolve) => {
    const server = createServer(listener)
    server.listen(0, "127.0.0.1", () => {
      ends.push(() => server.closeAllConnections(), () => server.close())
      resolve(`127.0.0.1:${(server.address() as AddressInfo).port}`)
    })
  })

const listen = (body: string): Promise<string> =>
  serve((_, response) => {
    response.setHeader("content-type", "text/html")
    response.end(body)
  })

const page =
  "<!doctype html><title>Clip</title><main><h1>Clip</h1><p>A clip of a harbour, with the sound of the sea.</p></main>"

// Stands for yt-dlp: it loads what follows `?` of the address through the proxy, and says that was the sound.
const program = `#!${process.execPath}
const { request } = require("node:http")
const { writeFileSync } = require("node:fs")
const after = (name) => process.argv[process.argv.indexOf(name) + 1]
if (process.argv.includes("--version")) {
  console.log("2025.01.01")
} else {
  const proxy = new URL(process.env.http_proxy)
  const url = after("--").split("?")[1]
  const password = Buffer.from(proxy.username + ":" + proxy.password).toString("base64")
  const headers = { host: new URL(url).host, "proxy-authorization": "Basic " + password }
  const sent = request({ host: proxy.hostname, port: proxy.port, path: url, headers }, (answer) => {
    let body = ""
    answer.on("data", (chunk) => body += chunk)
    answer.on("end", () => writeFileSync(after("--paths") + "/media.mp3", body))
  })
  sent.on("error", () => process.exit(1))
  sent.end()
}
`

const scrape = async (url: string, body: object): Promise<any> => {
  const response = await fetch(`${url}/v2/scrape`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body)
  })
  return await response.json()
}

describe("a server with audio formats", () => {
  it("returns a link, and lets the program reach only what pages can", async () => {
    const executable = join(folder, "yt-dlp")
    writeFileSync(executable, program, { mode: 0o755 })
    const site = await listen(page)
    const closed = await listen("a secret")
    const server = await start({
      DUNLIN_DATA: mkdtempSync(join(folder, "data-")),
      DUNLIN_EGRESS_ALLOW: site,
      DUNLIN_YT_DLP: executable,
      DUNLIN_FFMPEG: process.execPath
    })
    ends.push(() => server.stop("SIGKILL"))
    const given = await scrape(server.url, { url: `http://${site}/?http://${site}/sound`, formats: ["audio"] })
    const audio: string = given.data?.audio ?? JSON.stringify(given)
    const link = URL.parse(audio)
    assert.isNotNull(link, audio)
    const file = await fetch(server.url + link!.pathname + link!.search)
    assert.strictEqual(file.headers.get("content-type"), "audio/mpeg")
    assert.strictEqual(await file.text(), page)
    const refused = await scrape(server.url, {
      url: `http://${site}/?http://${closed}/`,
      formats: ["markdown", "audio"]
    })
    assert.isUndefined(refused.data?.audio)
    assert.include(refused.data?.markdown, "harbour")
    assert.include(refused.data?.warning, "the media could not be downloaded")
  })

  it("extracts the video of a page without a program, and only from allowed addresses", async () => {
    const clip = Buffer.concat([Buffer.from("\0\0\0\x18ftypisom"), Buffer.alloc(3000, 7)])
    let closed = 0
    const inner = await serve((_, response) => {
      closed++
      response.end(clip)
    })
    const site = await serve((request, response) => {
      if (request.url === "/clip.mp4") return void response.end(clip)
      if (request.url === "/moved.mp4") return void response.writeHead(302, { location: `http://${inner}/` }).end()
      const name = request.url === "/moved" ? "moved.mp4" : "clip.mp4"
      response.setHeader("content-type", "text/html")
      response.end(page.replace("</main>", `<video controls src="/${name}"></video></main>`))
    })
    const server = await start({
      DUNLIN_DATA: mkdtempSync(join(folder, "data-")),
      DUNLIN_EGRESS_ALLOW: site,
      DUNLIN_YT_DLP: join(folder, "nowhere"),
      DUNLIN_FFMPEG: join(folder, "nowhere")
    })
    ends.push(() => server.stop("SIGKILL"))
    const taken = await scrape(server.url, { url: `http://${site}/`, formats: ["video"] })
    const link = URL.parse(taken.data?.video ?? "")
    assert.isNotNull(link, JSON.stringify(taken))
    const file = await fetch(server.url + link!.pathname + link!.search)
    assert.strictEqual(file.headers.get("content-type"), "video/mp4")
    assert.deepEqual(Buffer.from(await file.arrayBuffer()), clip)
    assert.strictEqual(taken.data?.metadata?.creditsUsed, 5)
    const refused = await scrape(server.url, { url: `http://${site}/moved`, formats: ["video"] })
    assert.include(refused.data?.warning, "the media could not be downloaded")
    assert.strictEqual(closed, 0)
    const sound = await scrape(server.url, { url: `http://${site}/`, formats: ["audio"] })
    assert.include(sound.data?.warning, "ffmpeg is missing; install it, or set DUNLIN_FFMPEG")
  })

  it("names the missing program", async () => {
    const site = await listen(page)
    const server = await start({
      DUNLIN_DATA: mkdtempSync(join(folder, "data-")),
      DUNLIN_EGRESS_ALLOW: site,
      DUNLIN_YT_DLP: join(folder, "nowhere")
    })
    ends.push(() => server.stop("SIGKILL"))
    const { data } = await scrape(server.url, { url: `http://${site}/`, formats: ["video"] })
    assert.include(data?.warning, "yt-dlp is missing; install it, or set DUNLIN_YT_DLP")
  })
})
