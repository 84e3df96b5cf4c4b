import { detect } from "@dunlin/pii"
import { describe, it } from "@effect/vitest"
import { assert } from "vitest"

const namesOf = (text: string) => detect(text, { entities: ["PERSON"] }).map(({ end, start }) => text.slice(start, end))

describe("names that a line end divides", () => {
  it("are found completely if the first line is short", () => {
    for (
      const [name, behind] of [
        ["Harald Beckmann", " ist Inhaber der Firma."],
        ["Federico Fellini", " once said: \"The clown is the shadow\"."],
        ["Letizia Bellabarba", ", presidentessa del gruppo, ha dichiarato"],
        ["Silvia Celeste", " soffriva di una malformazione."]
      ] as const
    ) {
      const broken = name.replace(" ", "\n")
      assert.deepStrictEqual(namesOf(broken + behind), [broken])
    }
  })

  it("are found across several line ends, after quotation marks, and after a label", () => {
    assert.deepStrictEqual(namesOf("Médico: Héctor\nPastor\nNavarro es el médico."), ["Héctor\nPastor\nNavarro"])
    assert.deepStrictEqual(namesOf("> we spoke to Robert\n> Miller, who agreed"), ["Robert\n> Miller"])
  })

  it("are found completely if the first word alone has a higher score", () => {
    const text = "such as Bill\nGold and Saul\nBass, who would produce posters"
    assert.deepStrictEqual(namesOf(text), ["Bill\nGold", "Saul\nBass"])
  })

  it("do not join the last word of one line with the label or name of the next", () => {
    assert.deepStrictEqual(namesOf("Name: Maria Lindqvist\nSex: F\nName: Robert\nDate of birth: 1 May"), [
      "Maria Lindqvist",
      "Robert"
    ])
    assert.deepStrictEqual(namesOf("Maria Lindqvist\nRobert Miller\nJohn Harper"), [
      "Maria Lindqvist",
      "Robert Miller",
      "John Harper"
    ])
  })
})
