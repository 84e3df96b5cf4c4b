// Commands that look for a browser or another component on the machine.
import { Effect } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import { needing } from "../../common/test/components.ts"
import { freePort } from "../../common/test/freePort.ts"
import { runCommand } from "./commandLine.ts"
import { serve } from "./modelServer.ts"

const data = mkdtempSync(join(tmpdir(), "dunlin-components-"))
const ends: Array<() => unknown> = [() => rmSync(data, { recursive: true, force: true, maxRetries: 5 })]
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

const dunlin = (...args: ReadonlyArray<string>) => dunlinWith({}, ...args)

const dunlinWith = (settings: Record<string, string>, ...args: ReadonlyArray<string>) =>
  runCommand({ args, env: { PATH: process.env.PATH, HOME: process.env.HOME, DUNLIN_DATA: data, ...settings } })

const site = async (listener: RequestListener): Promise<string> => {
  const server = createServer((request, response) => {
    response.setHeader("content-type", "text/html")
    listener(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  ends.push(() => server.closeAllConnections(), () => server.close())
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe("dunlin doctor", { concurrent: false }, () => {
  it("reports what is installed, reachable, and wrong", async () => {
    const well = await dunlin("doctor")
    assert.strictEqual(well.code, 0, well.stdout)
    assert.match(well.stdout, /ok +runtime: Node \d+/)
    assert.match(well.stdout, /ok +package pg: /)
    assert.match(well.stdout, /missing +promise webhooks: webhooks are not signed/)
    assert.match(well.stdout, new RegExp(`ok +data folder: ${data}`))
    const server = createServer(() => {})
    // nobody else gets the port once the server has left it
    const port = await Effect.runPromise(freePort)
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve))
    const url = `http://secret:word@127.0.0.1:${port}`
    const listening = await dunlinWith({ DUNLIN_SEARXNG_URL: url, PATH: "/nowhere" }, "doctor", "--json")
    await new Promise((resolve) => server.close(resolve))
    const gone = await dunlinWith(
      { DUNLIN_SEARXNG_URL: url, DUNLIN_PROVIDRE: "x", DUNLIN_HOME: "/srv" },
      "doctor",
      "--json"
    )
    const about = `DUNLIN_SEARXNG_URL (127.0.0.1:${port})`
    assert.deepInclude(JSON.parse(listening.stdout), { about, state: "ok", message: "answers" })
    const tesseract = { about: "program tesseract", state: "missing" }
    assert.containsSubset(JSON.parse(listening.stdout), [tesseract])
    assert.deepInclude(JSON.parse(gone.stdout), { about, state: "wrong", message: "cannot be reached (ECONNREFUSED)" })
    assert.containsSubset(JSON.parse(gone.stdout), [
      { about: "DUNLIN_PROVIDRE", state: "wrong" },
      { about: "DUNLIN_HOME", state: "missing" }
    ])
    assert.deepInclude(gone, { code: 1, stderr: "dunlin: 2 checks failed\n" })
    assert.notInclude(listening.stdout + gone.stdout, "word")
  })

  it("reports early that the data folder cannot be created", async () => {
    // Nobody may write there, not even root.
    const { code, stdout } = await dunlinWith({ DUNLIN_DATA: "/proc/self/inside/data" }, "doctor")
    assert.strictEqual(code, 1)
    assert.match(
      stdout,
      /wrong +data folder: \/proc\/self\/inside\/data cannot be created, because \/proc\/self is not writable/
    )
  })

  it("asks the model of an index for the length of its vectors", async () => {
    using model = await serve()
    const settings = { DUNLIN_EMBEDDINGS_URL: `http://${model.host}/v1`, DUNLIN_EMBEDDINGS_MODEL: "small" }
    assert.match((await dunlinWith(settings, "doctor")).stdout, /embeddings: small, vectors of 5 numbers/)
  })

  it("reports a missing browser once", async () => {
    const { code, stdout } = await dunlinWith({ DUNLIN_BROWSER: "/nope" }, "doctor")
    assert.strictEqual(code, 1)
    assert.deepStrictEqual(stdout.match(/.*browser:.*|.*DUNLIN_BROWSER.*/gi), [
      "wrong    DUNLIN_BROWSER: no executable file exists at this path"
    ])
  })
})

describe("commands with a browser", { concurrent: false, ...needing("Chromium") }, () => {
  it("writes each screenshot to a new file", async () => {
    const target = await site((_, response) => {
      response.end("<title>Tern</title><main><h1>Tern</h1><p>A tern dives for fish from five metres.</p></main>")
    })
    const output = join(data, "shots")
    const shoot = () => dunlin("scrape", `http://${target}/`, "-f", "screenshot", "-o", output, "--allow", target)
    const first = await shoot()
    assert.strictEqual(first.stdout, `${join(output, "127.0.0.1-screenshot.png")}\n`, first.stderr)
    assert.strictEqual((await shoot()).stdout, `${join(output, "127.0.0.1-screenshot-2.png")}\n`)
    assert.strictEqual((await readFile(join(output, "127.0.0.1-screenshot.png"))).toString("latin1", 1, 4), "PNG")
  })

  it("--mobile requests the page as a mobile browser does", async () => {
    const host = await site((request, response) => {
      response.end(`<title>Waders</title><main><p>${request.headers["user-agent"]?.includes("Mobile")}</p></main>`)
    })
    const scrape = async (flag: string) => {
      const { code, stderr, stdout } = await dunlin(
        "scrape",
        `http://${host}/`,
        "--max-age",
        "0s",
        "--allow",
        host,
        flag
      )
      assert.strictEqual(code, 0, stderr)
      return stdout
    }
    assert.include(await scrape("--mobile"), "true")
    assert.include(await scrape("--no-mobile"), "false")
  })
})
