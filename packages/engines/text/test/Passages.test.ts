import { Passages } from "@dunlin/text"
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"

const text =
  "# Lighthouses\n\nThe first lamp was lit in 1822. It burned rape oil. 🔦 Sailors saw it from twenty miles.\n\n"
  + "- Keepers lived on the rock.\n- The **fog horn** came later, in 1871.\n\nToday a machine does the work. Nobody lives there."

describe("matches", () => {
  const marked = (words: string, query: string) =>
    Passages.matches(words, query).map(({ end, start }) => words.slice(start, end))

  it("returns the positions of query words in any inflection, regardless of accents and case", () => {
    assert.deepStrictEqual(marked("The CAFE\u0301 was lit; lamps burn.", "the lamp of a café"), ["CAFE\u0301", "lamps"])
    assert.deepStrictEqual(marked("The lamp", "the"), [])
    assert.deepStrictEqual(marked("", "lamp"), [])
  })
  it("does not mark URLs, and counts UTF-16 units", () => {
    assert.deepStrictEqual(marked("🔦 [Lamps](https://lamp.example/lamp) lit", "lamp"), ["Lamps"])
  })
  it("marks the same words in ASCII text as in other text", () => {
    const word = fc.oneof(
      fc.constantFrom(
        "lamps",
        "Lamp",
        "LAMP",
        "lamp2",
        "2",
        "ties",
        "ied",
        "ing",
        "sses",
        "y",
        "s",
        "the",
        "x".repeat(50)
      ),
      fc.string({ unit: fc.constantFrom(..."aeiosydgtnl") })
    )
    const gap = fc.constantFrom(" ", "-", "_", ". ", "](lamp)", "\u007f")
    fc.assert(fc.property(fc.array(fc.tuple(word, gap)), word, word, (pairs, one, other) => {
      const ascii = pairs.flat().join("")
      const query = `${one} ${other} lamp`
      // The last character makes the text one that is not ASCII.
      assert.deepStrictEqual(marked(ascii, query), marked(`${ascii} →`, query))
    }))
  })
  it("marks words of scripts without spaces as a whole", () => {
    assert.deepStrictEqual(marked("東京大学で自然言語処理の研究を行っている。", "言語処理"), ["言語処理"])
  })
  it("are ordered, disjoint, and inside the text", () => {
    fc.assert(fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (some, query) => {
      let before = 0
      for (const { end, start } of Passages.matches(`${some} ${query}`, query)) {
        assert.isTrue(start >= before && end > start && end <= some.length + 1 + query.length)
        before = end
      }
    }))
  })
})

describe("select", () => {
  it("finds the sentence with the answer", () => {
    const [best] = Passages.select(text, "When was the fog horn built?", 3)
    assert.strictEqual(text.slice(best!.start, best!.end), "- The **fog horn** came later, in 1871.")
  })
  it("compares stems, regardless of case and accents", () => {
    assert.isAbove(Passages.select("Café owners were running late.", "CAFE runs", 1)[0]!.score, 0)
    for (
      const [word, other] of [["ponies", "pony"], ["relational", "relate"], ["hopping", "hop"], [
        "electricity",
        "electrical"
      ]]
    ) {
      assert.strictEqual(Passages.select(`The ${word!} here.`, other!, 1).length, 1, word)
    }
  })
  it("finds words in scripts without spaces", () => {
    const japanese = "灯台は海の近くにあります。\n今日は天気がいいです。"
    const [best] = Passages.select(japanese, "天気はどうですか", 1)
    assert.strictEqual(japanese.slice(best!.start, best!.end), "今日は天気がいいです。")
  })
  it.each([
    [
      "words that only the sentence before has",
      "Who opposed the tax?",
      "Some opposed the war.\nIt rained.\nA tax is paid.\nIt rained.\nThe king wanted a tax.\nNobody opposed it.",
      "Nobody opposed it."
    ],
    [
      "words side by side",
      "water level",
      "The level of detail in water colours is high.\nThe high water level is a concern.\nA level is a tool.",
      "The high water level is a concern."
    ],
    [
      "a number, when one is asked for",
      "When was the bridge opened?",
      "The bridge was opened by the king.\nThe bridge opened in 1911.",
      "The bridge opened in 1911."
    ],
    [
      "a number in other languages",
      "橋はいつ開通しましたか",
      "橋は王によって開通しました。\n橋は1911年に開通しました。",
      "橋は1911年に開通しました。"
    ],
    [
      "words that begin alike, where the text lacks the word",
      "inauguration",
      "It rained.\nThe inaugural speech was short.",
      "The inaugural speech was short."
    ]
  ])("prefers %s", (_, query, text, expected) => {
    const [best] = Passages.select(text, query, 1)
    assert.strictEqual(text.slice(best?.start, best?.end), expected)
  })
  it("does not treat a number of the query as an answer", () => {
    const text = "In 1911 the bridge was opened.\nThe bridge was opened in 1911, after 14 years of work."
    const [best] = Passages.select(text, "How many years did the bridge of 1911 take?", 1)
    assert.strictEqual(text.slice(best?.start, best?.end).slice(-17), "14 years of work.")
  })
  it("finds nothing if nothing matches", () => {
    assert.deepStrictEqual(Passages.select(text, "zebra", 3), [])
    assert.deepStrictEqual(Passages.select("", "lamp", 3), [])
    assert.deepStrictEqual(Passages.select(text, "lamp", 0), [])
  })
  it("returns exact offsets in order of score", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("lamp", "🔦", ". ", "\n", " ", "é", "fog", "! ", "|", "# ", "海"), { maxLength: 60 }),
        (parts) => {
          const s = parts.join("")
          const found = Passages.select(s, "lamp fog 海", 50)
          let last = Infinity
          for (const { end, score, start } of found) {
            assert.isTrue(start >= 0 && start < end && end <= s.length)
            assert.strictEqual(s.slice(start, end), s.slice(start, end).trim())
            assert.isAtMost(score, last)
            last = score
          }
        }
      )
    )
  })
})

