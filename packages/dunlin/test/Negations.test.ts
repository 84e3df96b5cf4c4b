import { assert, it } from "@effect/vitest"
import { createClient } from "dunlin"

const verbs = ["open", "close", "start", "remove", "enter", "lift", "paint", "oil", "move", "touch"]
const negations = ["shall not", "must not", "may not", "should never", "do not"]
const things = ["valve", "crank", "hatch", "boiler", "ladder", "filter", "gauge", "winch"]

/** Ends of lines inside a paragraph. */
const wraps: ReadonlyArray<{ readonly name: string; readonly end: string }> = [
  { name: "a line end", end: "\n" },
  { name: "a line end of Windows", end: "\r\n" },
  { name: "a line break of HTML", end: "<br>\n" },
  { name: "a line break of Markdown", end: "  \n" },
  { name: "a quoted mail", end: "\n> " }
]

/** Where the line ends: before the negation, behind it, around it, or around what is forbidden. */
const positions: ReadonlyArray<(words: readonly [string, string, string, string], end: string) => string> = [
  ([modal, not, verb, thing], end) => `${modal}${end}${not} ${verb} the ${thing} by hand`,
  ([modal, not, verb, thing], end) => `${modal} ${not}${end}${verb} the ${thing} by hand`,
  ([modal, not, verb, thing], end) => `${modal}${end}${not}${end}${verb} the ${thing} by hand`,
  ([modal, not, verb, thing], end) => `${modal} ${not} ${verb}${end}the ${thing}${end}by hand`
]

interface Case {
  readonly url: string
  readonly query: string
  readonly text: string
  readonly act: string
  readonly negated: string
}

/** 200 pages: each verb with each way to end a line at each position. */
const cases = verbs.flatMap((verb, at) =>
  wraps.flatMap(({ end, name }, wrap) =>
    positions.map((write, position): Case => {
      const number = at * wraps.length * positions.length + wrap * positions.length + position
      const negation = negations[number % negations.length]!
      const thing = things[number % things.length]!
      const [modal, not] = negation.split(" ") as [string, string]
      const said = write([modal, not, verb, thing], end)
      const start = name === "a quoted mail" ? "> " : ""
      const lines = [
        `${start}The station has a log of each day, and the clerk signs it at noon before`,
        "lunch. Guests of the plant, e.g. friends of Dr. Miller, wait at the gate until",
        `they are called. All those who work in hall ${number} of the old station`,
        `${said} while the lamp of the pump is`,
        "red, or when the bell rings. The bell is made of brass and the lamp is of glass.",
        "Nets are mended on Mondays in the yard behind the mill."
      ]
      const host = `n${number}.example`
      return {
        url: `https://${host}/`,
        query: `${verb} ${thing} by hand site:${host}`,
        text: `# Hall ${number}\n\n${lines.join(end)}\n`,
        act: `${verb} the ${thing}`,
        negated: `${negation} ${verb} the ${thing}`
      }
    })
  )
)

const flat = (text: string): string => text.replace(/<br>|^> /gm, " ").replace(/\s+/g, " ")

it("keeps each of 200 negations with its object, wherever the line ends", async () => {
  assert.lengthOf(cases, 200)
  const client = createClient()
  await client.index(cases.map(({ text, url }) => ({ url, title: new URL(url).hostname, text })))
  const quoted: Record<string, number> = {}
  const lost: Array<string> = []
  for (const { act, negated, query, text, url } of cases) {
    const { data } = await client.search(query, {
      limit: 1,
      scrapeOptions: { formats: ["summary", { type: "highlights", query: act }, { type: "question", question: act }] }
    })
    const [hit] = data.web ?? []
    const { passages, text: answer } = await client.answer(query, { maxTokens: 90, limit: 1 })
    const reading = await client.read(url, { maxTokens: 60, query: act })
    const outputs = {
      description: hit?.description,
      highlights: hit?.highlights,
      question: hit?.answer,
      summary: hit?.summary,
      answer,
      passages: passages.map((passage) => passage.text).join("\n\n"),
      reading: reading.text
    }
    for (const [name, output] of Object.entries(outputs)) {
      const said = flat(output ?? "")
      if (!said.includes(act)) continue
      quoted[name] = (quoted[name] ?? 0) + 1
      if (!said.includes(negated)) lost.push(`${name}: ${JSON.stringify(said)} of ${JSON.stringify(text)}`)
    }
  }
  await client.close()
  assert.deepStrictEqual(lost, [])
  const all = { description: 200, highlights: 200, question: 200, answer: 200, passages: 200, reading: 200 }
  assert.deepStrictEqual({ ...quoted, summary: 0 }, { ...all, summary: 0 })
  assert.isAtLeast(quoted["summary"] ?? 0, 20)
})
