import { Fetcher } from "@dunlin/fetcher"
import { assert, it } from "@effect/vitest"
import { createClient } from "dunlin"
import { createHash } from "node:crypto"
import * as fs from "node:fs/promises"
import * as os from "node:os"
import * as path from "node:path"

const words = "open the valve by hand under pressure"
const sentence = "The operator shall not\nopen the valve by hand while the pump is under pressure and\nthe lamp is red."

it("quotes a wrapped sentence completely in answers, reads, descriptions, and highlights", async () => {
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

it("returns the headings of passages on long pages, and does not split code blocks", async () => {
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

/** For each kind of text: the page, the query, and the passage that must be quoted whole. */
const kinds: Readonly<Record<string, readonly [text: string, query: string, quoted: string]>> = {
  "a wrapped sentence": [`The pump is old. ${sentence} Nets hang there.`, "open valve by hand", sentence],
  "a quoted mail": [
    "He wrote:\n\n> The pump is old. The operator shall not\n> open the valve by hand.",
    "open valve by hand",
    "The operator shall not\n> open the valve by hand."
  ],
  "a comment of stars": [
    " * The pump is old, and the operator must\n * not open the valve by hand.\n *\n * Nets hang there.",
    "open valve by hand",
    "The pump is old, and the operator must\n * not open the valve by hand."
  ],
  "an item with its lead": [
    "Do not:\n\n- open the valve\n- ring the bell",
    "open valve",
    "Do not:\n\n- open the valve"
  ],
  "a table": [
    "| act | state |\n| --- | --- |\n| open the valve | forbidden |",
    "open valve",
    "| act | state |\n| --- | --- |\n| open the valve | forbidden |"
  ],
  "a block of code": ["Run this:\n\n```\nvalve = open({});\n```", "valve", "Run this:\n\n```\nvalve = open({});\n```"],
  "a sentence with its exception": [
    "The valve is opened by hand.\n\nUnless the lamp is red.\n\nNets hang there.",
    "valve opened by hand",
    "The valve is opened by hand.\n\nUnless the lamp is red."
  ],
  "a divided word": [
    "The operator can-\nnot open the valve.\n\nNets hang there.",
    "open valve",
    "The operator can-\nnot open the valve."
  ],
  "Chinese": [
    "操作员在任何情况下都不得\n手动打开阀门。日志由值班员签字。",
    "手动打开阀门",
    "操作员在任何情况下都不得\n手动打开阀门。"
  ]
}

it("gives each kind of passage exact offsets and a hash, and verifies it completely", async () => {
  for (const [kind, [text, query, quoted]] of Object.entries(kinds)) {
    const client = createClient()
    await client.index([{ url: "https://a.example/kind", title: "Kind", text }])
    const { passages } = await client.answer(query, { maxTokens: 300 })
    const own = passages.find((passage) => passage.text.includes(quoted))
    assert.isDefined(own, `${kind}: ${JSON.stringify(passages.map((passage) => passage.text))}`)
    for (const { end, hash, start, text: words } of passages) {
      assert.strictEqual(text.slice(start, end), words, kind)
      assert.strictEqual(hash, createHash("sha256").update(words).digest("hex"), kind)
    }
    const { data } = await client.verify([own!.text, own!.text.replace(/not |不/, "")], { markdown: text })
    assert.deepStrictEqual([data[0]?.isFound, data[0]?.isWhole], [true, true], kind)
    assert.strictEqual(data[1]?.isFound, !/not |不/.test(own!.text), kind)
    await client.close()
  }
})

it("quotes an item of a long list with the line that governs it, far above on a long page", async () => {
  const client = createClient()
  const filler = Array.from(
    { length: 80 },
    (_, at) =>
      `Paragraph ${at} is about the river, the harbour and the weather of day ${at}, and about boats that leave at noon.`
  )
  const items = Array.from({ length: 60 }, (_, at) => `- paint the door of shed ${at} in the colour of the harbour`)
  const lead = "Visitors of the harbour must not, whoever they are,\ndo any of these things:"
  const text = [...filler, lead, [...items, "- unseal the quagga by hand"].join("\n"), ...filler].join("\n\n")
  await client.index([{ url: "https://a.example/list", title: "List", text }])
  const { passages } = await client.answer("unseal quagga", { maxTokens: 200 })
  const { data } = await client.search("unseal quagga")
  const at = passages.findIndex((passage) => passage.text.includes("quagga"))
  assert.include(
    passages.slice(0, at + 1).map((passage) => passage.text).join("\n"),
    "must not, whoever they are,\ndo any"
  )
  assert.include(data.web?.[0]?.description ?? "", "must not, whoever they are, do any")
  for (const { end, start, text: words } of passages) assert.strictEqual(text.slice(start, end), words)
  await client.close()
})

it("names words that no page has, and nothing if a page has all of them", async () => {
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
    "No page contains the word \"zzqqxx\".",
    ["zzqqxx"]
  ])
  assert.deepStrictEqual(await warningOf(["regress", "Andress", "nets"], "ingress"), [
    "No page contains the word \"ingress\".",
    ["ingress"]
  ])
  assert.deepStrictEqual(await warningOf(["pump", "nets"], "how do pumps work"), [null, []])
})

const harbour = (days: number) => {
  const day = (at: number) =>
    `<p>Paragraph ${at} is about the river, the harbour and the weather of day ${at}, and about boats that leave at noon.</p>`
  const all = Array.from({ length: days }, (_, at) => day(at))
  const half = all.length / 2
  return `<title>Harbour</title><main><h1>Harbour</h1><p>A town by the sea.</p>`
    + `<h2 id="spring-days">Days of spring<a href="#spring-days">¶</a></h2>${all.slice(0, half).join("")}`
    + `<p>The quagga waits by the lock.</p><h2 id="mending">Mending</h2><p>Cancelling zebra does not cancel others.</p>${
      all.slice(half).join("")
    }</main>`
}

it("links passages of pages of any length to their section, with a hash", async () => {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), "dunlin-anchors-"))
  const client = createClient()
  for (const days of [4, 60, 600]) await fs.writeFile(path.join(folder, `days${days}.html`), harbour(days))
  await client.index(folder, { baseUrl: "https://a.example/docs" })
  for (const days of [4, 60, 600]) {
    const url = `https://a.example/docs/days${days}.html`
    const { passages } = await client.answer(`cancelling zebra inurl:days${days}`, { maxTokens: 200 })
    const own = passages.find((passage) => passage.url === url && passage.text.includes("zebra"))
    assert.deepStrictEqual([own?.headings, own?.anchor, own?.link], [
      ["Harbour", "Mending"],
      "mending",
      `${url}#mending`
    ])
    assert.strictEqual(own?.hash, createHash("sha256").update(own?.text ?? "").digest("hex"))
    const other = await client.answer(`quagga inurl:days${days}`, { maxTokens: 100 })
    assert.strictEqual(other.passages.find(({ text }) => text.includes("quagga"))?.link, `${url}#spring-days`)
  }
  await client.close()
  await fs.rm(folder, { recursive: true })
})

