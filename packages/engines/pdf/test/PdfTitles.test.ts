import { assert, describe, it } from "@effect/vitest"
import { markdownOf, sketch } from "./pdfSketch.ts"

const titles = (markdown: string): Array<string> => markdown.split("\n").filter((row) => row.startsWith("#"))

describe("titles", () => {
  it("with a section number are separate from the text below", () => {
    const markdown = markdownOf(sketch(`
  B.3 Rigging
  The mast is held by wires which run from its top to the sides of
  the hull, and to the bow and the stern of it, as they always did.

  B.4 Sails
  There are two of them, or three where the wind is light and steady
  and nobody is in a hurry to be back in the harbour before evening.
`))
    assert.deepStrictEqual(titles(markdown).map((title) => title.replace(/^#+ /, "")), ["B.3 Rigging", "B.4 Sails"])
  })

  it("are not the first words of a sentence that starts with a number", () => {
    const markdown = markdownOf(sketch(`
  2.5 Metres is what she draws when all of her tanks are full and when
  the whole of the crew is on board with what they need for a week.
`))
    assert.deepStrictEqual(titles(markdown), [])
  })

  it("with consecutive numbers and without text are a list", () => {
    const markdown = markdownOf(sketch(`
  *Contents

  *1. The Hull

  *2. The Rig

  *3. The Sails
`))
    assert.include(markdown, "1. The Hull\n2. The Rig\n3. The Sails")
  })

  it("with text in the same line are not titles", () => {
    const text = `
  She was built of oak in a yard that is no more, and has been at sea
  for longer than anybody who sails on her today has been alive so far.
`
    const markdown = markdownOf(sketch(`
  *1. The Hull
${text}
  *2. The Rig
${text}
  *3. The Sails
${text}`))
    assert.lengthOf(titles(markdown), 3)
  })
})

describe("a table of contents", () => {
  const contents = `
  Contents

  About this book                    vii
  Experiment 1:     Pressure in a tank at rest 3
  Experiment 2:     The theorem of a man named Bernoulli 13
  Experiment 3:     Losses 24
  Experiment 4:     Impact of a jet 33
  Experiment 5:     Flow over weirs 43
`
  it("has each title with its page", () => {
    const markdown = markdownOf(sketch(contents))
    assert.include(markdown, "Experiment 1: Pressure in a tank at rest 3")
    assert.include(markdown, "Experiment 5: Flow over weirs 43")
  })

  it("is not detected if the numbers do not increase", () => {
    const shuffled = contents.replace("rest 3", "rest 90").replace("Losses 24", "Losses 8").replace("jet 33", "jet 2")
    assert.notInclude(markdownOf(sketch(shuffled)), "Experiment 1: Pressure in a tank at rest 90")
  })
})
