import { assert, describe, it } from "@effect/vitest"
import { createHash } from "node:crypto"
import { Builder, prepare } from "../src/internal/analyze.ts"
import { Lexicon } from "../src/internal/lexicon.ts"

const page = (name: string, body: string) => ({
  url: `https://pages.example/${name}`,
  title: `Page ${name}`,
  body,
  images: []
})

/** The bytes of a segment with these pages. */
const segmentOf = async (
  pages: ReadonlyArray<ReturnType<typeof page>>,
  builder: Builder = new Builder()
): Promise<string> => {
  const languages = await prepare(pages)
  pages.forEach((each, at) => builder.add(at + 1, each, languages[at]!))
  const { blocks, directory, entries, spellings } = builder.pack()
  const hash = createHash("sha256")
  for (const part of [directory, entries, spellings, ...blocks]) hash.update(part)
  return hash.digest("hex")
}

const pages = [
  page("pumps", "The pumps of a pump station pump water. See `node:fs`, getUserById and 1,299.00."),
  page("schön", "Die schönen Häuser und das Haus: schon schön, nicht wahr? Und 😀 die Straße."),
  page("大学", "東京大学の図書館には多くの本があります。"),
  page("ไทย", "กรุงเทพมหานครเป็นเมืองหลวงของประเทศไทย")
]

describe("Lexicon", () => {
  it("builds the same segment whether or not its words were analysed before", async () => {
    const first = await segmentOf(pages)
    await segmentOf(pages.map(({ body, title }) => page(`other ${title}`, `${body} more pumps`)))
    assert.strictEqual(await segmentOf(pages), first)
  })

  it("builds the same segment with a reused builder", async () => {
    const fresh = await Promise.all(pages.map((each) => segmentOf([each])))
    const builder = new Builder()
    const order = [...pages.keys(), ...[...pages.keys()].reverse(), 0, 0]
    for (const at of order) {
      builder.clear()
      assert.strictEqual(await segmentOf([pages[at]!], builder), fresh[at], pages[at]!.title)
    }
  })

  it("analyses a word once per language in all texts", () => {
    const lexicon = new Lexicon()
    const [english, german] = [lexicon.language("en"), lexicon.language("de")]
    const word = lexicon.find("a pump", 2, 6, english)
    assert.strictEqual(lexicon.find("pump it", 0, 4, english), word)
    assert.notStrictEqual(lexicon.find("Pump", 0, 4, english), word)
    assert.notStrictEqual(lexicon.find("pump", 0, 4, german), word)
    assert.strictEqual(lexicon.size, 3)
  })

  it("distinguishes words when it grows", () => {
    const lexicon = new Lexicon()
    const english = lexicon.language("en")
    const words = Array.from({ length: 5000 }, (_, at) => `w${at.toString(36)}`)
    const numbers = words.map((word) => lexicon.find(word, 0, word.length, english))
    assert.strictEqual(new Set(numbers).size, words.length)
    assert.deepStrictEqual(words.map((word) => lexicon.find(`-${word}-`, 1, word.length + 1, english)), numbers)
  })

  it("returns terms in order, whether few or many of them are asked for", () => {
    const { terms } = new Lexicon()
    // The order of insertion is not the alphabetical order.
    const add = (count: number) => {
      for (let at = 0; at < count; at++) terms.of(`${(terms.all.length * 7919) % 1009}-${terms.all.length}`)
    }
    const namesOf = (numbers: Int32Array) => Array.from(numbers, (number) => terms.all[number]!)
    for (const count of [300, 200, 100]) {
      add(count)
      for (const step of [1, 3, 50]) {
        const numbers = Int32Array.from({ length: Math.floor(terms.all.length / step) }, (_, at) => at * step)
        assert.deepStrictEqual(namesOf(terms.sorted(numbers)), namesOf(numbers).sort(), `every ${step} of ${count}`)
      }
    }
  })

  it("counts a spelling once per document, and separately in titles", () => {
    const builder = new Builder()
    builder.add(1, { ...page("a", "pump pump pumps"), title: "pump and pump" }, "en")
    builder.add(2, page("b", "pump"), "en")
    const found = builder.content().spellings.find(({ word }) => word === "pump")
    assert.deepStrictEqual(found, { word: "pump", documents: 2, titles: 1 })
  })

  it("finds a file name in a path, however long the path is", async () => {
    const name = "read-me_first.txt"
    const paths = [`src/${name}`, `${"folder/".repeat(8)}${name}`]
    await prepare([])
    for (const path of paths) {
      const builder = new Builder()
      builder.add(1, page("path", `In ${path} and ${path} again.`), "en")
      assert.strictEqual(builder.content().terms.get(`!${name}`)?.counts[0], 2, path)
    }
  })
})
