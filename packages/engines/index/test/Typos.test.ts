import { assert, describe, it } from "@effect/vitest"
import { wholeBelow } from "../../../common/test/random.ts"
import { Spelling } from "../src/internal/spelling.ts"
import { distance, Endings, Typos } from "../src/internal/typos.ts"

const letters = "aqsxe東\u{1F600}é"

/** Short words of few letters, so that many are like each other; some in scripts of their own, some of half a character. */
const randomWords = (count: number, seed: number): ReadonlyArray<string> => {
  const random = wholeBelow(seed)
  const out = new Set<string>()
  while (out.size < count) {
    let word = ""
    for (let left = 1 + random(9); left > 0; left--) word += letters[random(letters.length)]
    out.add(word)
  }
  return [...out].sort()
}

const beside = new Set(["aq", "qa", "as", "sa", "sx", "xs", "se", "es"])

/** The distance by its definition: every way to edit from the front. */
const defined = (left: string, right: string): number => {
  if (left === "" || right === "") return left.length + right.length
  const [a, b] = [left[0]!, right[0]!]
  const options = [
    defined(left.slice(1), right) + 1,
    defined(left, right.slice(1)) + 1,
    defined(left.slice(1), right.slice(1)) + (a === b ? 0 : beside.has(a + b) ? 0.75 : 1)
  ]
  if (a !== b && left[1] === b && right[1] === a) options.push(defined(left.slice(2), right.slice(2)) + 0.75)
  return Math.min(...options)
}

describe("typos", () => {
  it("have the edit distance of the definition, or more than the limit", () => {
    const words = randomWords(60, 1).filter(({ length }) => length <= 6)
    let near = 0
    for (const left of words) {
      for (const right of words) {
        const exact = defined(left, right)
        for (const most of [1, 2]) {
          if (exact <= most) {
            near++
            assert.strictEqual(distance(left, right, most), exact, `${left} ${right}`)
          } else assert.isAbove(distance(left, right, most), most, `${left} ${right}`)
        }
      }
    }
    assert.isAbove(near, 200)
  })

  it("are found everywhere in the vocabulary", () => {
    const words = randomWords(3000, 2)
    const typos = new Typos(words, (at) => at % 3 !== 0)
    let found = 0
    for (const word of [...words.slice(0, 200), ...randomWords(200, 3), "東京", "x".repeat(10_000)]) {
      for (const most of [1, 2]) {
        const expected = words.flatMap((other, at) =>
          at % 3 !== 0 && other !== word && distance(word, other, most) <= most ? [at] : []
        )
        const all: Array<number> = []
        typos.each(word, most, (at, apart) => {
          all.push(at)
          assert.strictEqual(apart, distance(word, words[at]!, most))
        })
        found += all.length
        assert.deepStrictEqual(all.sort((left, right) => left - right), expected, word)
      }
    }
    assert.isAbove(found, 1000)
  })

  it("are found up to the maximum length of words", () => {
    const words = ["a".repeat(63), "a".repeat(64), "a".repeat(65)]
    const typos = new Typos(words, () => true)
    const near = (word: string) => {
      const out: Array<number> = []
      typos.each(word, 2, (at) => out.push(words[at]!.length))
      return out
    }
    assert.deepStrictEqual(near("a".repeat(65)), [63, 64])
    assert.deepStrictEqual(near("a".repeat(66)), [64])
    assert.deepStrictEqual(near("a".repeat(67)), [])
  })
})

describe("endings", () => {
  it("find the words with this ending", () => {
    const words = randomWords(3000, 4)
    const endings = new Endings(words)
    let found = 0
    for (const word of randomWords(300, 5).filter(({ length }) => length >= 3)) {
      const all: Array<number> = []
      endings.each(word, (at) => all.push(at))
      found += all.length
      assert.deepStrictEqual(all, words.flatMap((other, at) => other.endsWith(word) ? [at] : []), word)
    }
    assert.isAbove(found, 100)
  })
})

describe("spelling", () => {
  const of = (words: Readonly<Record<string, readonly [documents: number, titles: number]>>) =>
    new Spelling(new Map(Object.entries(words).map(([word, [documents, titles]]) => [word, { documents, titles }])))
  const names = (near: ReadonlyArray<{ readonly word: string }>) => near.map(({ word }) => word)

  it("prefers the nearest word, then titles, frequency, and alphabetical order", () => {
    const spelling = of({
      dunlin: [1, 0],
      dunlins: [1, 0],
      dunlim: [1, 0],
      dunlix: [1, 0],
      dunlia: [1, 0],
      dunlik: [1, 1],
      dunlio: [50, 0],
      sunlin: [1, 0],
      snipe: [1, 1]
    })
    assert.deepStrictEqual(names(spelling.near("dunlin", false)), ["dunlio", "dunlik", "dunlim", "dunlia", "dunlins"])
    assert.deepStrictEqual(names(spelling.near("dunlin", true)), ["dunlik"])
  })

  it("finds compounds once, by their beginning and end", () => {
    const spelling = of({ haus: [1, 0], haustür: [1, 0], krankenhaus: [1, 0], haushaus: [1, 0], hausen: [1, 0] })
    assert.deepStrictEqual(names(spelling.compounds("haus", 5)), ["haustür", "haushaus", "krankenhaus"])
    assert.deepStrictEqual(names(spelling.compounds("haus", 1)), ["haustür"])
  })

  it.each([7, 6, 5, 4, 3, 2, 1, 0])("returns the %i most frequent of six words", (most) => {
    const counts = { fa: 2, fb: 9, fc: 2, fd: 2, fe: 1, ff: 7 }
    const spelling = new Spelling(
      new Map(Object.entries(counts).map(([word, documents]) => [`fulma${word}`, { documents, titles: 0 }])),
      most
    )
    const kept = ["fb", "ff", "fa", "fc", "fd", "fe"].slice(0, most).map((word) => `fulma${word}`)
    assert.sameMembers([...names(spelling.beginning("fulma", false, 10))], kept)
  })

  it("splits joined words, but not texts far longer than words", () => {
    const spelling = of({ sea: [3, 0], bird: [3, 0], ["x".repeat(100)]: [1, 0] })
    assert.deepStrictEqual(spelling.split("seabird"), ["sea", "bird"])
    assert.isUndefined(spelling.split("x".repeat(200)))
    assert.isUndefined(spelling.split("seabirds"))
  })
})
