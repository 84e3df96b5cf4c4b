// Negations separated from the text that they govern: npm run bench -- negations [--failures=20]
// Indexes 200 pages, each with a negation in another layout. An output that quotes the forbidden act must contain the
// negation. The judge compares words and shares no code with the product.
import { createClient } from "dunlin"
import { parseArgs } from "node:util"
import { cases } from "./negations/layouts.ts"
import { figure } from "./report.ts"

const flat = (text: string): string =>
  text.replace(/\n[^\n]*\[Page \d+\][^\n]*\n[\s\f]*(?:RFC 9999[^\n]*\n)?/g, "\n")
    .replace(/<br ?\/?>|<\/?em>|\*\*|\[\^\d+\]| \[\d\](?= )|\\$/gm, (found) => found.startsWith("<br") ? " " : "")
    .replace(/ \[\d\](?=\n)|\\\n/g, "\n")
    .replace(/^[ \t]*(?:(?:>[ \t]?)+|\/\/\/?|#+|\*+|--|;|%|-)(?=[ \t])/gm, " ")
    .replace(/([\u3040-\u30ff\u4e00-\u9fff])\s*\n\s*(?=[\u3040-\u30ff\u4e00-\u9fff])/g, "$1")
    .replace(/\s+/g, " ")

export const run = async (args: ReadonlyArray<string>): Promise<void> => {
  const { values } = parseArgs({ args: [...args], options: { failures: { type: "string", default: "10" } } })
  const all = cases()
  const client = createClient()
  await client.index(all.map(({ text, url }) => ({ url, title: "Rules", text })))
  let outputs = 0
  const lost: Array<string> = []
  const parted = new Set<string>()
  const silent: Array<string> = []
  for (const { act, governed, layout, query, text, url } of all) {
    const asked = `${query} site:${new URL(url).hostname}`
    const { data } = await client.search(asked, {
      limit: 1,
      scrapeOptions: { formats: ["summary", { type: "highlights", query: act }, { type: "question", question: act }] }
    })
    const [hit] = data.web ?? []
    const { passages, text: answer } = await client.answer(asked, { maxTokens: 130, limit: 1 })
    const reading = await client.read(url, { maxTokens: 110, query: act })
    const made: Readonly<Record<string, string | null | undefined>> = {
      description: hit?.description,
      highlights: hit?.highlights,
      question: hit?.answer,
      summary: hit?.summary,
      answer,
      passages: passages.map((passage) => [...passage.headings, passage.text].join("\n")).join("\n"),
      reading: reading.text
    }
    let quoted = 0
    for (const [name, output] of Object.entries(made)) {
      const said = flat(output ?? "")
      if (!said.includes(act) && !governed.test(said)) continue
      quoted++
      if (governed.test(said)) continue
      parted.add(url)
      lost.push(`${layout} | ${name}\n  ${JSON.stringify(output)}\n  of ${JSON.stringify(text)}`)
    }
    outputs += quoted
    if (quoted < 3) silent.push(`${layout}: ${quoted}`)
  }
  await client.close()
  for (const each of lost.slice(0, Number(values.failures))) console.log(each)
  const kinds = new Map<string, number>()
  for (const each of lost) {
    const [kind] = each.split("\n")
    kinds.set(kind!, (kinds.get(kind!) ?? 0) + 1)
  }
  for (const [kind, count] of kinds) console.log(`${String(count).padStart(4)} ${kind}`)
  if (silent.length > 0) console.log(`quoted by fewer than 3 of 7 outputs: ${silent.join(", ")}`)
  figure({ area: "negations", metric: `negations separated from their words, of ${all.length}`, ours: parted.size })
  figure({ area: "negations", metric: `outputs that lose the negation, of ${outputs} that quote`, ours: lost.length })
}
