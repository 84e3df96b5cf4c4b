/**
 * Pages of our own as PDF draws them, with what is read of each beside them. A changed rule or number shows as a diff of
 * these files: `DUNLIN_WRITE_GOLDEN=1` writes them anew, to be read before they are committed.
 */
import { assert, describe, it } from "@effect/vitest"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { open } from "./pdfDrawing.ts"

const folder = new URL("./fixtures/goldenDrawn/", import.meta.url)
const ending = ".read.txt"
const pages = readdirSync(folder).filter((name) => !name.endsWith(ending))

describe("golden pages as drawn", () => {
  it.each(pages)("%s", async (name) => {
    const expected = new URL(name.replace(/\.txt$/, ending), folder)
    const read = (await open(readFileSync(new URL(name, folder), "utf8")))()
    if (process.env["DUNLIN_WRITE_GOLDEN"] === "1") writeFileSync(expected, read)
    assert.strictEqual(read, readFileSync(expected, "utf8"))
  })
})