it("links passages of a document that only the index has to its sections", async () => {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), "dunlin-anchors-"))
  const client = createClient()
  await fs.writeFile(path.join(folder, "harbour.html"), harbour(60))
  await client.index(folder)
  await client.index(folder, { baseUrl: "https://harbour.invalid/" })
  const { data, warning } = await client.search("cancelling zebra")
  const [file, ...others] = (data.web ?? []).map(({ url }) => url)
  assert.isEmpty(others)
  const published = "https://harbour.invalid/harbour.html"
  assert.include(warning, `${published} (as ${file})`)
  for (const url of [file!, published]) {
    const { passages } = await client.read(url, { query: "zebra cancelling", maxTokens: 200 })
    assert.deepStrictEqual([passages[0]?.anchor, passages[0]?.link], ["mending", `${url}#mending`])
  }
  await client.close()
  await fs.rm(folder, { recursive: true })
})

it("links passages of a read page, by words if it has no id", async () => {
  const url = "https://a.example/harbour"
  const plain = "https://a.example/plain"
  const client = createClient({
    fetcher: Fetcher.layerMemory({
      [url]: harbour(30),
      [plain]: "<main><p>The harbour is closed. The quagga waits by the lock.</p></main>"
    })
  })
  const { passages } = await client.read(url, { query: "zebra cancelling", maxTokens: 200 })
  assert.strictEqual(passages[0]?.link, `${url}#mending`)
  const read = await client.read(plain, { query: "quagga", maxTokens: 200 })
  assert.strictEqual(read.passages[0]?.anchor, undefined)
  assert.strictEqual(
    read.passages[0]?.link,
    `${plain}#:~:text=The%20quagga%20waits%20by%20the%20lock.`
  )
  await client.close()
})

