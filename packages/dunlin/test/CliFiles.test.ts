import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { runCommand, startCommand } from "./commandLine.ts"

const folder = mkdtempSync(join(tmpdir(), "dunlin-files-"))
const report = join(import.meta.dirname, "../../transformers/test/fixtures/office/word.docx")
const paper = join(import.meta.dirname, "../../../examples/demo/site/files/survey-protocol.pdf")

const given = (args: ReadonlyArray<string>) => ({
  args,
  cwd: folder,
  env: { PATH: process.env.PATH, HOME: process.env.HOME, DUNLIN_DATA: join(folder, "data") }
})

const dunlin = (...args: ReadonlyArray<string>) => runCommand(given(args))

beforeAll(() => {
  const page =
    "<title>Waders</title><nav><a href=/>Home</a></nav><main><h1>Waders</h1><p>Ask ann@example.com.</p></main>"
  writeFileSync(join(folder, "page.html"), page)
  writeFileSync(join(folder, "notes.md"), "# Notes\n\nOn *tides*.\n")
  writeFileSync(join(folder, "report.zip"), "PK\u0003\u0004 and so on")
  copyFileSync(report, join(folder, "report.docx"))
  copyFileSync(paper, join(folder, "paper.pdf"))
  mkdirSync(join(folder, "kb"))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe("dunlin scrape of files", () => {
  it("reads an office file, and names its parts without text", async () => {
    const { code, stderr, stdout } = await dunlin("scrape", "report.docx")
    assert.strictEqual(code, 0)
    assert.include(stdout, "| Dunlin | 48 g | 19 cm |")
    assert.match(stderr, /not in its text: headers and footers, 1 picture/)
  })

  it("reads a page by its path, name, or URL, with page options", async () => {
    const address = pathToFileURL(join(folder, "page.html")).href
    for (const target of ["./page.html", "page.html", address]) {
      const { code, stdout } = await dunlin("scrape", target, "--redact")
      assert.strictEqual(code, 0)
      assert.strictEqual(stdout, "# Waders\n\nAsk <EMAIL>.\n")
    }
  })

  it("prevents a page from reversing terminal lines, and explains invisible text", async () => {
    const text = "Low \u202ereversed\u202c wa\u200bter at noon."
    writeFileSync(join(folder, "kb", "turned.md"), `# Turned \u202etide\n\n${text}\n`)
    assert.strictEqual((await dunlin("index", "kb")).code, 0)
    const found = await dunlin("search", "reversed")
    assert.include(found.stdout, "Low reversed water at noon.")
    assert.include(found.stdout, "Turned tide")
    writeFileSync(join(folder, "turned.html"), `<main><h1>Tides</h1><p>${text}</p></main>`)
    const { stdout } = await dunlin("scrape", "turned.html", "--explain")
    assert.include(stdout, "Low \\u{202E}reversed\\u{202C} wa\\u{200B}ter at noon.")
    assert.notMatch(found.stdout + stdout, /[\u200b\u202a-\u202e]/)
  })

  it("explains which letters of a PDF it kept", async () => {
    const { code, stderr, stdout } = await startCommand(given(["scrape", "paper.pdf", "--explain"]))
    assert.strictEqual(code, 0)
    assert.notInclude(stderr, "rawHtml")
    assert.match(stdout, /^2 of 2 pages read completely\n\npage 1: (\d+) letters\n {2}\+ text: \d+\n/)
    assert.match(stdout, /^(\d+) of \1 letters kept$/m)
  })

  it("reads a page without the cache", async () => {
    writeFileSync(join(folder, "changing.html"), "<main><p>Low tide.</p></main>")
    assert.strictEqual((await dunlin("scrape", "changing.html")).stdout, "Low tide.\n")
    writeFileSync(join(folder, "changing.html"), "<main><p>High tide.</p></main>")
    assert.strictEqual((await dunlin("scrape", "changing.html")).stdout, "High tide.\n")
  })

  it("also works from the sources, without a bundle", async () => {
    const sources = join(import.meta.dirname, "../src/bin.ts")
    const { code, stdout } = await startCommand(given(["scrape", "notes.md", "paper.pdf"]), sources)
    assert.strictEqual(code, 0)
    assert.include(stdout, "# Survey protocol for tidal flats")
    assert.include(stdout, "<!-- notes.md -->\n\n# Notes\n\nOn *tides*.\n")
  })

  it("reads a PDF and Markdown, several at once", async () => {
    const { code, stdout } = await startCommand(given(["scrape", "./paper.pdf", "./notes.md"]))
    assert.strictEqual(code, 0)
    assert.include(stdout, "# Survey protocol for tidal flats")
    assert.include(stdout, "<!-- ./notes.md -->\n\n# Notes\n\nOn *tides*.\n")
  })

  it.each([
    ["./none.html", /none\.html: the file does not exist/],
    ["none.pdf", /none\.pdf: the file does not exist/],
    ["kb/nope.md", /nope\.md: the file does not exist/],
    ["kb", /kb: it is a folder; read folders with `dunlin index`/],
    ["file://elsewhere/a.html", /expected an http or https URL/],
    ["file:///a%2Fb.html", /expected an http or https URL/],
    [".", /: it is a folder; read folders with `dunlin index`/],
    [
      "./report.zip",
      /report\.zip: unsupported file type: only HTML, PDF, office files, EPUB, Markdown and other text can be read/
    ]
  ])("reports what is wrong with %s", async (target, why) => {
    const { code, stderr, stdout } = await dunlin("scrape", target)
    assert.strictEqual(code, 2)
    assert.strictEqual(stdout, "")
    assert.match(stderr, why)
  })

  it.each(["127.0.0.1:9", "127.0.0.1:9/page", "10.0.0.1:8080?q"])("treats %s as a URL", async (target) => {
    const { code, stderr } = await dunlin("scrape", target)
    assert.strictEqual(code, 1)
    assert.match(stderr, /the destination is not allowed/)
  })
})
