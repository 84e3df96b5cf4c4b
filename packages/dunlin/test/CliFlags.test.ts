import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { runCommand, startCommand } from "./commandLine.ts"

const data = mkdtempSync(join(tmpdir(), "dunlin-flags-"))

const page = `<title>Waders</title>
<body><header><nav><a href="/a">Home</a> <a href="/b">About</a> <a href="/c">Imprint</a></nav></header>
<main><h1>Waders</h1><p class="bird">The sanderling runs along the waves, and it has no hind toe at all.</p>
<p class="who">Ask ann@example.com about the sanderling when the tide is out in the morning.</p></main></body>`

/** What an engine was asked, and how often a page was. */
const asked: Array<Record<string, unknown>> = []
let pages = 0

const engine = createServer((request, response) => {
  void text(request).then((body) => {
    const question = JSON.parse(body) as Record<string, unknown>
    asked.push(question)
    // one question is never answered
    if (question.q === "silence") return
    response.writeHead(200, { "content-type": "application/json" })
    response.end(JSON.stringify({
      organic: [
        { link: "https://example.com/waders", title: "Waders", snippet: "Without a hind toe" },
        { link: "https://elsewhere.example/", title: "Elsewhere", snippet: "Without a hind toe" }
      ]
    }))
  })
})

const site = createServer((request, response) => {
  if (request.url === "/robots.txt") return response.writeHead(404).end()
  pages++
  if (request.url === "/gone") return response.writeHead(404, { "content-type": "text/plain" }).end("gone")
  if (request.url === "/broken") return request.socket.destroy()
  response.writeHead(200, { "content-type": "text/html" })
  response.end(page)
})

const listen = async (server: Server) => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

let host = ""
let settings: Record<string, string> = {}

const given = (args: ReadonlyArray<string>, stdin = "") => ({
  args,
  env: { PATH: process.env.PATH, HOME: process.env.HOME, DUNLIN_DATA: data, ...settings },
  stdin
})

const dunlin = (...args: Parameters<typeof given>) => runCommand(given(...args))

beforeAll(async () => {
  const url = await listen(engine)
  host = await listen(site)
  settings = {
    DUNLIN_SERPER_URL: `http://${url}`,
    DUNLIN_SERPER_KEY: "key",
    DUNLIN_EGRESS_ALLOW: `${url},${host}`
  }
})

afterAll(() => {
  for (const server of [engine, site]) {
    server.closeAllConnections()
    server.close()
  }
  rmSync(data, { recursive: true, force: true, maxRetries: 5 })
})

describe("flags of a search", { concurrent: false }, () => {
  it("--provider, --country, --location, --tbs, and --limit reach the engine", async () => {
    asked.length = 0
    const where = ["--country", "FR", "--location", "Paris, France"]
    const found = await dunlin(["search", "waders", "--provider", "serper", ...where, "--tbs", "qdr:w", "-n", "1"])
    assert.strictEqual(found.code, 0, found.stderr)
    assert.deepInclude(asked[0], { q: "waders", gl: "fr", tbs: "qdr:w" })
    assert.match(String(asked[0]?.location), /Paris/)
    assert.include(found.stdout, "1. Waders")
    assert.notInclude(found.stdout, "Elsewhere")
  })

  it("--include-domains and --exclude-domains apply to any answer of the engine", async () => {
    const only = await dunlin([
      "search",
      "waders",
      "--provider",
      "serper",
      "--include-domains",
      "example.com",
      "--json"
    ])
    const without = await dunlin([
      "search",
      "waders",
      "--provider",
      "serper",
      "--exclude-domains",
      "example.com",
      "--json"
    ])
    const urls = ({ stdout }: { readonly stdout: string }) => JSON.parse(stdout).data.web.map((hit: any) => hit.url)
    assert.deepStrictEqual(urls(only), ["https://example.com/waders"])
    assert.deepStrictEqual(urls(without), ["https://elsewhere.example/"])
  })

  it("--timeout stops a search without a response", async () => {
    const { code, stderr, stdout } = await startCommand(
      given(["search", "silence", "--provider", "serper", "--timeout", "1s"])
    )
    assert.deepInclude({ code, stdout }, { code: 1, stdout: "" })
    assert.match(stderr, /^dunlin: the search timed out after 1000 ms$/im)
    assert.deepInclude(await dunlin(["search", "x", "--timeout", "soon"]), { code: 2 })
  })
})

