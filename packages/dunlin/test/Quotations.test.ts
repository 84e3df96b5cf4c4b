import { assert, it } from "@effect/vitest"
import { createClient } from "dunlin"

const words = "open the valve by hand under pressure"
const sentence = "The operator shall not\nopen the valve by hand while the pump is under pressure and\nthe lamp is red."

it("quotes a wrapped sentence as a whole in answers, readings, descriptions and highlights", async () => {
  const client = createClient()
  const url = "https://a.example/pumps"
  const text = `# Pumps\n\nThe pump keeps a log of each day. ${sentence}\n\nNets are mended on Mondays.`
  await client.index([{ url, title: "Pumps", text }])
  const flat = sentence.replaceAll("\n", " ")
  const { passages } = await client.answer(words, { maxTokens: 100 })
  assert.isTrue(passages.some((passage) => passage.text.includes(sentence)))
  const reading = await client.read(url, { maxTokens: 200, query: words })
  assert.strictEqual(reading.text, sentence)
  const { data } = await client.search(words, { scrapeOptions: { formats: [{ type: "highlights", query: words }] } })
  assert.strictEqual(data.web?.[0]?.description, flat)
  assert.strictEqual(data.web?.[0]?.highlights, flat)
  await client.close()
})

it("knows the headings of passages on long pages, and cuts no block of code", async () => {
  const client = createClient()
  const paragraph = (at: number) =>
    `Paragraph ${at} is about the river, the harbour and the weather of day ${at}, and about boats that leave at noon.`
  const code =
    `\`\`\`python\ndef mend(name):\n    # Mend three nets\n    print(name)\n\n# Output:\n#     [2, 6, 24]\n\`\`\``
  const text = [
    "# Harbour",
    "## Days",
    ...Array.from({ length: 200 }, (_, at) => paragraph(at)),
    "## Mending",
    "A net is mended by hand.",
    code,
    "Cancelling zebra after a net has been marked done does not cancel the others."
  ].join("\n\n")
  await client.index([{ url: "https://a.example/harbour", title: "Harbour", text }])
  const { passages } = await client.answer("cancelling zebra done", { maxTokens: 300 })
  const own = passages.find((passage) => passage.text.includes("Cancelling zebra"))
  assert.deepStrictEqual(own?.headings, ["Harbour", "Mending"])
  for (const passage of passages) {
    assert.strictEqual(text.slice(passage.start, passage.end), passage.text)
    assert.strictEqual((passage.text.match(/```/g) ?? []).length % 2, 0)
  }
  await client.close()
})

it("says which words no page has, and stays silent where a page has all of them", async () => {
  const warningOf = async (words: ReadonlyArray<string>, query: string) => {
    const client = createClient()
    await client.index(words.map((word, at) => ({
      url: `https://a.example/${at}`,
      title: `Page ${at}`,
      text: `This page is about ${word} among other things.`
    })))
    const { warning } = await client.search(query)
    const { missing } = await client.answer(query, { maxTokens: 200 })
    await client.close()
    return [warning, missing] as const
  }
  assert.deepStrictEqual(await warningOf(["pump", "nets"], "pump zzqqxx"), [
    "No page has the word \"zzqqxx\".",
    ["zzqqxx"]
  ])
  assert.deepStrictEqual(await warningOf(["regress", "Andress", "nets"], "ingress"), [
    "No page has the word \"ingress\".",
    ["ingress"]
  ])
  assert.deepStrictEqual(await warningOf(["pump", "nets"], "how do pumps work"), [null, []])
})
