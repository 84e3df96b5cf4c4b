import { stem } from "@dunlin/text/Porter"
import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "fast-check"

const internal = async <A>(name: string): Promise<A> =>
  await import(new URL(`../src/internal/${name}.ts`, import.meta.url).href) as A
const { finder } = await internal<{
  finder: (word: string, termsOf: (word: string) => ReadonlyArray<string>) => (text: string) => boolean
}>("forms")
const { eachWord, humps } = await internal<{
  eachWord: (text: string, visit: (start: number, end: number) => void) => void
  humps: (word: string) => ReadonlyArray<string>
}>("tokens")

const termsOf = (word: string) => [stem(word)]

/** Says which words a finder asks the terms of, beside the one that it was made for. */
const counted = (word: string) => {
  const asked: Array<string> = []
  const find = finder(word, (other) => {
    asked.push(other)
    return termsOf(other)
  })
  asked.length = 0
  return { asked, find }
}

describe("forms of a word", () => {
  it.each([
    ["organization", "Organizations of the world.", true],
    ["organization", "It was disorganization.", false],
    ["organization", "The organ of an organism.", false],
    ["organization", "getOrganizationName()", true],
    ["organization", "My_ORGANIZATION", true],
    ["organization", `organizations${"x".repeat(100_000)}`, false],
    ["atomically", "Replaced in one atomic step", true],
    ["atomically", "An Atom feed, atomical.", true],
    ["atomically", "An Atom feed.", false]
  ])("%s in %.40s: %s", (word, text, found) => {
    assert.strictEqual(finder(word, termsOf)(text), found)
    assert.strictEqual(finder(word.toUpperCase(), termsOf)(text), found)
  })

  it("are those that a comparison of each word gives", () => {
    const word = "organization"
    const letters = FastCheck.constantFrom(
      "organiz",
      "Organiz",
      "ation",
      "ing",
      "ations",
      "er",
      "organ",
      " ",
      "-",
      "X",
      "é"
    )
    FastCheck.assert(FastCheck.property(FastCheck.array(letters, { maxLength: 12 }), (parts) => {
      const text = parts.join("")
      const words: Array<string> = []
      eachWord(text, (start, end) => words.push(text.slice(start, end), ...humps(text.slice(start, end))))
      const isForm = (each: string) => {
        let same = 0
        while (same < each.length && each[same] === word[same]) same++
        return stem(each) === stem(word) && Math.max(each.length, word.length) - same <= 5
      }
      assert.strictEqual(finder(word, termsOf)(text), words.some((each) => isForm(each.toLowerCase())))
    }))
  })

  it("are read only up to the first one, and among words with the same beginning", () => {
    const { asked, find } = counted("organization")
    assert.isFalse(find("origami or Ordinary oranges ".repeat(1000)))
    assert.isEmpty(asked)
    assert.isTrue(find(`organizblue nothing; ${"organizations ".repeat(1000)}`))
    assert.deepStrictEqual(asked, ["organizblue", "organizations"])
    asked.length = 0
    // a long run is one word
    assert.isFalse(find("organizer".repeat(10_000)))
    assert.isAtMost(asked.length, 2)
  })
})
