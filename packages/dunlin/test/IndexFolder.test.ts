import { createClient } from "dunlin"
import { copyFile, mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { assert, describe, it } from "vitest"
import { failureOf } from "./failureOf.ts"

const found = async (client: ReturnType<typeof createClient>, query: string) =>
  ((await client.search(query)).data.web ?? []).map(({ url }) => url.slice(url.lastIndexOf("/") + 1))

/** A folder with two pages in it, one in another with a space in its name, and one beside it whose name begins alike. */
const folders = async () => {
  const root = await mkdtemp(join(tmpdir(), "dunlin-gone-"))
  const folder = join(root, "fo")
  await mkdir(join(folder, "a sub#1"), { recursive: true })
  await mkdir(join(root, "fo2"))
  await writeFile(join(folder, "one.md"), "# One\n\nA banana.")
  await writeFile(join(folder, "two.md"), "# Two\n\nA banana.")
  await writeFile(join(folder, "a sub#1", "three.md"), "# Three\n\nA banana.")
  await writeFile(join(root, "fo2", "beside.md"), "# Beside\n\nA banana.")
  return { root, folder, [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }) }
}

const office = join(import.meta.dirname, "../../transformers/test/fixtures/office")

describe("Indexer of folders", () => {
  it("reads office files, and names those that are damaged", async () => {
    await using at = await folders()
    await using client = createClient()
    await copyFile(join(office, "word.docx"), join(at.folder, "birds.docx"))
    await writeFile(join(at.folder, "broken.docx"), "PK\u0003\u0004 and so on")
    const { added, skipped } = await client.index(at.folder)
    assert.strictEqual(added, 4)
    assert.match(skipped.map(({ url, why }) => `${url} ${why}`).join(), /broken\.docx .+/)
    assert.deepStrictEqual(await found(client, "dunlin weight"), ["birds.docx"])
  })

  it("removes deleted files from the index, and nothing else", async () => {
    await using at = await folders()
    await using client = createClient()
    const { folder, root } = at
    await client.index(join(root, "fo2"))
    await client.index([{ url: "https://a.example/", title: "Page", text: "A banana." }])
    assert.deepInclude(await client.index(folder), { added: 3, removed: 0 })
    await rm(join(root, "fo2", "beside.md"))
    await rm(join(folder, "two.md"))
    await rename(join(folder, "a sub#1", "three.md"), join(folder, "a sub#1", "four.md"))
    const events: Array<string> = []
    const summary = await client.index(folder, {
      onEvent: (event) => void events.push(event._tag === "PageRemoved" ? `${event.url} ${event.why}` : "")
    })
    assert.deepInclude(summary, { added: 1, unchanged: 1, removed: 2, skipped: [] })
    assert.lengthOf(events.filter((event) => /(?:two|three)\.md the file was deleted$/.test(event)), 2)
    assert.sameMembers(await found(client, "banana"), ["one.md", "four.md", "beside.md", ""])
  })

  it("cites files by the base URL, omits excluded ones, and applies changes of both", async () => {
    await using at = await folders()
    await using client = createClient()
    const baseUrl = "https://docs.example/v2"
    await writeFile(join(at.folder, "a sub#1", "index.html"), "<title>Index</title><main><p>A banana index.</main>")
    const addresses = async () => (await client.search("banana")).data.web!.map(({ url }) => url)
    const summary = await client.index(at.folder, { baseUrl, exclude: ["^/two\\.", "/three\\.md$"] })
    assert.deepInclude(summary, { added: 2 })
    assert.sameDeepMembers([...summary.skipped], [
      { url: `${baseUrl}/two.md`, why: "it is excluded" },
      { url: `${baseUrl}/a%20sub%231/three.md`, why: "it is excluded" }
    ])
    assert.sameMembers(await addresses(), [`${baseUrl}/one.md`, `${baseUrl}/a%20sub%231/`])
    assert.deepInclude(await client.index(at.folder, { baseUrl: `${baseUrl}/` }), { added: 2, unchanged: 2 })
    await rm(join(at.folder, "a sub#1", "index.html"))
    assert.deepInclude(await client.index(at.folder, { baseUrl, exclude: ["^/two"] }), { removed: 2, unchanged: 2 })
    assert.sameMembers(await addresses(), [`${baseUrl}/one.md`, `${baseUrl}/a%20sub%231/three.md`])
  })

  it("reports an invalid exclude or base URL", async () => {
    await using at = await folders()
    await using client = createClient()
    for (
      const [target, options, said] of [
        [at.folder, { exclude: ["("] }, /^exclude\.0|^exclude\[0\]/],
        [at.folder, { baseUrl: "docs" }, /^baseUrl: expected an http\(s\) URL/],
        ["http://127.0.0.1:9/", { baseUrl: "https://docs.example/" }, /^baseUrl: expected a folder/]
      ] as const
    ) {
      assert.match((await failureOf(() => client.index(target, options))).message, said)
    }
  })

  it("keeps the other files if one is indexed alone, and files that were not read", async () => {
    await using at = await folders()
    await using client = createClient()
    const hidden = join(at.folder, ".hidden")
    await mkdir(hidden)
    await writeFile(join(hidden, "inside.md"), "# Inside\n\nA banana.")
    await client.index(at.folder)
    await client.index(join(hidden, "inside.md"))
    await rm(join(at.folder, "two.md"))
    assert.deepInclude(await client.index(join(at.folder, "one.md")), { unchanged: 1, removed: 0 })
    assert.include(await found(client, "banana"), "two.md")
    assert.deepInclude(await client.index(at.folder), { removed: 1 })
    assert.sameMembers(await found(client, "banana"), ["one.md", "three.md", "inside.md"])
  })

  it.skipIf(process.platform === "win32")(
    "keeps documents of programs, and files under other URLs",
    async () => {
      await using at = await folders()
      await using client = createClient()
      const folder = pathToFileURL(at.folder).href
      await client.index(["list.html?page=2", "issue/17"].map((name) => ({
        url: `${folder}/${name}`,
        title: "Own",
        text: "A banana."
      })))
      await writeFile(join(at.folder, "a\\b.md"), "# Odd\n\nA banana.")
      await client.index(at.folder)
      await writeFile(join(at.folder, "a\\b.md"), " ")
      assert.deepInclude(await client.index(at.folder), { removed: 0 })
      assert.sameMembers(await found(client, "banana"), [
        "one.md",
        "two.md",
        "three.md",
        "b.md",
        "list.html?page=2",
        "17"
      ])
    }
  )

  it("empties no index for an empty or missing folder, and reports it", async () => {
    await using at = await folders()
    await using client = createClient()
    await client.index(at.folder)
    await rm(at.folder, { recursive: true })
    assert.include((await failureOf(() => client.index(at.folder))).message, "neither")
    await mkdir(at.folder)
    assert.include(
      (await failureOf(() => client.index(at.folder))).message,
      "3 previously indexed documents remain in the index"
    )
    await writeFile(join(at.folder, ".keep"), "")
    const { removed, skipped } = await client.index(at.folder)
    assert.strictEqual(removed, 0)
    assert.include(
      skipped.map(({ why }) => why),
      "every file in it failed; 3 previously indexed documents remain in the index"
    )
    assert.lengthOf(await found(client, "banana"), 3)
  })
})
