/**
 * Markdown of our own beside what the harness of PDF is given of it: in blocks of code no heading and no table is left, and
 * all else stays as it stands. `DUNLIN_WRITE_GOLDEN=1` writes the files that end in `.read.md` anew, to be read before
 * they are committed.
 */
import { assert, describe, it } from "@effect/vitest"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { plainCode } from "../src/pdf/plainCode.ts"

const folder = new URL("./fixtures/plainCode/", import.meta.url)
const ending = ".read.md"
const documents = readdirSync(folder).filter((name) => !name.endsWith(ending))
const read = (name: string): string => readFileSync(new URL(name, folder), "utf8")

describe("code as Markdown parsers read it", () => {
  it.each(documents)("%s", (name) => {
    const plain = plainCode(read(name))
    const expected = name.replace(/\.md$/, ending)
    if (process.env["DUNLIN_WRITE_GOLDEN"] === "1") writeFileSync(new URL(expected, folder), plain)
    assert.strictEqual(plain, read(expected))
  })

  it.each(documents)("%s has the same lines, and reads the same a second time", (name) => {
    const plain = plainCode(read(name))
    assert.strictEqual(plain.split("\n").length, read(name).split("\n").length)
    assert.strictEqual(plainCode(plain), plain)
  })
})
