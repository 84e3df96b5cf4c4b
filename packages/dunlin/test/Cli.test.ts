import { spawn } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { writeFile } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { program, runCommand, startCommand } from "./commandLine.ts"

const root = mkdtempSync(join(tmpdir(), "dunlin-cli-"))
const [empty, data, folder] = ["empty", "data", "site"].map((name) => join(root, name)) as [string, string, string]

const given = (settings: Record<string, string>, args: ReadonlyArray<string>) => ({
  args,
  env: { PATH: process.env.PATH, HOME: process.env.HOME, DUNLIN_DATA: data, ...settings }
})

const dunlin = (...args: ReadonlyArray<string>) => dunlinWith({}, ...args)

const dunlinWith = (settings: Record<string, string>, ...args: ReadonlyArray<string>) =>
  runCommand(given(settings, args))

/** In a process of its own. */
const startedWith = (settings: Record<string, string>, ...args: ReadonlyArray<string>) =>
  startCommand(given(settings, args))

beforeAll(async () => {
  for (const each of [empty, data, folder]) mkdirSync(each)
  await writeFile(join(folder, "errors.md"), "# Typed errors\n\nA typed error tells what can be done about it.\n")
  await writeFile(join(folder, "image.png"), "not text")
})

afterAll(() => rmSync(root, { recursive: true, force: true }))

