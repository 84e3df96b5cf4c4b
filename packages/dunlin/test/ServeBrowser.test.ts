import { assert, describe, it } from "@effect/vitest"
import { needing } from "../../common/test/components.ts"
import { isRunning, startedBy } from "../../common/test/processes.ts"
import { call, serving } from "./serving.ts"

const { run, site } = serving()

describe("dunlin serve with a browser", needing("Chromium"), () => {
  it("stops at a second signal although its browser hangs, and leaves no browser", async () => {
    const address = await site()
    const server = await run({ DUNLIN_EGRESS_ALLOW: address })
    const page = { url: `http://${address}/page`, formats: ["markdown"], waitFor: 1 }
    assert.strictEqual((await call(server, "/v2/scrape", page)).status, 200)
    const left = startedBy([server.pid]).flatMap(({ command, pid }) => command.includes("chrom") ? [pid] : [])
    assert.isNotEmpty(left)
    for (const pid of left) process.kill(pid, "SIGSTOP")
    const ended = server.stop("SIGTERM")
    await server.stopsListening()
    const again = setInterval(() => void server.stop("SIGTERM"), 300)
    assert.strictEqual(await ended, 0)
    clearInterval(again)
    while (left.some(isRunning)) await new Promise((resolve) => setTimeout(resolve, 20))
  })

  it("links to its files on its actual port", async () => {
    const address = await site()
    const server = await run({ DUNLIN_EGRESS_ALLOW: address })
    const { body } = await call(server, "/v2/scrape", { url: `http://${address}/page`, formats: ["screenshot"] })
    const picture = await fetch(body.data.screenshot)
    assert.strictEqual(picture.status, 200)
    assert.strictEqual(picture.headers.get("content-type"), "image/png")
  })
})
