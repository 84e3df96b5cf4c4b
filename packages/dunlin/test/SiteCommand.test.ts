import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { searchBox } from "../../../.config/searchBox.mjs"
import { runCommand } from "./commandLine.ts"

const folder = mkdtempSync(join(tmpdir(), "dunlin-site-command-"))

const dunlin = (...args: ReadonlyArray<string>) =>
  runCommand({
    args,
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DUNLIN_DATA: join(folder, "data") }
  })

const put = (path: string, title: string, body: string) => {
  mkdirSync(join(folder, path, ".."), { recursive: true })
  writeFileSync(join(folder, path), `<!doctype html><title>${title}</title><main><h1>${title}</h1>${body}</main>`)
}

const startOf = (output: string) => JSON.parse(readFileSync(join(folder, output, "search.json"), "utf8"))

beforeAll(searchBox)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe("dunlin site", () => {
  it("writes the search into the site, explains how to include it, and replaces an earlier version", async () => {
    put("dist/index.html", "Pumps", "<p>All about pumps and valves.</p>")
    put("dist/guide/index.html", "Guide", "<h2 id=\"cleaning\">Cleaning</h2><p>Rinse the filter with water.</p>")
    put("dist/404.html", "Missing", "<p>This page does not exist.</p>")
    const first = await dunlin("site", "dist", "--base-url", "https://docs.example/v2")
    assert.strictEqual(first.code, 0, first.stderr)
    assert.match(first.stdout, /^2 pages are searchable, 1 skipped: \d+ files, \d+ kB, in dist\/search\n/)
    assert.include(first.stdout, `<script type="module" src="/v2/search/dunlin-search.js"></script>`)
    assert.include(first.stderr, "skipped https://docs.example/v2/404.html: it is excluded")
    const { base, root, version } = startOf("dist/search")
    assert.deepStrictEqual([base, root], ["https://docs.example/v2/", "../"])
    put("dist/new/index.html", "New", "<p>A new page about gaskets.</p>")
    const second = await dunlin("site", "dist", "--base-url", "https://docs.example/v2", "--json")
    assert.deepInclude(JSON.parse(second.stdout), {
      pages: 3,
      skipped: [{ url: "https://docs.example/v2/404.html", why: "it is excluded" }],
      folder: "dist/search"
    })
    const versions = readdirSync(join(folder, "dist/search")).filter((name) => name.startsWith("index-"))
    assert.deepStrictEqual(versions, [`index-${startOf("dist/search").version}`])
    assert.notInclude(versions, `index-${version}`)
  })

  it("needs no URL if the search is inside the site, and otherwise names what is missing", async () => {
    put("plain/a/one.html", "One", "<p>A page about gaskets.</p>")
    const inside = await dunlin("site", "plain", "--output", "plain/assets/find")
    assert.strictEqual(inside.code, 0, inside.stderr)
    assert.strictEqual(startOf("plain/assets/find").root, "../../")
    assert.include(inside.stdout, `src="/assets/find/dunlin-search.js"`)
    const outside = await dunlin("site", "plain", "--output", "elsewhere")
    assert.notStrictEqual(outside.code, 0)
    assert.include(outside.stderr, "--base-url is missing")
    const wrong = await dunlin("site", "plain", "--base-url", "docs.example")
    assert.strictEqual(wrong.code, outside.code)
    assert.include(wrong.stderr, "--base-url: expected an http(s) URL such as https://docs.example/, got docs.example")
    assert.notInclude(wrong.stderr, "    at ")
  })

  it("fails if there is nothing to search, or a file cannot be written, and names it", async () => {
    mkdirSync(join(folder, "empty"))
    const empty = await dunlin("site", "empty")
    assert.notStrictEqual(empty.code, 0)
    assert.include(empty.stderr, "empty")
    put("blocked/one.html", "One", "<p>A page about gaskets.</p>")
    writeFileSync(join(folder, "blocked/search"), "a file")
    const blocked = await dunlin("site", "blocked")
    assert.strictEqual(blocked.code, 1)
    assert.match(blocked.stderr, /blocked\/search\/.* cannot be written/)
  })
})
