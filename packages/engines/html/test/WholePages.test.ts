/**
 * Pages of our own that are written whole: the markdown of everything on them, and beside it what is read of their heads,
 * their scripts, their sheets and their bylines. `DUNLIN_WRITE_GOLDEN=1` writes both anew, to be read before they are
 * committed.
 */
import { Branding, Html, Menu, Product } from "@dunlin/html"
import { assert, describe, it } from "@effect/vitest"
import { readFileSync, writeFileSync } from "node:fs"
import { wholeFolder, wholePages, wholeReadingOf } from "./wholePages.ts"

const compare = (file: string, found: string) => {
  const expected = new URL(file, wholeFolder)
  if (process.env["DUNLIN_WRITE_GOLDEN"] === "1") writeFileSync(expected, found)
  assert.strictEqual(found, readFileSync(expected, "utf8"))
}

describe("pages that are written completely", () => {
  it.each(wholePages())("$name", (page) => {
    const { data, markdown } = wholeReadingOf({ Branding, Html, Menu, Product }, page)
    compare(page.name.replace(/html$/, "md"), markdown)
    compare(page.name.replace(/html$/, "json"), data)
  })
})
