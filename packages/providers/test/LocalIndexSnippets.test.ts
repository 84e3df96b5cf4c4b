import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { makeHere } from "./onThisThread.ts"
import { ask } from "./questions.ts"

const before = Array.from({ length: 14 }, (_, at) => `Pump ${at + 1} has a filter of steel.`).join("\n\n")
const after = Array.from({ length: 14 }, (_, at) => `Tank ${at + 1} has a lid of glass.`).join("\n\n")

/** The description of a page for a query, among sentences that say nothing of it. */
const described = (text: string, query: string) =>
  Effect.gen(function*() {
    const index = yield* makeHere
    yield* index.add([{
      url: "https://manual.example/",
      title: "Manual",
      text: `${before}\n\n${text}\n\n${after}`
    }])
    const [hit] = (yield* ask(index, query)).hits
    return hit?.source === "web" ? hit.description : ""
  })

/** A sentence of 170 characters, so that a cut after 300 characters is inside the one behind it. */
const long = `Valve works need a permit, ${"which the office of the plant gives in the morning, ".repeat(3).trim()}.`

describe("a description of the embedded index", () => {
  const cases: ReadonlyArray<readonly [name: string, text: string, query: string, whole: string]> = [
    [
      "a wrapped line",
      `The operator of the third station\nshall not\nopen the valve by hand while\nthe pump runs.`,
      "open valve by hand",
      "The operator of the third station shall not open the valve by hand while the pump runs."
    ],
    [
      "a line break of HTML",
      "The operator of the third station shall not<br>open the valve by hand<br>while the pump runs.",
      "open valve by hand",
      "The operator of the third station shall not open the valve by hand while the pump runs."
    ],
    [
      "abbreviations",
      "Never let staff of the plant, e.g. Dr. Miller of No. 5 or the guests of St. Mary, open the valve by hand.",
      "open valve by hand",
      "Never let staff of the plant, e.g. Dr. Miller of No. 5 or the guests of St. Mary, open the valve by hand."
    ],
    [
      "a sentence that would begin too far before the words",
      `No person, ${
        "whether of the plant or of the office that gives the permits, ".repeat(3)
      }may open the valve by hand.`,
      "open valve by hand",
      `No person, ${
        "whether of the plant or of the office that gives the permits, ".repeat(3)
      }may open the valve by hand.`
    ],
    [
      "a condition behind the sentence",
      `${long} Open the valve by hand in an emergency. Unless the lamp of the pump is red, ${
        "which the clerk of the plant sees from the office, ".repeat(3)
      }do nothing.`,
      "open valve by hand emergency",
      `Open the valve by hand in an emergency. Unless the lamp of the pump is red, ${
        "which the clerk of the plant sees from the office, ".repeat(3)
      }do nothing.`
    ],
    [
      "the line that governs an item",
      `Do not:\n\n- ${
        "run the pump dry, or with sand in the pipe of the well, at any time; ".repeat(4)
      }\n- open the valve by hand`,
      "open valve by hand",
      "Do not: … open the valve by hand"
    ]
  ]
  for (const [name, text, query, whole] of cases) {
    it.live(`does not divide a sentence: ${name}`, () =>
      Effect.gen(function*() {
        assert.include(yield* described(text, query), whole)
      }))
  }

  it.live("starts and ends with a complete sentence", () =>
    Effect.gen(function*() {
      const text = `${long} The seal of the crank\nwears out, cf. p. 12, after a year. ${long} ${long}`
      const description = yield* described(text, "seal of the crank")
      assert.match(description, /^… The seal of the crank wears out, cf\. p\. 12, after a year\..*morning,\.$/)
    }))

  it.live("marks the words of the query after the line that governs them", () =>
    Effect.gen(function*() {
      const index = yield* makeHere
      yield* index.add([{
        url: "https://manual.example/",
        title: "Manual",
        text: `${before}\n\nDo not:\n\n- ${
          "run the pump dry at any time; ".repeat(10)
        }\n- open the **valve** by hand\n\n${after}`
      }])
      const [hit] = (yield* ask(index, "open valve")).hits
      assert.strictEqual(hit?.source, "web")
      if (hit?.source !== "web") return
      const marked = (hit.matches ?? []).map(({ end, start }) => hit.description.slice(start, end))
      assert.deepStrictEqual(marked, ["open", "valve"])
    }))

  it.live("cuts only a sentence that is much longer than a description, after its beginning", () =>
    Effect.gen(function*() {
      const words = "the pump and the tank and the pipe and the seal and "
      const description = yield* described(
        `No person may wash ${words.repeat(30)}open the valve by hand.`,
        "valve by hand"
      )
      assert.match(description, /^… No person may wash the pump .* … .* open the valve by hand\.$/)
      assert.isBelow(description.length, 400)
    }))
})

describe("a page whose text has no statement", () => {
  it.effect("is found by its title, without a description", () =>
    Effect.gen(function*() {
      const index = yield* makeHere
      yield* index.add([
        { url: "https://manual.example/rule", title: "Horizontal rule", text: "---\n\n* * *" },
        {
          url: "https://manual.example/tag",
          title: "Tag over lines",
          text: "Valves <span\nclass=x> close. Pumps [run\non](/a) water."
        }
      ])
      for (const query of ["horizontal rule", "tag lines"]) {
        const { hits } = yield* ask(index, query)
        assert.lengthOf(hits, 1)
      }
    }))
})
