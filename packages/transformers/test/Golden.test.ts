/**
 * Pages of our own, of all kinds and in ten languages, with the markdown that is expected of them beside them. A changed
 * rule or number shows as a diff of these files: `DUNLIN_WRITE_GOLDEN=1` writes them anew, to be read before they are
 * committed.
 */
import { Html } from "@dunlin/transformers"
import { assert, describe, it } from "@effect/vitest"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"

const folder = new URL("./fixtures/golden/", import.meta.url)
const pages = readdirSync(folder).filter((name) => name.endsWith(".html"))

const markdownOf = (html: string): string => {
  const url = /rel="canonical" href="([^"]+)"/.exec(html)?.[1]
  const page = Html.parse(html, url)
  return `${Html.markdown(page, Html.mainContent(page)).markdown}\n`
}

describe("golden pages", () => {
  it("are of all kinds, in ten languages", () => {
    assert.isAtLeast(pages.length, 60)
    assert.isAtLeast(new Set(pages.map((name) => name.split(".")[0])).size, 16)
    assert.isAtLeast(new Set(pages.map((name) => name.split(".")[1])).size, 10)
  })

  it.each(pages)("%s", (name) => {
    const expected = new URL(name.replace(/html$/, "md"), folder)
    const markdown = markdownOf(readFileSync(new URL(name, folder), "utf8"))
    if (process.env["DUNLIN_WRITE_GOLDEN"] === "1") writeFileSync(expected, markdown)
    assert.strictEqual(markdown, readFileSync(expected, "utf8"))
  })
})