describe("the command line", { concurrent: false }, () => {
  it("indexes a folder, and finds its documents", async () => {
    const indexed = await startedWith({}, "index", folder)
    assert.strictEqual(indexed.code, 0)
    // a slow machine has time for a line of progress
    assert.notMatch(indexed.stderr, /WARN|dunlin:/)
    assert.match(indexed.stderr, /skipped file:\/\/.*image\.png: files of this type are not supported/)
    assert.include(indexed.stdout, "1 added, 0 updated, 0 unchanged, 1 skipped")
    const found = await startedWith({}, "search", "typed error")
    assert.strictEqual(found.code, 0)
    assert.include(found.stdout, "1. Typed errors")
    assert.notInclude(found.stdout, "credits")
    const json = JSON.parse((await dunlin("search", "typed error", "--json")).stdout)
    assert.strictEqual(json.data.web[0].title, "Typed errors")
    const mistyped = await dunlinWith({ DUNLIN_PROVIDERS: "brave" }, "search", "typed error", "--json")
    assert.deepInclude(mistyped, { code: 2, stdout: "" })
    assert.include(mistyped.stderr, "dunlin: DUNLIN_PROVIDERS: unknown setting; rename it to DUNLIN_PROVIDER")
    const foreign = await dunlinWith({ DUNLIN_HOME: "/srv" }, "search", "typed error", "--json")
    assert.deepInclude(foreign, { code: 0 })
    assert.strictEqual(JSON.parse(foreign.stdout).data.web.length, 1)
    assert.match(foreign.stderr, /unknown setting, ignored.*DUNLIN_HOME/)
  })

  it("names the missing package of a store, with the command that installs it", async () => {
    // Node looks for another name, and finds nothing: the failure is its own.
    const hooks = `import { registerHooks } from "node:module"
      const absent = new Set(["pg", "redis"])
      registerHooks({
        resolve: (name, context, next) => next(absent.has(name) ? "not-installed-" + name : name, context)
      })`
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(hooks)}`
    for (
      const [variable, address, name, index] of [
        ["DUNLIN_DATABASE_URL", "postgres://127.0.0.1:1/x", "pg", "data"],
        ["DUNLIN_DATABASE_URL", "postgres://127.0.0.1:1/x", "pg", "database"],
        ["DUNLIN_REDIS_URL", "redis://127.0.0.1:1", "redis", "data"]
      ] as const
    ) {
      const settings = { NODE_OPTIONS, [variable]: address, DUNLIN_PORT: "0", DUNLIN_INDEX: index }
      const { code, stderr } = await startedWith(settings, "serve")
      assert.strictEqual(code, 2)
      assert.include(stderr, `dunlin: ${variable}: its package is not installed: npm install ${name}`)
    }
  })

  it("reports wrong usage in one line of stderr, with the help command", async () => {
    for (
      const [args, said] of [
        [["search", "x", "--foo"], /^dunlin search: Unrecognized flag: --foo .*dunlin search --help/],
        [["search"], /^dunlin search: Missing required argument: query .*--help/],
        [["serch"], /^dunlin: Unknown subcommand "serch".*search.*dunlin --help/]
      ] as const
    ) {
      const { code, stderr, stdout } = await startedWith({}, ...args)
      assert.strictEqual(code, 2)
      assert.strictEqual(stdout, "")
      assert.strictEqual(stderr.trimEnd().split("\n").length, 1)
      assert.match(stderr, said)
    }
  })

  it("reports what an interrupted index run stored", async () => {
    let asked = () => {}
    const second = new Promise<void>((resolve) => asked = resolve)
    const server = createServer((request, response) => {
      if (request.url === "/robots.txt" || request.url === "/sitemap.xml") return response.writeHead(404).end()
      // the second page never comes
      if (request.url !== "/") return asked()
      response.writeHead(200, { "content-type": "text/html" })
        .end("<title>Terns</title><main><h1>Terns</h1><p>A tern dives for fish.</p><a href='/b'>more</a></main>")
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const { port } = server.address() as AddressInfo
    const child = spawn(process.execPath, [
      program,
      "index",
      `http://127.0.0.1:${port}/`,
      "--allow",
      `127.0.0.1:${port}`,
      "--delay",
      "1ms"
    ], { env: { PATH: process.env.PATH, HOME: process.env.HOME, DUNLIN_DATA: join(root, "stopped") } })
    let said = ""
    child.stderr.setEncoding("utf8").on("data", (text) => said += text)
    const ended = new Promise((resolve) => child.once("close", resolve))
    await second
    child.kill("SIGINT")
    assert.strictEqual(await ended, 130)
    server.closeAllConnections()
    server.close()
    assert.match(said, /stopped: 1 pages read/)
  })

  it("indexes a site by its sitemap, and scrapes what it finds", async () => {
    const server = createServer((request, response) => {
      const origin = `http://${request.headers.host}`
      const body: Record<string, string> = {
        "/sitemap.xml":
          `<?xml version="1.0"?><urlset><url><loc>${origin}/a</loc></url><url><loc>${origin}/gone</loc></url></urlset>`,
        "/a":
          "<title>Terns</title><main><h1>Terns</h1><p>A tern dives for fish from five metres above the water.</p></main>"
      }
      const found = body[request.url ?? ""]
      response.writeHead(found === undefined ? 404 : 200, {
        "content-type": request.url?.endsWith(".xml") === true ? "application/xml" : "text/html"
      })
      response.end(found ?? "gone")
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    try {
      const indexed = await dunlin("index", `http://${host}/sitemap.xml`, "--allow", host)
      assert.include(indexed.stdout, "1 added")
      assert.include(indexed.stderr, `skipped http://${host}/gone: HTTP 404`)
      const found = await dunlin("search", "tern dives", "--formats", "markdown", "--allow", host)
      assert.include(found.stdout, "# Terns")
      const scraped = await dunlin("scrape", `http://${host}/a`, "--allow", host)
      assert.strictEqual(scraped.stdout, "# Terns\n\nA tern dives for fish from five metres above the water.\n")
      const explained = await dunlin("scrape", `http://${host}/a`, "--explain", "--allow", host)
      assert.match(explained.stdout, /^read by: http, sufficient\nmain part: .+\n\n(?:.*\n)*\+ A tern dives for fish/)
      assert.match(explained.stdout, /\d+ of \d+ blocks kept\n$/)
    } finally {
      server.close()
      server.closeAllConnections()
    }
  })

  it("lists, shows and deletes cached pages, by URL, host and age", async () => {
    const server = createServer((_, response) => response.end("<title>Knot</title><main><p>A wader.</p></main>"))
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    const own = ["--data", join(folder, "cache")]
    try {
      for (const path of ["one", "two"]) await dunlin("scrape", `http://${host}/${path}`, "--allow", host, ...own)
    } finally {
      server.close()
      server.closeAllConnections()
    }
    const listed = async (...flags: ReadonlyArray<string>) =>
      (JSON.parse((await dunlin("cache", "list", "--json", ...flags, ...own)).stdout) as Array<
        { readonly url: string }
      >)
        .map(({ url }) => new URL(url).pathname).sort()
    const one = `http://${host}/one`
    assert.deepStrictEqual(await listed(), ["/one", "/two"])
    assert.deepStrictEqual(await listed("--url", one), ["/one"])
    assert.deepStrictEqual(await listed("--host", "example.com"), [])
    assert.deepStrictEqual(await listed("--older-than", "1h"), [])
    assert.match((await dunlin("cache", "list", ...own)).stdout, /^\d{4}-\d\d-\d\dT[\d:]+Z\t200\t1 kB\thttp:/)
    assert.include((await dunlin("cache", "show", `${one}#part`, ...own)).stdout, one)
    assert.match((await dunlin("cache", "stats", ...own)).stdout, /^2 pages, /)
    assert.deepInclude(await dunlin("cache", "purge", ...own), { code: 2 })
    assert.deepInclude(await dunlin("cache", "purge", "--older-than", "3y", ...own), { code: 2 })
    assert.include((await dunlin("cache", "purge", "--url", one, ...own)).stdout, "1 deleted")
    assert.deepStrictEqual(await listed(), ["/two"])
    assert.include((await dunlin("cache", "purge", "--all", ...own)).stdout, "1 deleted")
    assert.include((await dunlin("cache", "list", ...own)).stdout, "Nothing is kept.")
  })

  it("lists places", async () => {
    const { stdout } = await dunlin("locations", "--country", "is")
    assert.include(stdout.split("\n"), "Reykjavík, Capital Region, Iceland")
    assert.isTrue(stdout.trim().split("\n").every((name) => name.endsWith("Iceland")))
    const json = JSON.parse((await dunlin("locations", "--country", "IS", "--json")).stdout)
    assert.deepStrictEqual(json[0], { name: "Iceland", country: "IS" })
    assert.deepInclude(await dunlin("locations", "--country", "zz"), { code: 2 })
  })

  it.each([
    [["search", "x", "--limit", "1000"], 2, "limit: expected an integer from 1 to 100, got 1000"],
    [["search", "x", "--source", "wob"], 2, "sources[0]: expected a source: web, images or news"],
    [["search", "x", "--tbs", "qdr:q"], 2, "tbs: expected a time filter"],
    [["index", "/no/such/folder"], 2, "/no/such/folder cannot be indexed"],
    [["index", empty], 2, "it contains no .html, .htm, .xhtml, .pdf, .docx"],
    [["index", ".", "--limit", "0"], 2, "limit: expected an integer from 1 to 1000000"],
    [["index", ".", "--depth", "-1"], 2, "depth: expected an integer from 0 to 1000"],
    [["index", ".", "--delay", "soon"], 2, "a duration such as 500ms or 2s"],
    [["index", ""], 2, "the value is empty"],
    [["search", "x", "--allow", "y"], 2, "--allow: \"y\". Expected: a target host:port"],
    [["search", "x", "--allow", "y:65536"], 2, "--allow: \"y:65536\". Expected: a target host:port"],
    [
      ["search", "x", "--timeout", "-5s"],
      2,
      "dunlin search: --timeout: expected a value, got -5s; write --timeout=-5s for a value that begins with a hyphen (see"
    ],
    [["scrape", "https://site.example/", "--formats", "highlights"], 2, "{ type: \"highlights\", query }"],
    [["scrape", "ftp://example.com/"], 2, "url: expected an http or https URL"],
    [["scrape", "http://127.0.0.1:9/"], 1, "the destination is not allowed"],
    [
      ["scrape", "https://site.example/", "--explain", "--redact"],
      2,
      "--explain shows the unredacted text of the page"
    ],
    [["frobnicate"], 2, "Unknown subcommand"]
  ])("explains %o and exits with %i", async (args, code, message) => {
    const result = await dunlin(...args)
    assert.strictEqual(result.code, code)
    assert.include(result.stderr, message)
    assert.notInclude(result.stderr, "    at ")
  })

  it("names an invalid setting, and exits with 2", async () => {
    const { code, stderr } = await startedWith({ DUNLIN_PROVIDER: "altavista" }, "search", "x")
    assert.strictEqual(code, 2)
    assert.match(
      stderr,
      /^dunlin: DUNLIN_PROVIDER: unknown provider "altavista"; expected one of local, searxng[^\n]+\n$/
    )
  })

  it("prints help and completions", async () => {
    const help = await startedWith({}, "--help")
    assert.strictEqual(help.code, 0)
    for (const name of ["search", "scrape", "index", "serve", "cache", "locations"]) assert.include(help.stdout, name)
    assert.include((await dunlin("--completions", "bash")).stdout, "dunlin")
  })

  it("names the folder that cannot be created", async () => {
    const { code, stderr } = await dunlin("search", "tern", "--data", "/proc/dunlin/data")
    assert.strictEqual(code, 2)
    assert.match(stderr, /^dunlin: DUNLIN_DATA: the folder cannot be created/)
  })

  it("names the folder that cannot be written", async () => {
    // Nobody may write there, not even root.
    const { code, stderr } = await dunlin("search", "tern", "--data", "/proc/self")
    assert.strictEqual(code, 2)
    assert.match(stderr, /^dunlin: DUNLIN_DATA: the folder cannot be written/)
  })
})
