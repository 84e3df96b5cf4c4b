/** Parts of CSS that hide text only at times: each beside what is nearly the same and seen. */
import { Html } from "@dunlin/transformers"
import { assert, describe, it } from "@effect/vitest"

const sentence = "Pay the pilot before noon."

const isSeen = (sheet: string, body: string, doctype = "<!doctype html>"): boolean => {
  const page = Html.parse(
    `${doctype}<style>${sheet}</style><h1>Tides</h1><p>Low water is at noon, and the harbour is dry.</p>${body}`
  )
  return Html.markdown(page, Html.everything(page)).markdown.includes(sentence)
}

const note = `<p class="note">${sentence}</p>`
const script = "<script src=\"tides.js\"></script>"
const registered = (value: string): string =>
  `@property --o{syntax:"<number>";inherits:true;initial-value:${value}}.note{opacity:var(--o)}`
const leaving = "@keyframes out{to{opacity:0}}"

const hidden: ReadonlyArray<readonly [name: string, sheet: string, body: string]> = [
  ["by its direction", "div :dir(rtl){display:none}", `<div><p dir="rtl">${sentence}</p></div>`],
  ["by an attribute whose values have no case", "[dir=rtl]{display:none}", `<p dir="RTL">${sentence}</p>`],
  ["by the direction around it", "p:not(:dir(ltr)){display:none}", `<div dir="RTL"><p>${sentence}</p></div>`],
  ["as an element that nothing defines", "x-note:not(:defined){display:none}", `<x-note>${sentence}</x-note>`],
  ["by what a variable is at first", registered("0"), note],
  ["by an animation that leaves it hidden at once", `${leaving}.note{animation:out 0s forwards}`, note],
  ["by an animation in quotes", `@keyframes "out"{to{opacity:0}}.note{animation:"out" .1s both}`, note],
  [
    "by an animation of something else than what is important",
    `${leaving}.note{animation:out .1s both;visibility:visible!important}`,
    note
  ],
  ["by the last frames of a name", `@keyframes out{to{color:red}}${leaving}.note{animation:out .1s both}`, note],
  [
    "by the last of several frames",
    "@keyframes out{0%{color:red}50%,100%{visibility:hidden}}.note{animation:10ms both out}",
    note
  ],
  ["by a filter that whitens", ".note{filter:brightness(0) invert(1)}", note],
  ["by a filter that whitens, in shares", ".note{filter:brightness(0%) invert(100%)}", note],
  ["by a filter that leaves no contrast", ".note{filter:contrast(0) brightness(2)}", note],
  ["by a filter on its own ground", ".note{background:#eee;color:#333;filter:contrast(0)}", note],
  ["by a ground that is painted", ".note{color:#fff;background:linear-gradient(#fff,#fff)}", note],
  ["by a shadow of no colour", ".note{color:transparent;text-shadow:0 0 0 transparent}", note],
  ["by the begin of a path", `.note{position:absolute;offset-path:path("M-5000 0 L-5000 10")}`, note],
  ["by the begin of a path, in short", `.note{position:absolute;offset:path('m -4000,20 h 10') 0%}`, note],
  ["by the begin of a path in a variable", `.note{--p:path('M-4000 20 H 10');position:absolute;offset:var(--p)}`, note],
  ["by the begin of a path, turned", `.note{position:absolute;offset:path('M-4000 20 H 10') 45deg / 0 0}`, note],
  [
    "by the begin of a path, to which it goes back",
    `.note{offset-distance:100%}.note{position:absolute;offset:path('M-4000 20 H 10')}`,
    note
  ]
]

