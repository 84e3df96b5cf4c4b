import { assert, describe, it } from "@effect/vitest"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { type Packed, unpack } from "../src/internal/packedWords.ts"

const home = join(import.meta.dirname, "..")

/** The plain words of a list, without the comment in its first line. */
const plain = (file: string) => readFileSync(join(home, file), "utf8").trimEnd().split("\n").slice(1)

/** The packed list of a file: `lists/namesTable/given.txt` is `given` of `namesTable.ts`. */
const packed = async (file: string): Promise<Packed> => {
  const [, table, ...path] = file.replace(/\.txt$/, "").split("/")
  const module = await import(`../src/internal/${table}.ts`)
  return path.reduce((value, key) => value[key], module)
}

describe("packed lists of words", () => {
  const files = globSync("lists/**/*.txt", { cwd: home }).sort()

  it("contain the words of their plain lists in the same order", async () => {
    assert.isNotEmpty(files)
    for (const file of files) assert.deepStrictEqual(unpack(await packed(file)), plain(file), file)
  })

  it("need at most half of the bytes of the plain words", async () => {
    const sum = (texts: ReadonlyArray<string>) => texts.reduce((bytes, text) => bytes + Buffer.byteLength(text), 0)
    const stored = await Promise.all(files.map(async (file) => sum(Object.values(await packed(file)))))
    assert.isBelow(stored.reduce((a, b) => a + b, 0), sum(files.map((file) => plain(file).join(" "))) / 2)
  })
})
