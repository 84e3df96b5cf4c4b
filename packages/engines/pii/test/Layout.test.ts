/** Layout must not hide what a text says: each rewrite of a fixture finds what the flat text finds. */
import { detect, entities, type Entity } from "@dunlin/pii"
import { assert, describe, it } from "@effect/vitest"

/** Flat sentences with one finding each, in ⟦ ⟧. */
const sentences: ReadonlyArray<readonly [Entity, string]> = [
  ["PERSON", "Please write to ⟦Maria Gonzalez⟧ about the pump of the harbour before the end of the week."],
  ["PERSON", "The report was signed by Dr. ⟦Thomas Becker⟧ and sent to the board of the water works."],
  ["PERSON", "I spoke with ⟦Robert Miller⟧ yesterday about the pump."],
  ["PERSON", "In the evening ⟦Ludwig van der Berg⟧ repaired the lock and went home by boat."],
  ["PHONE", "You can write, or call ⟦+1 (415) 555-0132⟧ in the morning before nine."],
  ["PHONE", "You can write, or call ⟦+49 30 901820⟧ in the morning before nine."],
  ["FINANCIAL", "Would you please pay to IBAN ⟦DE89 3704 0044 0532 0130 00⟧ before Friday evening."],
  ["FINANCIAL", "We saw that the card ⟦4111 1111 1111 1111⟧ was charged yesterday evening."],
  ["EMAIL", "For all questions about boats write to ⟦maria@quill.example⟧ and wait for an answer."],
  ["LOCATION", "As far as we know they live at ⟦12 Harbour Street, Springfield, IL 62704⟧ since May."],
  ["SECRET", "Our server has a new login and its password is ⟦Zk7!mQ2x9⟧ since this morning."]
]

interface Fixture {
  readonly entity: Entity
  readonly before: string
  readonly value: string
  readonly after: string
}

const fixtures: ReadonlyArray<Fixture> = sentences.map(([entity, marked]) => {
  const [before, value, after] = marked.split(/[⟦⟧]/)
  return { entity, before: before!, value: value!, after: after! }
})

/** The letters and digits of a text that no finding of the kind covers, or covers of any kind. */
const left = (text: string): string => {
  let kept = text
  for (const { end, start } of detect(text, { entities })) {
    kept = kept.slice(0, start) + " ".repeat(end - start) + kept.slice(end)
  }
  return kept
}

const wordsOf = (value: string): ReadonlyArray<string> => value.match(/[\p{L}\d]+/gu)!.filter((word) => word.length > 1)

const leaks = (text: string, { value }: Fixture): ReadonlyArray<string> => {
  const kept = left(text)
  return wordsOf(value).filter((word) => new RegExp(`(?<![\\p{L}\\d])${word}(?![\\p{L}\\d])`, "u").test(kept))
}

const wrap = (text: string, column: number, newline = "\n"): string => {
  let out = ""
  let width = 0
  for (const word of text.split(" ")) {
    if (width > 0 && width + 1 + word.length > column) {
      out += newline
      width = 0
    } else if (width > 0) {
      out += " "
      width++
    }
    out += word
    width += word.length
  }
  return out
}

const assertNoLeak = (name: string, rewrite: (fixture: Fixture) => ReadonlyArray<string>) =>
  assert.deepStrictEqual(
    fixtures.flatMap((fixture) => [...new Set(rewrite(fixture))].filter((text) => leaks(text, fixture).length > 0)),
    [],
    name
  )

const flat = ({ after, before, value }: Fixture): string => before + value + after

