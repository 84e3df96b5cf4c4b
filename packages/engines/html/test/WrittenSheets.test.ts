import { Html } from "@dunlin/html"
import { assert, describe, it } from "@effect/vitest"
import { rulesOf } from "../src/internal/visibility/sheets.ts"
import { type WrittenSheet, WrittenSheets } from "../src/internal/visibility/writtenRules.ts"
import { hidden, note, seen, sentence, styledPage } from "./fixtures/concealedRules.ts"

/** A rule that matches no element, and makes a sheet long enough for the cache. */
const long = `.harbour-without-elements{margin-top:${"1".repeat(1500)}px}`

const isSeen = (sheet: string, body: string): boolean => {
  const page = Html.parse(styledPage(sheet, body))
  return Html.markdown(page, Html.everything(page)).markdown.includes(sentence)
}

describe("a style sheet that several pages contain", () => {
  for (const [name, sheet, body] of hidden) {
    it(`hides at each occurrence what it hides ${name}`, () => {
      for (let k = 0; k < 4; k++) assert.isFalse(isSeen(long + sheet, body), `occurrence ${k}`)
    })
  }

  for (const [name, sheet, body] of seen) {
    it(`shows at each occurrence what stays ${name}`, () => {
      for (let k = 0; k < 4; k++) assert.isTrue(isSeen(long + sheet, body), `occurrence ${k}`)
    })
  }

  it("applies to the names of each page", () => {
    const sheet = `${long}.note{display:none}.other-note{display:none}`
    for (let k = 0; k < 3; k++) {
      assert.isFalse(isSeen(sheet, note))
      assert.isTrue(isSeen(sheet, note.replace("note", "plain")))
      assert.isFalse(isSeen(sheet, note.replace("note", "other-note")))
    }
  })

  it("replaces the animations and keeps the order of earlier sheets", () => {
    const frames = `@keyframes leave{to{opacity:.9}}${long}.later{color:red}`
    for (let k = 0; k < 3; k++) {
      const { leaving, rules } = rulesOf(["@keyframes leave{to{opacity:0}} .first{color:red}", frames], () => 2)
      assert.deepStrictEqual([...leaving.keys()], [])
      assert.deepStrictEqual(rules.map(({ order }) => order), [0, 1, 2])
    }
  })

  it("is numbered by its layers among all layers of a page", () => {
    const layered = `@layer low{.note{color:red}}${long}`
    const layerOf = (sheets: ReadonlyArray<string>) => rulesOf(sheets, () => 2).rules.find(({ bits }) => bits !== 0)
    for (let k = 0; k < 3; k++) {
      assert.strictEqual(layerOf([layered])?.layer, 0)
      assert.strictEqual(layerOf(["@layer first,second;", layered])?.layer, 2)
    }
  })
})

describe("a private page", () => {
  it("leaves no style sheet in the cache, and uses none", () => {
    const sheet = `${long}.note{display:none}.private-page{}`
    const rules = (isPrivate: boolean) => rulesOf([sheet], () => 2, isPrivate).rules.map(({ selectors }) => selectors)
    const isShared = (one: ReadonlyArray<unknown>, other: ReadonlyArray<unknown>) => one[1] === other[1]
    rules(true)
    rules(true)
    assert.isFalse(isShared(rules(false), rules(true)))
    const cached = rules(false)
    assert.isTrue(isShared(cached, rules(false)))
    assert.isFalse(isShared(cached, rules(true)))
  })

  it("hides the same text as another page", () => {
    const html = styledPage(`${long}.note{display:none}`, note)
    for (const isPrivate of [true, false, true, false, true]) {
      const page = Html.parse(html, undefined, { isPrivate })
      assert.notInclude(Html.markdown(page, Html.everything(page)).markdown, sentence)
    }
  })
})

describe("the cache of style sheets", () => {
  const empty: WrittenSheet = {
    rules: [],
    keyframes: new Set(),
    animations: new Set(),
    leaving: new Map(),
    registered: new Map()
  }
  const sheetOf = (k: number) => `/* ${k} */`.padEnd(400_000, String.fromCharCode(0x61 + k))

  it("stores a sheet from its second occurrence on, and drops the least recently used one", () => {
    const cache = new WrittenSheets()
    const read: Array<number> = []
    const ask = (k: number) =>
      cache.of(sheetOf(k), () => {
        read.push(k)
        return empty
      })
    assert.isUndefined(ask(0))
    for (let k = 0; k < 10; k++) {
      ask(k)
      ask(k)
    }
    assert.deepStrictEqual(read, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    ask(0)
    ask(10)
    ask(10)
    ask(0)
    assert.deepStrictEqual(read.slice(10), [10])
    ask(1)
    assert.deepStrictEqual(read.slice(11), [1])
  })

  it("stores no short sheet", () => {
    const cache = new WrittenSheets()
    for (let k = 0; k < 3; k++) assert.isUndefined(cache.of("a{color:red}", () => empty))
  })
})
