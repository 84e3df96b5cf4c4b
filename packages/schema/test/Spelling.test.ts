import { Spelling } from "@dunlin/schema"
import { assert, describe, it } from "@effect/vitest"

describe("Spelling", () => {
  it.each([
    ["limit", "limit", 0],
    ["limt", "limit", 1],
    ["limitt", "limit", 1],
    ["linit", "limit", 1],
    ["limti", "limit", 1],
    ["ilmit", "limit", 1],
    ["limai", "limit", 2],
    ["limtb", "limit", 2],
    ["ablimit", "limit", 2],
    ["tiiml", "limit", 3],
    ["", "limit", 5],
    ["limit", "x".repeat(101), Infinity]
  ])("counts the typing errors between %s and %s", (from, to, count) => {
    assert.strictEqual(Spelling.typos(from, to), count)
    assert.strictEqual(Spelling.typos(to, from), count)
  })

  it("finds the intended known name, if any", () => {
    const known = ["sources", "scrapeOptions", "tbs"]
    assert.strictEqual(Spelling.nearest("scrapeoptions", known, 1), "scrapeOptions")
    assert.strictEqual(Spelling.nearest("soucres", known, 1), "sources")
    assert.strictEqual(Spelling.nearest("TBS", known, 1), "tbs")
    assert.isUndefined(Spelling.nearest("origin", known, 1))
    assert.isUndefined(Spelling.nearest("x".repeat(1_000_000), known, 3))
    assert.strictEqual(Spelling.nearest("X".repeat(100), ["x".repeat(100)], 1), "x".repeat(100))
    assert.isUndefined(Spelling.nearest("X".repeat(101), ["x".repeat(101)], 1))
  })
})