const seen: ReadonlyArray<readonly [name: string, sheet: string, body: string]> = [
  ["of the other direction", "div :dir(rtl){display:none}", `<div><p>${sentence}</p></div>`],
  [
    "by an attribute whose values have case",
    "[dir=rtl s],[id=PILOT]{display:none}",
    `<p id=pilot dir="RTL">${sentence}</p>`
  ],
  ["of a direction of its own", ":dir(rtl){display:none}", `<bdi>${sentence}</bdi><p dir="auto">${sentence}</p>`],
  [
    "as an element that a script may define",
    "x-note:not(:defined){display:none}",
    `<x-note>${sentence}</x-note>${script}`
  ],
  ["as an element of HTML", "p:not(:defined){display:none}", note],
  ["by a variable that is set", `${registered("0")}.note{--o:1}`, note],
  ["by what a variable is at first, whatever stands in for it", registered("1").replace("--o)", "--o,0)"), note],
  ["where an animation leaves nothing behind", `${leaving}.note{animation:out 0s}`, note],
  ["for as long as an animation lasts", `${leaving}.note{animation:out 9s forwards}`, note],
  ["for as many turns as an animation has", `${leaving}.note{animation:out .1s 50 forwards}`, note],
  ["where an animation goes back", `${leaving}.note{animation:out .1s reverse both}`, note],
  [
    "while an animation waits for the reader",
    `${leaving}.note{animation:out linear both;animation-timeline:view()}`,
    note
  ],
  ["where an animation ends later", `${leaving}.note{animation:out .1s both;animation-delay:9s}`, note],
  ["where a delay is reckoned", `${leaving}.note{animation:out .1s calc(9s) both}`, note],
  ["where an animation is paused", `${leaving}.note{animation:out .1s both;animation-play-state:paused}`, note],
  ["by the last frames of a name", `${leaving}@keyframes out{to{color:red}}.note{animation:out .1s both}`, note],
  [
    "where an animation holds none of its frames",
    `${leaving}.note{animation:out .1s both;animation-fill-mode:none}`,
    note
  ],
  ["where an animation adds to it", `${leaving}.note{animation:out .1s both;animation-composition:add}`, note],
  ["where an old name of a delay is told", `${leaving}.note{animation:out .1s both;-webkit-animation-delay:9s}`, note],
  ["where a delay has an exponent", `${leaving}.note{animation:out .1s 1e1s both}`, note],
  ["where it is important", `${leaving}.note{animation:out .1s both;opacity:1!important}`, note],
  [
    "where its style is important",
    `${leaving}.note{animation:out .1s both}`,
    `<p class="note" style="opacity:1!important">${sentence}</p>`
  ],
  [
    "by frames that are important, which are none",
    "@keyframes out{to{opacity:0!important}}.note{animation:out .1s both}",
    note
  ],
  ["where an animation begins hidden", "@keyframes in{from{opacity:0}}.note{animation:in .3s both}", note],
  [
    "where a script ends the animation",
    `${leaving}.note{animation:out .1s both}.note.open{animation:none}`,
    `${note}<script>document.querySelector(".note").classList.add("open")</script>`
  ],
  [
    "by a filter that whitens on a dark ground",
    "div{background:#123}.note{filter:brightness(0) invert(1)}",
    `<div>${note}</div>`
  ],
  ["by a filter that turns letters and their ground", ".note{background:#fff;filter:invert(1)}", note],
  ["by a filter of the page", "html{filter:invert(1)}", note],
  ["by a filter of its body", "body{filter:invert(1)}", note],
  ["by a filter that leaves some contrast", ".note{filter:contrast(.5) brightness(1.2)}", note],
  ["by a filter for pictures", "img{filter:brightness(0) invert(1)}", `<p><img alt="" src="a.png"> ${sentence}</p>`],
  [
    "by a line below its letters",
    ".note{color:#123;background-image:linear-gradient(#123,#123);background-size:0 2px;background-repeat:no-repeat}",
    note
  ],
  [
    "by a line below its letters, in short",
    ".note{color:#123;background:linear-gradient(#123,#123) no-repeat 0 100%/0 2px}",
    note
  ],
  ["by a ground of two colours", ".note{color:#fff;background:linear-gradient(#fff,#123)}", note],
  ["by a shadow of a colour", ".note{color:transparent;text-shadow:0 0 0 #123}", note],
  ["by the begin of a path on the page", `.note{position:absolute;offset-path:path("M20 20 L-5000 10")}`, note],
  [
    "by the end of a path",
    `.note{position:absolute;offset-path:path("M-5000 0 L0 0")}.note{offset-distance:100%}`,
    note
  ],
  ["by the end of a path, in short", `.note{position:absolute;offset:path('M-5000 0 L 0 0') 100%}`, note],
  [
    "by the end of a path in a variable",
    `.note{--p:path('M-5000 0 L 0 0') 100%;position:absolute;offset:var(--p)}`,
    note
  ],
  ["by a length of a path, in short", `.note{position:absolute;offset:path('M-5000 0 L 0 0') auto 5000px / 0 0}`, note],
  [
    "by a path that it moves along",
    `@keyframes along{to{offset-distance:100%}}.note{position:absolute;offset-path:path("M-5000 0 L0 0");animation:along 2s both}`,
    note
  ]
]

describe("what readers do not see", () => {
  for (const [name, sheet, body] of hidden) {
    it(`is left out where it is hidden ${name}`, () => assert.isFalse(isSeen(sheet, body)))
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
    it(`compares ${name} without case, and others do not`, () => {
      assert.isFalse(isSeen(sheet, body, ""))
      for (const beginning of beginnings) {
        assert.isFalse(isSeen(sheet, body, beginning))
        assert.isTrue(isSeen(sheet, body, `\ufeff ${beginning}\n<!DOCTYPE html>`))
      }
    })
  }

  it("compares classes that are left out without case", () => {
    assert.isTrue(isSeen(".note:not(.NOTE){display:none}", note, ""))
    assert.isFalse(isSeen(".note:not(.NOTE){display:none}", note))
  })

  it("compares attributes and letters beyond ASCII as they are", () => {
    assert.isTrue(isSeen("[data-is=NOTE]{display:none}", `<p data-is="note">${sentence}</p>`, ""))
    assert.isTrue(isSeen("[class~=NOTE]{display:none}", note, ""))
    assert.isTrue(isSeen(".NÖTE{display:none}", `<p class="nöte">${sentence}</p>`, ""))
  })

  it("shows what a script gives a class to, however it is written", () => {
    const opened = `${note}<script>document.querySelector(".note").classList.add("open")</script>`
    assert.isTrue(isSeen(".NOTE{display:none}.NOTE.open{display:block}", opened, ""))
  })
})

describe("what readers see", () => {
  for (const [name, sheet, body] of seen) it(`stays ${name}`, () => assert.isTrue(isSeen(sheet, body)))
})