describe("highlight", () => {
  it("joins the best passages in the order of the text", () => {
    const found = Passages.highlight(text, "first lamp oil fog horn", { maxLength: 120 })
    assert.isAtMost(found.length, 120)
    assert.match(found, /^The first lamp was lit in 1822\./)
    assert.include(found, "fog horn")
  })
  it("cuts a long sentence between words, never inside a character", () => {
    const found = Passages.highlight(`lamp ${"🔦".repeat(200)}`, "lamp", { maxLength: 41 })
    assert.isAtMost(found.length, 41)
    assert.isTrue(found.isWellFormed())
  })
  it("never cuts a link, image, code, or mark", () => {
    const image = "![The old lamp! It burned. Bright!](https://example.com/lamp_(1).jpg \"Lamp! And oil. 1822\")"
    const link = "[Read more! About lamps? Here.](https://example.com/read)"
    for (const inner of [image, link, `[${image}](/big)`, "`lamp! Then oil? Or.`", "**Lamp! Oil? Wick.**"]) {
      const line =
        `The keeper wrote about the lamp in his diary. ${inner} And then the oil ran out. Nobody came to the rock.`
      for (const query of ["lamp", "oil", "keeper rock", "read lamps"]) {
        const found = Passages.highlight(line, query)
        const pieces = found.split(inner).join("")
        assert.notMatch(pieces, /[[\]()`*]/, `${query}: ${found}`)
      }
      for (let maxLength = 10; maxLength < 160; maxLength++) {
        const found = Passages.highlight(line, "lamp oil", { maxLength })
        assert.isAtMost(found.length, maxLength)
        assert.notMatch(found.split(inner).join(""), /[[\]`*]|\]\(/, `${maxLength}: ${found}`)
      }
    }
  })
  it("reads a passage with endless marks in linear time", () => {
    for (const mark of ["[", "![", "`", "``` ` ", "**a ", "<a", "](", "[a](", "\\", "_a*b~~"]) {
      assert.isString(Passages.highlight(`lamp ${mark.repeat(20_000)}. Oil`, "lamp"))
    }
  })
  it("quotes a comment of long code completely, and a documentation string by paragraphs", () => {
    const code = "valve_count = registry.lookup(pump).size\n".repeat(60)
    const comment = "// The operator must not\n// open the valve by hand."
    const string = "\"\"\"Opens nothing.\n\n    Visitors must not\n    ring the bell.\n    \"\"\""
    const page = `\`\`\`python\n${code}${comment}\n${code}${string}\n${code}\`\`\``
    assert.include(Passages.highlight(page, "open by hand"), "must not\n// open the valve by hand.")
    assert.include(Passages.highlight(page, "ring bell"), "Visitors must not\n    ring the bell.")
    assert.notInclude(Passages.highlight(page, "ring bell"), "Opens nothing")
  })

  it("quotes a row with the table header if the header negates the row", () => {
    const table = (head: string) =>
      `| ${head} | place |\n| --- | --- |\n| open the valve | hall |\n| ring the bell | yard |`
    assert.include(Passages.highlight(table("You must not"), "valve"), "You must not")
    assert.notInclude(Passages.highlight(table("Task"), "valve"), "Task")
  })

  it("returns nothing if nothing matches", () => assert.strictEqual(Passages.highlight(text, "zebra"), ""))
})
