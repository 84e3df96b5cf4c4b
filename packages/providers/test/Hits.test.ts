import { Hits } from "@dunlin/providers"
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { anyText } from "../../common/test/anyText.ts"

const now = Date.parse("2026-11-20T12:00:00Z")

describe("Hits", () => {
  for (
    const [value, expected] of [
      ["2026-03-01", "2026-03-01"],
      ["2026-03-01T10:00:00Z", "2026-03-01T10:00:00.000Z"],
      ["2026-03-01 10:00:00+0200", "2026-03-01T08:00:00.000Z"],
      ["2026-03-01T10:00:00", "2026-03-01T10:00:00.000Z"],
      ["Mar 3, 2026", "2026-03-03"],
      ["3 March 2026", "2026-03-03"],
      ["Tue, 03 Mar 2026 10:00:00 GMT", "2026-03-03T10:00:00.000Z"],
      ["3 hours ago", "2026-11-20T09:00:00.000Z"],
      ["an hour ago", "2026-11-20T11:00:00.000Z"],
      ["2 days ago", "2026-11-18T12:00:00.000Z"],
      ["yesterday", "2026-11-19"],
      [1_772_359_200, "2026-03-01T10:00:00.000Z"],
      ["", undefined],
      [null, undefined],
      ["2026-13-45", undefined],
      ["soon", undefined],
      ["12 Mar", undefined],
      ["01.02.2025", undefined],
      ["03/04/2026", undefined],
      ["2/30/2026", undefined],
      ["2026/02/30", undefined],
      ["2026/3/4", "2026-03-04"],
      ["2026-03", "2026-03-01"],
      ["2026-03-01 10:00:00 UTC", "2026-03-01T10:00:00.000Z"],
      ["2026-03-01t10:00:00 utc", "2026-03-01T10:00:00.000Z"],
      ["2026-03-01 10:00:00 +0200", "2026-03-01T08:00:00.000Z"],
      ["2026-13", undefined],
      ["product 2026", undefined],
      ["yesterday 2026", undefined],
      ["Mar 3, 2026 23:30 EST", undefined],
      ["Tue Mar 03 2026 10:00:00 GMT+0100 (CET)", undefined],
      ["Tue Mar 03 2026 10:00:00 GMT+0100", "2026-03-03T09:00:00.000Z"],
      ["Monday, 2 March 2026", "2026-03-02"],
      ["Mar 3, 2026 10:00 AM", "2026-03-03T10:00:00.000Z"],
      [Number.NaN, undefined]
    ] as const
  ) {
    it(`reads the date ${String(value)}`, () => assert.strictEqual(Hits.date(value, now), expected))
  }

  it("reads long hostile snippets in linear time", () => {
    for (const piece of ["<b>", "<b ", "&", "<!--", "</b>"]) {
      assert.isBelow(Hits.plain(piece.repeat(300_000)).length, 60_001)
    }
  })

  it("extracts text from HTML", () => {
    assert.strictEqual(Hits.plain("The <strong>quick</strong> fox &amp; &#8220;dog&#8221;"), "The quick fox & “dog”")
    assert.strictEqual(Hits.plain("one<br>two  three"), "one two three")
    assert.strictEqual(Hits.plain("a < b"), "a < b")
  })

  it("never throws on a date or a fragment", () => {
    fc.assert(fc.property(anyText(), (text) => {
      Hits.plain(text)
      const date = Hits.date(text, now)
      return date === undefined || !Number.isNaN(Date.parse(date))
    }))
  })

  it("omits missing fields", () => {
    assert.deepStrictEqual(Hits.web({ url: "https://a.example/", title: null }), [{
      source: "web",
      url: "https://a.example/",
      title: "",
      description: "",
      position: 0
    }])
    assert.deepStrictEqual(Hits.web({ url: null }), [])
    assert.deepStrictEqual(Hits.image({ url: "https://a.example/", imageUrl: "" }), [])
  })
})