it("links the passages of highlights and answers of a scraped page to their sections", async () => {
  const url = "https://a.example/harbour"
  const client = createClient({ fetcher: Fetcher.layerMemory({ [url]: harbour(30) }) })
  const { citations } = await client.scrape(url, {
    formats: [{ type: "highlights", query: "cancelling zebra" }, {
      type: "question",
      question: "Where does the quagga wait?"
    }]
  })
  const linksOf = (words: string) =>
    (citations ?? []).filter(({ text }) => text.includes(words)).map((
      { field, headings, link }
    ) => [field, headings, link])
  assert.deepStrictEqual(linksOf("zebra")[0], ["highlights", ["Harbour", "Mending"], `${url}#mending`])
  assert.deepStrictEqual(linksOf("quagga").at(-1), ["answer", ["Harbour", "Days of spring"], `${url}#spring-days`])
  assert.strictEqual((await client.scrape(url)).citations, undefined)
  await client.close()
})

it("verifies quotations of a page, of a document of the index, and of a text", async () => {
  const url = "https://a.example/harbour"
  const client = createClient({ fetcher: Fetcher.layerMemory({ [url]: harbour(30) }) })
  const quotations = ["The quagga waits by the lock.", "The quagga never waits by the lock.", "does not cancel others"]
  const { creditsUsed, data, hash } = await client.verify(quotations, { url })
  assert.deepStrictEqual(data.map(({ isFound, isWhole, link }) => [isFound, isWhole, link]), [
    [true, true, `${url}#spring-days`],
    [false, undefined, undefined],
    [true, false, `${url}#mending`]
  ])
  assert.strictEqual(data[1]?.nearest, "The quagga waits by the lock.")
  assert.strictEqual(data[2]?.sentences, "Cancelling zebra does not cancel others.")
  assert.deepStrictEqual([creditsUsed, hash.length], [1, 64])
  const file = "file:///notes/pumps.md"
  await client.index([{ url: file, title: "Pumps", text: `# Pumps\n\n${sentence}` }])
  const ofIndex = await client.verify([sentence.replaceAll("\n", " "), "The operator shall\nopen the valve"], {
    url: file
  })
  assert.deepStrictEqual(ofIndex.data.map(({ isFound }) => isFound), [true, false])
  const ofText = await client.verify(["Nets are mended."], { markdown: "Nets are mended. Boats are not." })
  assert.deepStrictEqual([ofText.data[0]?.isWhole, ofText.creditsUsed], [true, 0])
  for (
    const wrong of [
      client.verify(["Nets"], {}),
      client.verify([], { url }),
      client.verify(["Nets"], { uri: url } as {})
    ]
  ) {
    assert.strictEqual(await wrong.then(() => "", ({ _tag }) => _tag), "InvalidRequest")
  }
  await client.close()
})

const manual = [
  {
    url: "https://a.example/pumps",
    title: "Pumps",
    text: "# Pumps\n\n## Oil\n\nA pump is oiled with a brush each week."
  },
  { url: "https://a.example/nets", title: "Nets", text: "# Nets\n\nA net is mended by hand. A valve costs 4 euros." },
  {
    url: "https://a.example/boats",
    title: "Boats",
    text: "# Boats\n\nBoats are mounted on rails. A bucket hangs there."
  }
]

it("links results to their sections, and names the missing words of each", async () => {
  const client = createClient()
  await client.index(manual)
  const { data, missing, warning } = await client.search("how is a pump oiled with nginx")
  const [first] = data.web ?? []
  assert.deepStrictEqual([first?.headings, first?.missing, missing], [["Pumps", "Oil"], ["nginx"], ["nginx"]])
  assert.match(first?.link ?? "", /^https:\/\/a\.example\/pumps#:~:text=A%20pump%20is%20oiled/)
  assert.strictEqual(warning, "No page contains the word \"nginx\".")
  await client.close()
})

it("reports per part of a question the missing, corrected, and never combined words", async () => {
  const client = createClient()
  await client.index(manual)
  const two = await client.answer("how is a pump oiled and what does a helmet cost?", { maxTokens: 200 })
  assert.deepStrictEqual(two.parts, [
    { query: "how is a pump oiled", missing: [] },
    { query: "what does a helmet cost", missing: ["helmet"] }
  ])
  assert.deepStrictEqual((await client.search("how is a pump oiled and what does a helmet cost?")).parts, two.parts)
  const typo = await client.answer("how is a pmup oiled", { maxTokens: 200 })
  assert.deepStrictEqual([typo.missing, typo.corrected], [[], { pmup: "pump" }])
  const apart = await client.answer("bucket of oiled euros", { maxTokens: 200 })
  assert.deepStrictEqual(apart.missing, [])
  assert.isAbove(apart.apart?.length ?? 0, 1)
  assert.match(apart.warning ?? "", /together with the other words of the query/)
  const known = await client.answer("how is a net mended", { maxTokens: 200 })
  assert.deepStrictEqual([known.missing, known.apart, known.parts, known.warning], [[], undefined, undefined, null])
  await client.close()
})
