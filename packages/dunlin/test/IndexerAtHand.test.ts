import type { LocalIndex } from "@dunlin/providers"
import { createClient } from "dunlin"
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "vitest"
import { failureOf } from "./failureOf.ts"
import { found, origin, page } from "./indexPages.ts"

/** A PDF of one page with one line, and without a title. */
const untitledPdf = (line: string): string => {
  const content = `BT /F1 12 Tf 72 720 Td (${line}) Tj ET`
  return [
    "%PDF-1.4",
    "1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj",
    "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj",
    "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj",
    `4 0 obj<</Length ${content.length}>>stream\n${content}\nendstream endobj`,
    "5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj",
    "trailer<</Root 1 0 R/Size 6>>",
    "%%EOF"
  ].join("\n")
}

describe("indexing documents and folders", () => {
  it("reports every invalid document", async () => {
    await using client = createClient()
    const documents = [
      {},
      { url: "https://a.example/", title: "Kept", text: "words" },
      { url: "nowhere", title: "", text: "" },
      { url: "https://a.example/2", text: "words" },
      null
    ]
    const { added, skipped } = await client.index(documents as unknown as ReadonlyArray<never>)
    assert.strictEqual(added, 1)
    assert.deepStrictEqual(skipped, [
      { url: "document 1", why: "its url is not an absolute URL" },
      { url: "document 3", why: "its url is not an absolute URL" },
      { url: "document 4", why: "its title is not a string" },
      { url: "document 5", why: "it is not an object" }
    ])
  })

  it("reports an empty target", async () => {
    await using client = createClient()
    const nothing = async function*(): AsyncGenerator<LocalIndex.IndexDocument> {}
    for (const target of [[], new Set<LocalIndex.IndexDocument>(), nothing()]) {
      const error = await failureOf(() => client.index(target))
      assert.deepInclude(error, { _tag: "InvalidTarget", target: "the documents" })
      assert.match(error.message, /there are none/)
    }
  })

  it("suggests the intended name of a field", async () => {
    await using client = createClient()
    const url = "https://a.example/"
    const documents = [
      { url, titel: "t", text: "words" },
      { URL: url, title: "t", text: "words" },
      { url, title: "t", tetx: "words", language: "en" },
      { url, title: 7, titel: "t", text: "words" },
      { url, name: "t", text: "words" },
      { url, title: "t", text: "words" }
    ]
    const { skipped } = await client.index(documents as unknown as ReadonlyArray<never>)
    assert.deepStrictEqual(skipped.map(({ why }) => why), [
      "its title is not a string; did you mean title by titel?",
      "its url is not an absolute URL; did you mean url by URL?",
      "its text is not a string; did you mean text by tetx?",
      "its title is not a string",
      "its title is not a string"
    ])
  })

  it("suggests the intended name of a document's field, and accepts custom fields", async () => {
    await using client = createClient()
    const url = (name: string) => `https://a.example/${name}`
    const documents: ReadonlyArray<LocalIndex.IndexDocument & Record<string, unknown>> = [
      { url: url("a"), title: "a", text: "words", publishdAt: "2024-05-06" },
      { url: url("b"), title: "b", text: "words", published: "2024-05-06", id: 7, tags: ["x"] },
      { url: url("c"), title: "c", text: "words", date: "2024-05-06" },
      { url: url("d"), title: "d", text: "words", date: "today", publishedAt: "2024-05-06" }
    ]
    const summary = await client.index(documents)
    assert.deepInclude(summary, { added: 4 })
    const why = (key: string) =>
      `indexed without ${key}, because documents have no such field; did you mean publishedAt?`
    assert.deepStrictEqual(summary.skipped, [
      { url: url("a"), why: why("publishdAt") },
      { url: url("b"), why: why("published") },
      { url: url("c"), why: why("date") }
    ])
  })

  it("skips a binary file with a text extension", async () => {
    const folder = await mkdtemp(join(tmpdir(), "dunlin-bytes-"))
    try {
      await using client = createClient()
      await writeFile(join(folder, "bin.md"), Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)))
      await writeFile(join(folder, "wide.md"), Buffer.from("\ufeff# Wide words\n\nOf two bytes.", "utf16le"))
      const summary = await client.index(folder)
      assert.deepInclude(summary, { added: 1 })
      assert.match(summary.skipped[0]?.url ?? "", /bin\.md$/)
      assert.match(summary.skipped[0]?.why ?? "", /it is not text/)
      assert.lengthOf(await found(client, "wide"), 1)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  it("accepts an async iterable, and fails with its error", async () => {
    await using client = createClient()
    async function* documents(fails: boolean) {
      yield { url: "https://a.example/", title: "One", text: "words" }
      if (fails) throw new Error("the source is dry")
    }
    assert.deepInclude(await client.index(documents(false)), { added: 1 })
    assert.include((await failureOf(() => client.index(documents(true)))).message, "the source is dry")
  })

  it("reads a folder, and reports what it looked for if nothing is there", async () => {
    const folder = await mkdtemp(join(tmpdir(), "dunlin-folder-"))
    try {
      await using client = createClient()
      const empty = await failureOf(() => client.index(folder))
      assert.strictEqual(empty._tag, "InvalidTarget")
      assert.include(empty.message, "it contains no .html, .htm, .xhtml, .pdf, .docx")
      await mkdir(join(folder, "sub"))
      await writeFile(join(folder, "a.html"), page("alpha"))
      await writeFile(join(folder, "sub", "b.md"), "# Beta\n\nWords about beta.")
      await writeFile(join(folder, "broken.pdf"), "%PDF-1.4 no more")
      const summary = await client.index(folder)
      assert.deepInclude(summary, { added: 2 })
      assert.match(summary.skipped[0]?.url ?? "", /^file:\/\/.*broken\.pdf$/)
      assert.lengthOf(await found(client, "words"), 2)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  it.each(["", "  "])("rejects the target %j instead of reading the working directory", async (target) => {
    await using client = createClient()
    const error = await failureOf(() => client.index(target))
    assert.strictEqual(error._tag, "InvalidTarget")
    assert.include(error.message, "the value is empty")
  })

  it("titles a file by its heading, first line, or name, never by its path", async () => {
    const folder = await mkdtemp(join(tmpdir(), "dunlin-untitled-"))
    try {
      await using client = createClient()
      await writeFile(join(folder, "a.html"), "<main><h1>Tides at noon</h1><p>The water rises slowly.</p></main>")
      await writeFile(join(folder, "b.html"), "<main><p>The water_rises at noon.</p><p>It falls later.</p></main>")
      await writeFile(join(folder, "c d.html"), `<main><p>${"The water rises slowly. ".repeat(20)}</p></main>`)
      await writeFile(join(folder, "e.pdf"), untitledPdf("The water rises in the harbour."))
      await client.index(folder)
      const { data } = await client.search("water rises", { limit: 50 })
      const titles = (data.web ?? []).map(({ title }) => title).sort()
      assert.deepStrictEqual(titles, [
        "The water rises in the harbour.",
        "The water_rises at noon.",
        "Tides at noon",
        "c d.html"
      ])
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  it.each(
    [
      ["limit", 0],
      ["limit", 1.5],
      ["depth", -1],
      ["depth", Number.NaN],
      ["concurrency", 0],
      ["delay", "soon"],
      ["maxAge", Infinity]
    ] as const
  )("rejects %s: %s", async (name, value) => {
    await using client = createClient()
    const error = await failureOf(() => client.index(`${origin}/`, { [name]: value }))
    assert.strictEqual(error._tag, "InvalidRequest")
    assert.deepStrictEqual(error.issues[0].path, [name])
  })
})
