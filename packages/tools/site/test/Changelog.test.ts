import { assert, describe, it } from "@effect/vitest"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { changelogOf } from "../src/pages.ts"

const note = (text: string) => `---\n"dunlin": minor\n---\n\n${text}\n`

describe("changelog", () => {
  it("lists short notes, and shows the paragraphs and lists of a long one", () => {
    const root = mkdtempSync(join(tmpdir(), "changelog-"))
    try {
      mkdirSync(join(root, ".changeset"))
      writeFileSync(join(root, ".changeset/one.md"), note("A search is faster.\nIt needs less memory."))
      writeFileSync(join(root, ".changeset/two.md"), note("The first release.\n\n**Search**\n\n- Filters hold."))
      assert.strictEqual(
        changelogOf(root).markdown.trim(),
        "# Changelog\n\n## Not yet released\n\n- A search is faster.\n  It needs less memory.\n\n" +
          "The first release.\n\n**Search**\n\n- Filters hold."
      )
    } finally {
      rmSync(root, { recursive: true })
    }
  })
})