describe("layout", () => {
  it("finds all of the flat fixtures", () => assertNoLeak("flat", (fixture) => [flat(fixture)]))

  it("finds names in a paragraph that is wrapped at any column", () => {
    for (const newline of ["\n", "\r\n", "\n> ", "\n// "]) {
      assertNoLeak(
        `wrapped with ${JSON.stringify(newline)}`,
        (fixture) =>
          Array.from({ length: 80 }, (_, column) => newline.trimStart() + wrap(flat(fixture), column + 20, newline))
      )
    }
  })

  it("finds names with one line end at any word", () => {
    for (const end of ["\n", "  \n", "\\\n", "<br>", "<br />\n"]) {
      assertNoLeak(`broken by ${JSON.stringify(end)}`, (fixture) => {
        const words = flat(fixture).split(" ")
        return words.slice(1).map((_, at) => words.slice(0, at + 1).join(" ") + end + words.slice(at + 1).join(" "))
      })
    }
  })

  it("finds names with double spaces and tabs", () => {
    for (const space of ["  ", "   ", " \u00a0"]) {
      assertNoLeak("spaces", (fixture) => [
        flat(fixture).replaceAll(" ", space),
        fixture.before + fixture.value.replaceAll(" ", space) + fixture.after
      ])
    }
  })

  it("finds names with emphasis around each word", () => {
    const open = ["**", "*", "_", "__", "***", "<b>", "<strong>", "<em class=\"x\">"]
    const close = ["**", "*", "_", "__", "***", "</b>", "</strong>", "</em>"]
    open.forEach((mark, at) => {
      assertNoLeak(mark, (fixture) => [
        fixture.before + fixture.value.split(" ").map((word) => mark + word + close[at]!).join(" ") + fixture.after,
        fixture.before + mark + fixture.value + close[at]! + fixture.after
      ])
    })
  })

  it("finds names with zero-width marks", () => {
    for (const mark of ["\u200b", "\u00ad", "\u2060", "\ufeff"]) {
      assertNoLeak("zero width", (fixture) => [
        fixture.before + fixture.value.split("").join(mark) + fixture.after,
        fixture.before + fixture.value.replaceAll(" ", ` ${mark}`) + fixture.after
      ])
    }
  })

  it("finds names in table cells", () => {
    assertNoLeak("cells", (fixture) => [
      `| No | Note |\n| --- | --- |\n| 7 | ${flat(fixture).replaceAll(" ", "  ")} |`,
      `| No | Note |\n| --- | --- |\n| 7 | ${flat(fixture).replaceAll(" ", "<br>")} |`
    ])
  })

  const named = (text: string) => detect(text, { entities: ["PERSON"] }).map(({ end, start }) => text.slice(start, end))

  it("finds names with the family name first in tables, lists, fields, and after labels", () => {
    for (
      const name of [
        "Gonzalez, Maria",
        "Columbus Baker, Christopher",
        "van der Berg, Ludwig",
        "O'Neill, Sinéad",
        "Lindqvist, Jean-Pierre",
        "Gonçalves, Marcos Augusto",
        "Müller, Anna K."
      ]
    ) {
      for (
        const text of [
          `| Name | Room |\n| --- | --- |\n| ${name} | 12 |`,
          `| Nr. | Mitarbeiter |\n|---|---|\n| 4 | **${name}** |`,
          `| Name | Room |\n| --- | --- |\n| ${name}, Dr. med. | 12 |`,
          `<table><tr><td>${name}</td><td>12</td></tr></table>`,
          `id,name,room\n7,"${name}",12\n`,
          `id\tname\troom\n7\t${name}\t12\n`,
          `Participants:\n- ${name}\n- Miller, Jane\n- Becker, Thomas\n`,
          `1. ${name} (room 12)\n2. Miller, Jane (room 4)\n3. Becker, Thomas (room 7)\n`,
          `${name}\nMiller, Jane\nBecker, Thomas\n`,
          `Name: ${name}\nRoom: 12\n`,
          `Paciente: ${name}\n`
        ]
      ) assert.strictEqual(named(text)[0], name, text)
    }
  })

  it("finds names of common words with the family name first in a column of names", () => {
    for (const name of ["Trump, Donald", "Gates, Bill", "Ferreira, Marcos Eduardo"]) {
      assert.deepStrictEqual(named(`| Name | Room |\n| --- | --- |\n| ${name} | 12 |`), [name])
    }
  })

  it("finds every name of a list if most of its names are listed", () => {
    const text = "- Miller, Jane\n- Quibblesworth, Zephyr\n- Becker, Thomas\n- Rossi, Mario\n"
    assert.deepStrictEqual(named(text), ["Miller, Jane", "Quibblesworth, Zephyr", "Becker, Thomas", "Rossi, Mario"])
  })

  it("finds nothing in towns, objects, and clauses with a comma", () => {
    for (
      const text of [
        "| Name | Room |\n| --- | --- |\n| Springfield, Illinois | 12 |",
        "| Name | Room |\n| --- | --- |\n| Austin, Texas | 12 |",
        "| Name | Room |\n| --- | --- |\n| Melbourne, Victoria | 12 |",
        "| Name | Price |\n| --- | --- |\n| Wrench, Adjustable | 12 |\n| Pepper, Cayenne | 3 |",
        "- Apples, Oranges\n- Table, Round\n- Houston, Austin\n",
        "He said: \"Sorry, Sir\", and went.",
        "Paris, London\nMadrid, Rome\n",
        "| Name | Code |\n| --- | --- |\n| Schraube, Verzinkt | 12 |\n| Mutter, Edelstahl | 4 |"
      ]
    ) assert.deepStrictEqual(named(text), [], text)
    assert.deepStrictEqual(named("**Autorin: Hedda Friis, Projektleiterin an der Westküste.**"), ["Hedda Friis"])
  })

  it("finds a number that a line end divides after a short first line", () => {
    for (
      const text of ["call +49\n30 901820 today", "the card 4111\n1111 1111 1111 was used", "4111 1111 1111\n1111"]
    ) {
      assert.deepStrictEqual(detect(text).map(({ end, start }) => text.slice(start, end)), [
        /[+\d][\d\s]+\d/.exec(text)![0]
      ])
    }
    assert.deepStrictEqual(detect("2019 4111\n1111 1111 1111 2020"), [])
  })

  it("does not join names on separate lines", () => {
    for (
      const text of [
        "Robert Smith\nMaria Jones\nAnn Miller",
        "- Robert Smith\n- Maria Jones\n- Ann Miller",
        "| Robert Smith | Maria Jones |\n| --- | --- |\n| Ann Miller | x |"
      ]
    ) {
      assert.deepStrictEqual(
        detect(text).map(({ end, start }) => text.slice(start, end)),
        ["Robert Smith", "Maria Jones", "Ann Miller"],
        text
      )
    }
  })

  it("does not join lines of code, with any other text around", () => {
    const code = "We met.\n\n```\nWe met with Maria\nSchneider, and Thomas\nBecker was there.\n```\n\nMore text.\n"
    for (
      const more of ["", "\n| Name |\n| --- |\n| Miller, Jane |\n", "\nSee https://x.example/?q=Dear%20Ann%20Lee\n"]
    ) {
      const inCode = detect(code + more).filter(({ start }) => start < code.length)
      assert.deepStrictEqual(inCode, [], more)
    }
  })
})
