/**
 * Documents of our own as pictures, with the markdown that is expected of them beside them. A changed rule or number shows
 * as a diff of these files: `DUNLIN_WRITE_GOLDEN=1` writes them anew, to be read before they are committed.
 */
import { assert, describe, it } from "@effect/vitest"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { Letters } from "../src/internal/layout/letters.ts"
import { WEIGHT_WITHOUT_SIGNS } from "../src/internal/layout/titles.ts"
import { contentsOf, lostOf, markdownOfPicture, pagesOfPicture } from "./pdfSketch.ts"

const folder = new URL("./fixtures/goldenPdf/", import.meta.url)
const documents = readdirSync(folder).filter((name) => name.endsWith(".txt"))

describe("golden documents", () => {
  it("include all kinds", () => {
    assert.isAtLeast(documents.length, 25)
  })

  it.each(documents)("%s loses no letters in its layout", (name) => {
    const lost = lostOf(readFileSync(new URL(name, folder), "utf8"))
    assert.deepStrictEqual(lost, lost.map(() => 0))
  })

  it.each(documents)("%s has each letter of its pages in one class of the ledger", (name) => {
    const picture = readFileSync(new URL(name, folder), "utf8")
    const pages = pagesOfPicture(picture)
    contentsOf(picture).forEach(({ words }, k) => {
      const letters = new Map(pages[k]!.letters)
      assert.isUndefined(letters.get("lost"))
      const sum = [...letters.values()].reduce((all, count) => all + count, 0)
      assert.strictEqual(sum, Letters.of(words.map(({ text }) => text)).total)
    })
  })

  it.each(documents)("%s has only headings with enough evidence", (name) => {
    for (const { markdown, placed = [] } of pagesOfPicture(readFileSync(new URL(name, folder), "utf8"))) {
      for (const { from, signs, to } of placed) {
        if (signs === undefined) continue
        const sum = signs.reduce((all, { weight }) => all + weight, WEIGHT_WITHOUT_SIGNS)
        assert.isAbove(sum, 0, markdown.slice(from, to))
      }
    }
  })

  it.each(documents)("%s", (name) => {
    const expected = new URL(name.replace(/txt$/, "md"), folder)
    const markdown = `${markdownOfPicture(readFileSync(new URL(name, folder), "utf8"))}\n`
    if (process.env["DUNLIN_WRITE_GOLDEN"] === "1") writeFileSync(expected, markdown)
    assert.strictEqual(markdown, readFileSync(expected, "utf8"))
  })
})
