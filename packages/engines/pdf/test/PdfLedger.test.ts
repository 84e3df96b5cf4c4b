import { assert, describe, it } from "@effect/vitest"
import { balance, isShort, lostOf as lostIn, plain } from "../src/internal/compose/ledger.ts"
import { frame } from "../src/internal/layout/frame.ts"
import type { ChildPage } from "../src/internal/process/protocol.ts"
import { ofPages } from "../src/internal/process/warnings.ts"
import { lostOf, markdownOf, pagesOfPicture, sketch } from "./pdfSketch.ts"

const page = sketch(`
  Harbour       Ships      Tonnes of cargo
  Northern         12              34,500
  Southern         17              28,100
  Eastern          23               9,750
`)

describe("the ledger of the letters of a page", () => {
  const seen = frame(page)
  const account = { frame: seen, body: seen.lines, isTagged: false, omitted: new Map(), notes: [] }
  const complete = plain(seen, seen.lines)

  it("is balanced if all lines are in the text", () => {
    const ledger = balance({ ...account, elements: complete })
    assert.deepStrictEqual([...ledger], [["text", seen.letters.total]])
    assert.isFalse(isShort(ledger))
  })

  it("is not balanced if a layout omits rows", () => {
    const elements = complete.filter(({ markdown }) => !/Southern|17|28,100/.test(markdown))
    const ledger = balance({ ...account, elements })
    assert.strictEqual(lostIn(ledger), "Southern1728100".length)
    assert.isTrue(isShort(ledger))
  })

  it("is not balanced if a layout changes digits", () => {
    const elements = complete.map((element) => ({ ...element, markdown: element.markdown.replace(/\d/g, "0") }))
    assert.isTrue(isShort(balance({ ...account, elements })))
  })

  it("does not count tags and link URLs as letters", () => {
    const elements = complete.map((element) => ({
      ...element,
      markdown: element.markdown === "Southern" ? "<td>[](https://southern.example/1728100)</td>" : element.markdown
    }))
    assert.strictEqual(lostIn(balance({ ...account, elements })), "Southern".length)
  })
})

describe("names in angle brackets", () => {
  it("are text of the page, and its code stays code", () => {
    const picture = `
  The command takes the name of a harbour, the name of a ship, and a berth in it.

  \`dunlin harbour <name-of-the-harbour> <name-of-the-ship> <berth-of-the-ship>
  \`dunlin harbour <name-of-the-harbour> --from <name-of-the-first-berth-of-all>
`
    assert.deepStrictEqual(lostOf(picture), [0])
    assert.include(markdownOf(sketch(picture)), "```\ndunlin harbour <name-of-the-harbour>")
  })
})

describe("tagged pages", () => {
  const picture = `
  @ tree (Document (H1 0) (P 1))
  {=0}#The harbour
  {=1}She was built of oak in a yard that is no more, and has been at sea for long.
  {=1}Nobody comes by before the evening bell rings from the village church here.


                              {@90}Confidential draft of the board
`
  it("include text in another direction", () => {
    assert.include(markdownOf(sketch(picture)), "Confidential")
    assert.deepStrictEqual(lostOf(picture), [0])
  })
})

describe("running headers of tagged pages", () => {
  const page = (text: string) => `
                                  Harbours


  @ tree (Document (H1 0) (P 1))
  {=0}#The yards in the ${text}
  {=1}She was built of oak in a yard ${text} that is no more, and has been at sea for long.
  {=1}Nobody comes by before the evening bell rings from the village ${text} church here.
  {=1}The tide turns twice a day, and boats wait ${text} for it at the mouth of the river.
`
  it("are in the ledger of each page, and no letter is lost", () => {
    const pages = pagesOfPicture(["north", "south", "east"].map(page).join("\n=====\n"))
    assert.deepStrictEqual(pages.map(({ letters }) => new Map(letters).get("lost")), [undefined, undefined, undefined])
    assert.deepStrictEqual(pages.map(({ letters }) => new Map(letters).get("running-head")), [8, 8, 8])
  })
})

describe("letters without a known character", () => {
  const page = (number: number, unnamedGlyphs?: number) =>
    ({ number, needsOcr: false, ...(unnamedGlyphs === undefined ? {} : { unnamedGlyphs }) }) as ChildPage

  it("are counted in a warning with their pages", () => {
    assert.deepStrictEqual(ofPages([page(1), page(2, 3), page(3, 4)], "auto"), [
      "Pages 2 to 3 have 7 glyphs with unknown names: their text may differ from the printed letters."
    ])
    assert.deepStrictEqual(ofPages([page(1)], "auto"), [])
  })
})
