/** Calls `exa-js`, and the tools and wrappers that use it. */
import { called } from "./call.ts"
import { DOMAIN, type Setting, today } from "./setting.ts"

const js = "exa-js 2.23.0"
export const found = [
  "requestId",
  "costDollars.total",
  "results[].id",
  "results[].url",
  "results[].title",
  "results[].score"
]

const searches = async ({ add, base, host, key, load }: Setting) => {
  const { default: Exa } = await load("exa-js")
  const exa = new Exa(key, `${base}/exa`)
  await add(called(js, "search", () => exa.search("dunlin", { includeDomains: [DOMAIN], numResults: 3 }), {
    fields: [...found, "results[].text"],
    holds: {
      includeDomains: ({ results }: any) => results.every(({ url }: any) => url.startsWith(host)),
      numResults: ({ results }: any) => results.length === 3
    }
  }))
  await add(
    called(
      js,
      "search without contents",
      () => exa.search("dunlin", { contents: false, excludeDomains: ["127.0.0.1"] }),
      {
        fields: found,
        holds: {
          excludeDomains: ({ results }: any) => results.every(({ url }: any) => !url.startsWith(host))
        }
      }
    )
  )
  await add(
    called(js, "search, published dates", () =>
      exa.search("dunlin", {
        contents: false,
        startPublishedDate: `${today(30)}T00:00:00.000Z`,
        endPublishedDate: `${today(1)}T00:00:00.000Z`
      }), {
      fields: [...found, "results[].publishedDate"],
      holds: {
        dates: ({ results }: any) =>
          results.every(({ publishedDate }: any) => publishedDate >= today(30) && publishedDate < today(1))
      }
    })
  )
  await add(
    called(
      js,
      "search, includeText",
      () => exa.search("dunlin", { contents: { text: true }, includeDomains: [DOMAIN], includeText: ["in Iceland"] }),
      {
        fields: [...found, "results[].text"],
        holds: {
          includeText: ({ results }: any) => results.every(({ id }: any) => Number(/\d+$/.exec(id)![0]) % 3 === 0)
        }
      }
    )
  )
  await add(
    called(js, "searchAndContents, highlights, summary", () =>
      exa.searchAndContents("dunlin weighs", {
        includeDomains: [DOMAIN],
        numResults: 2,
        highlights: true,
        summary: true,
        text: { maxCharacters: 20 }
      }), {
      fields: [
        ...found,
        "results[].text",
        "results[].highlights[]",
        "results[].highlightScores[]",
        "results[].summary",
        "results[].author"
      ],
      holds: {
        maxCharacters: ({ results }: any) => results.every(({ text }: any) => text.length <= 20)
      }
    })
  )
}

const contents = async ({ add, base, host, key, load }: Setting) => {
  const { default: Exa } = await load("exa-js")
  const exa = new Exa(key, `${base}/exa`)
  await add(
    called(
      js,
      "getContents",
      () => exa.getContents([`${host}/p1`, `${host}/dead`], { text: true, livecrawl: "always" }),
      {
        fields: [
          "requestId",
          "results[].id",
          "results[].text",
          "statuses[].id",
          "statuses[].status",
          "statuses[].source"
        ]
      }
    )
  )
  await add(
    called(
      js,
      "findSimilarAndContents",
      () => exa.findSimilarAndContents("https://other.example/", { excludeSourceDomain: true, text: true }),
      {
        fields: ["results"],
        holds: {
          excludeSourceDomain: ({ results }: any) => results.every(({ url }: any) => !url.includes("other.example"))
        }
      }
    )
  )
  await add(called(js, "answer", () => exa.answer("How much does a dunlin weigh?", { text: true }), {
    fields: ["answer", "requestId", "citations[].id", "citations[].url", "citations[].title", "citations[].text"],
    holds: { answer: ({ answer }: any) => /48 grams/.test(answer) }
  }))
  await add(called(js, "streamAnswer", async () => {
    const chunks: Array<any> = []
    for await (const chunk of exa.streamAnswer("How much does a dunlin weigh?")) chunks.push(chunk)
    return { chunks }
  }, {
    holds: {
      content: ({ chunks }: any) => /48 grams/.test(chunks[0].content),
      citations: ({ chunks }: any) => chunks[1].citations.length > 0
    }
  }))
  const lx = await load("@langchain/exa")
  await add(called("@langchain/exa 1.0.2", "ExaRetriever", async () => ({
    documents: await new lx.ExaRetriever({ client: exa, searchArgs: { numResults: 2, includeDomains: [DOMAIN] } })
      .invoke("dunlin")
  }), { fields: ["documents[].pageContent", "documents[].metadata.url"] }))
}

export const exa: ReadonlyArray<(setting: Setting) => Promise<void>> = [searches, contents]
