/** The lists of numbers that no golden page has to hold name only numbers that there are, each once. */
import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { codes, type Numbers, work } from "./numbersOfWork.ts"

const wing = new URL("../src/internal/", import.meta.url)

const named = (numbers: Numbers): ReadonlyArray<string> =>
  Object.entries(numbers).flatMap(([file, names]) => names.map((name) => `${file} ${name}`))

describe("numbers that are not heuristics", () => {
  it("exist in their files", () => {
    for (const [file, names] of [...Object.entries(codes), ...Object.entries(work)]) {
      const source = readFileSync(new URL(file, wing), "utf8")
      for (const name of names) assert.match(source, new RegExp(`^(?:export )?const ${name} = \\d`, "m"), file)
    }
  })

  it("are listed once", () => {
    const all = [...named(codes), ...named(work)]
    assert.strictEqual(new Set(all).size, all.length)
  })
})
