/** Parts of CSS that hide text only at times: each beside what is nearly the same and seen. */
import { Html } from "@dunlin/html"
import { assert, describe, it } from "@effect/vitest"
import { hidden, note, seen, sentence, styledPage } from "./fixtures/concealedRules.ts"

const isSeen = (sheet: string, body: string, doctype?: string): boolean => {
  const page = Html.parse(styledPage(sheet, body, doctype))
  return Html.markdown(page, Html.everything(page)).markdown.includes(sentence)
}

describe("invisible text", () => {
  for (const [name, sheet, body] of hidden) {
    it(`is omitted if hidden ${name}`, () => assert.isFalse(isSeen(sheet, body)))
  }
})

describe("a page without a doctype", () => {
  const hiding: ReadonlyArray<readonly [name: string, sheet: string, body: string]> = [
    ["classes", ".NOTE{display:none}", note],
    ["classes of elements", ".note{display:none}", `<p class="Note NOTE">${sentence}</p>`],
    ["classes in brackets", ":is(p.NOTE,q){display:none}", note],
    ["ids", "div > #PILOT{display:none}", `<div><p id="Pilot">${sentence}</p></div>`]
  ]
  const beginnings = ["<!-- > --> ", "<?xml version=\"1.0\"?>"]

  for (const [name, sheet, body] of hiding) {
    it(`compares ${name} without case, unlike other pages`, () => {
      assert.isFalse(isSeen(sheet, body, ""))
      for (const beginning of beginnings) {
        assert.isFalse(isSeen(sheet, body, beginning))
        assert.isTrue(isSeen(sheet, body, `\ufeff ${beginning}\n<!DOCTYPE html>`))
      }
    })
  }

  it("compares excluded classes without case", () => {
    assert.isTrue(isSeen(".note:not(.NOTE){display:none}", note, ""))
    assert.isFalse(isSeen(".note:not(.NOTE){display:none}", note))
  })

  it("compares attributes and letters beyond ASCII exactly", () => {
    assert.isTrue(isSeen("[data-is=NOTE]{display:none}", `<p data-is="note">${sentence}</p>`, ""))
    assert.isTrue(isSeen("[class~=NOTE]{display:none}", note, ""))
    assert.isTrue(isSeen(".NÖTE{display:none}", `<p class="nöte">${sentence}</p>`, ""))
  })

  it("shows elements to which a script gives a class, in any notation", () => {
    const opened = `${note}<script>document.querySelector(".note").classList.add("open")</script>`
    assert.isTrue(isSeen(".NOTE{display:none}.NOTE.open{display:block}", opened, ""))
  })
})

describe("visible text", () => {
  for (const [name, sheet, body] of seen) it(`is kept ${name}`, () => assert.isTrue(isSeen(sheet, body)))
})
