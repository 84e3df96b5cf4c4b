// The models of an index, in the settings of the command line.
import { assert, describe, it } from "@effect/vitest"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"
import { dunlin } from "./command.ts"
import { isLate, pages, serve, titles } from "./modelServer.ts"

const folder = mkdtempSync(join(tmpdir(), "dunlin-vectors-"))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

describe("settings of models for the index", () => {
  it("are used by `dunlin index` and `search`", async () => {
    using model = await serve()
    const notes = mkdtempSync(join(folder, "notes-"))
    mkdirSync(notes, { recursive: true })
    for (const { text, title } of pages) writeFileSync(join(notes, `${title}.md`), `# ${title}\n\n${text}\n`)
    const settings = {
      DUNLIN_DATA: mkdtempSync(join(folder, "data-")),
      DUNLIN_EMBEDDINGS_URL: `http://${model.host}/v1`,
      DUNLIN_EMBEDDINGS_MODEL: "small",
      DUNLIN_EMBEDDINGS_KEY: "vector-key",
      DUNLIN_EMBEDDINGS_DOCUMENT_PREFIX: "passage:"
    }
    const indexed = await dunlin(settings, "index", notes)
    assert.include(indexed.stdout, "3 added", indexed.stderr)
    const sent = model.asked.flatMap(({ texts }) => texts)
    assert.lengthOf(sent, 3)
    assert.isTrue(sent.every((text) => text.startsWith("passage: ")), sent.join("\n"))
    assert.deepStrictEqual([...new Set(model.asked.map(({ authorization }) => authorization))], ["Bearer vector-key"])

    const searched = async () => {
      for (;;) {
        const { stderr, stdout } = await dunlin(settings, "search", "car care", "--json")
        if (!isLate(JSON.parse(stdout).warning)) return { stderr, stdout }
      }
    }
    const [found, other] = await Promise.all([
      searched(),
      dunlin({ ...settings, DUNLIN_EMBEDDINGS_MODEL: "large" }, "search", "car care")
    ])
    assert.strictEqual(titles(JSON.parse(found.stdout))[0], "Automobile maintenance", found.stderr)
    assert.strictEqual(other.code, 2, other.stderr)
    assert.match(other.stderr, /DUNLIN_EMBEDDINGS_MODEL.*vectors of model small.*DUNLIN_EMBEDDINGS_REPLACE=on/)
    const replaced = await dunlin(
      { ...settings, DUNLIN_EMBEDDINGS_MODEL: "large", DUNLIN_EMBEDDINGS_REPLACE: "on" },
      "index",
      notes
    )
    assert.include(replaced.stdout, "3 unchanged", replaced.stderr)
    assert.lengthOf(model.asked.filter((asked) => asked.model === "large").flatMap(({ texts }) => texts), 3)
  })
})