describe("flags of a page", { concurrent: false }, () => {
  const scrape = async (...flags: ReadonlyArray<string>) => {
    const { code, stderr, stdout } = await dunlin(["scrape", `http://${host}/`, "--max-age", "0s", ...flags])
    assert.strictEqual(code, 0, stderr)
    return stdout
  }

  it("--no-only-main-content returns everything visible", async () => {
    assert.notInclude(await scrape("--only-main-content"), "Imprint")
    assert.include(await scrape("--no-only-main-content"), "Imprint")
  })

  it("--include-tags and --exclude-tags select elements", async () => {
    const one = await scrape("--include-tags", ".bird,h1")
    assert.include(one, "hind toe")
    assert.notInclude(one, "ann@")
    assert.notInclude(await scrape("--exclude-tags", ".bird"), "hind toe")
  })

  it("--redact replaces personal data, --formats selects the output", async () => {
    assert.include(await scrape("--redact"), "<EMAIL>")
    assert.include(await scrape("--formats", "links", "--no-only-main-content"), `http://${host}/a`)
  })

  it("--max-age sets the accepted age of a cached page", async () => {
    await dunlin(["scrape", `http://${host}/kept`, "--max-age", "1h"])
    const before = pages
    await dunlin(["scrape", `http://${host}/kept`, "--max-age", "1h"])
    assert.strictEqual(pages, before)
    await dunlin(["scrape", `http://${host}/kept`, "--max-age", "0s"])
    assert.strictEqual(pages, before + 1)
  })
})

describe("crawls and batches", { concurrent: false }, () => {
  const closed = "http://127.0.0.1:9/"

  it.each(["crawl", "batch"])("a %s fails if no page could be read, with the reason", async (name) => {
    const { code, stderr, stdout } = await dunlin([name, closed])
    assert.deepInclude({ code, stdout }, { code: 1, stdout: "" })
    assert.match(stderr, /failed http:\/\/127\.0\.0\.1:9\/: the destination is not allowed/)
    assert.match(stderr, /^dunlin: the page could not be read$/m)
  })

  it("succeed if one page was read", async () => {
    const batch = await dunlin(["batch", `http://${host}/`, closed])
    assert.strictEqual(batch.code, 0, batch.stderr)
    assert.lengthOf(batch.stdout.trim().split("\n"), 1)
    assert.include(batch.stderr, `failed ${closed}: `)
    assert.strictEqual((await dunlin(["crawl", `http://${host}/`, "--limit", "1"])).code, 0)
  })
})

describe("pages of a scrape", { concurrent: false }, () => {
  it("are arguments, lines of a file, and lines of stdin, and failures are reported", async () => {
    const file = join(data, "urls.txt")
    writeFileSync(file, `# waders\nhttp://${host}/two\n\nhttp://${host}/broken\n`)
    const { code, stderr, stdout } = await startCommand(
      given(["scrape", `http://${host}/one`, "-", "--file", file], `http://${host}/three\n`)
    )
    const read = [...stdout.matchAll(/^<!-- (.*) -->$/gm)].map(([, url]) => url)
    assert.deepStrictEqual(read, ["one", "three", "two"].map((name) => `http://${host}/${name}`))
    assert.strictEqual(stdout.split("# Waders").length, 4)
    assert.match(stderr, /^dunlin: http:\/\/127\.0\.0\.1:\d+\/broken: .+$/m)
    assert.strictEqual(code, 1)
  })

  it("are one line of JSON each with --json", async () => {
    const { stdout } = await dunlin(["scrape", "-", "--json"], `http://${host}/1\nhttp://${host}/2\n`)
    const documents = stdout.trim().split("\n").map((line) => JSON.parse(line))
    assert.deepStrictEqual(documents.map(({ metadata }) => metadata.url), [`http://${host}/1`, `http://${host}/2`])
  })

  it("are required", async () => {
    assert.deepInclude(await dunlin(["scrape"]), {
      code: 2,
      stderr: "dunlin: scrape: give a URL, a file, --file with a list of URLs, or - for stdin\n"
    })
    assert.match((await dunlin(["scrape", "--file", "/no/such"])).stderr, /--file: \/no\/such cannot be read/)
  })
})
