/**
 * Pages of our own, of all kinds and in ten languages, with the markdown that is expected of them beside them, and why each
 * of their texts is in it or not. A changed rule or number shows as a diff of these files: `DUNLIN_WRITE_GOLDEN=1` writes
 * them anew, to be read before they are committed.
 */
import { Html } from "@dunlin/html"
import { assert, describe, it } from "@effect/vitest"
import { readFileSync, writeFileSync } from "node:fs"
import { goldenFolder, goldenPages, readingOf } from "./goldenPages.ts"

const pages = goldenPages()

const compare = (file: string, found: string) => {
  const expected = new URL(file, goldenFolder)
  if (process.env["DUNLIN_WRITE_GOLDEN"] === "1") writeFileSync(expected, found)
  assert.strictEqual(found, readFileSync(expected, "utf8"))
}

describe("golden pages", () => {
  it("cover all kinds, in ten languages", () => {
    assert.isAtLeast(pages.length, 60)
    assert.isAtLeast(new Set(pages.map(({ name }) => name.split(".")[0])).size, 16)
    assert.isAtLeast(new Set(pages.map(({ name }) => name.split(".")[1])).size, 10)
  })

  it.each(pages)("$name", (page) => {
    const { markdown, why } = readingOf(Html, page)
    compare(page.name.replace(/html$/, "md"), markdown)
    compare(page.name.replace(/html$/, "why.txt"), why)
  })
})
