/** The clients of npm. Those whose address is part of their code are reached by a fetch that knows another one. */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { type Call, called } from "./call.ts"

export const packages = [
  "@tavily/core@0.7.13",
  "exa-js@2.23.0",
  "@langchain/core@1.1.29",
  "@langchain/community@1.1.29",
  "@langchain/tavily@1.2.0",
  "@langchain/exa@1.0.2",
  "@tavily/ai-sdk@0.5.0",
  "@exalabs/ai-sdk@2.1.0",
  "cohere-ai@8.1.0",
  "@perplexity-ai/perplexity_ai@0.38.5",
  "ai@6",
  "zod@4"
]

/** Where clients expect the APIs whose address they do not take. */
const addresses: { readonly [origin: string]: string } = {
  "https://api.exa.ai": "/exa",
  "https://api.tavily.com": "/tavily",
  "https://google.serper.dev": "/serper",
  "https://api.search.brave.com": "/brave"
}

const redirected = (base: string): typeof fetch => {
  const plain = globalThis.fetch
  return (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const door = addresses[url.origin]
    return door === undefined ? plain(input, init) : plain(`${base}${door}${url.pathname}${url.search}`, init)
  }
}

const DAY = 86_400_000

const today = (daysAgo: number): string => new Date(Date.now() - daysAgo * DAY).toISOString().slice(0, 10)

const isSince = (daysAgo: number) => (date: string | undefined) =>
  date !== undefined && Date.parse(date) >= Date.now() - (daysAgo + 1) * DAY

const DOMAIN = "127.0.0.1"

const core = "@tavily/core 0.7.13"
const results = [
  "query",
  "responseTime",
  "requestId",
  "results[].url",
  "results[].title",
  "results[].content",
  "results[].score"
]

const js = "exa-js 2.23.0"
const found = ["requestId", "costDollars.total", "results[].id", "results[].url", "results[].title", "results[].score"]

/** What a tool of the AI SDK is called with. */
const context = { toolCallId: "1", messages: [] }

interface Setting {
  readonly add: (call: Promise<Call>) => Promise<void>
  readonly base: string
  readonly host: string
  readonly key: string
  readonly load: (name: string) => Promise<any>
}

const tavilyCalls = async ({ add, base, host, key, load }: Setting) => {
  const { tavily } = await load("@tavily/core")
  const client = tavily({ apiKey: key, apiBaseURL: `${base}/tavily` })
  await add(called(core, "search", () => client.search("dunlin"), {
    fields: results,
    holds: { maxResults: ({ results }: any) => results.length === 5 }
  }))
  await add(
    called(core, "search, includeDomains", () => client.search("dunlin", { includeDomains: [DOMAIN], maxResults: 8 }), {
      fields: results,
      holds: { includeDomains: ({ results }: any) => results.every(({ url }: any) => url.startsWith(host)) }
    })
  )
  await add(
    called(
      core,
      "search, domains with a path",
      () => client.search("dunlin", { includeDomains: ["other.example/blog"] }),
      {
        fields: results,
        holds: {
          includeDomains: ({ results }: any) =>
            results.every(({ url }: any) => url.startsWith("https://other.example/blog/"))
        }
      }
    )
  )
  await add(
    called(
      core,
      "search, excludeDomains",
      () => client.search("dunlin", { excludeDomains: ["other.example"], maxResults: 8 }),
      {
        fields: results,
        holds: {
          excludeDomains: ({ results }: any) => results.every(({ url }: any) => url.startsWith(host))
        }
      }
    )
  )
  await add(called(core, "search, timeRange", () => client.search("dunlin", { timeRange: "week" }), {
    fields: [...results, "results[].publishedDate"],
    holds: { timeRange: ({ results }: any) => results.every(({ publishedDate }: any) => isSince(7)(publishedDate)) }
  }))
  await add(
    called(
      core,
      "search, startDate and endDate",
      () => client.search("dunlin", { startDate: today(30), endDate: today(10) }),
      {
        fields: [...results, "results[].publishedDate"],
        holds: {
          startDate: ({ results }: any) =>
            results.every(({ publishedDate }: any) => publishedDate.slice(0, 10) >= today(30)),
          endDate: ({ results }: any) =>
            results.every(({ publishedDate }: any) => publishedDate.slice(0, 10) <= today(10))
        }
      }
    )
  )
  await add(
    called(core, "search, topic news", () => client.search("dunlin", { topic: "news", maxResults: 3 }), {
      fields: results
    })
  )
  await add(
    called(core, "search, includeRawContent", () =>
      client.search("dunlin", {
        includeRawContent: "markdown",
        includeDomains: [DOMAIN],
        maxResults: 2,
        includeFavicon: true
      }), {
      fields: [...results, "results[].rawContent", "results[].favicon"],
      holds: {
        content: ({ results }: any) => results.every(({ rawContent }: any) => rawContent.includes("48 grams"))
      }
    })
  )
}

const tavilyCalls2 = async ({ add, base, host, key, load }: Setting) => {
  const { tavily } = await load("@tavily/core")
  const client = tavily({ apiKey: key, apiBaseURL: `${base}/tavily` })
  await add(
    called(
      core,
      "search, includeRawContent text",
      () => client.search("dunlin", { includeRawContent: "text", includeDomains: [DOMAIN], maxResults: 1 }),
      {
        fields: results,
        holds: {
          text: ({ results }: any) =>
            results[0].rawContent.startsWith("Waders\n") && !results[0].rawContent.includes("](")
        }
      }
    )
  )
  await add(
    called(
      core,
      "search, includeAnswer",
      () =>
        client.search("How much does a dunlin weigh?", {
          includeAnswer: true,
          includeDomains: [DOMAIN],
          maxResults: 1
        }),
      {
        fields: [...results, "answer"],
        holds: { answer: ({ answer }: any) => /48 grams/.test(answer) }
      }
    )
  )
  await add(
    called(
      core,
      "search, includeImages",
      () => client.search("dunlin", { includeImages: true, includeImageDescriptions: true, maxResults: 3 }),
      {
        fields: [...results, "images[].url", "images[].description"]
      }
    )
  )
  await add(
    called(core, "search, country, usage", () => client.search("dunlin", { country: "germany", includeUsage: true }), {
      fields: [...results, "usage.credits"]
    })
  )
  await add(
    called(
      core,
      "extract",
      () => client.extract([`${host}/p1`, `${host}/dead`], { includeImages: true, includeFavicon: true }),
      {
        fields: [
          "responseTime",
          "requestId",
          "results[].url",
          "results[].title",
          "results[].rawContent",
          "results[].images",
          "results[].favicon",
          "failedResults[].url",
          "failedResults[].error"
        ]
      }
    )
  )
  await add(
    called(
      core,
      "extract, query, text",
      () => client.extract([`${host}/p1`], { query: "weighs grams", chunksPerSource: 1, format: "text" }),
      {
        fields: ["results[].rawContent"],
        holds: {
          query: ({ results }: any) => /48 grams/.test(results[0].rawContent)
        }
      }
    )
  )
}

const tavilyCalls3 = async ({ add, base, host, key, load }: Setting) => {
  const { tavily } = await load("@tavily/core")
  const client = tavily({ apiKey: key, apiBaseURL: `${base}/tavily` })
  await add(called(core, "crawl", () => client.crawl(`${host}/`, { maxDepth: 1, limit: 5 }), {
    fields: ["baseUrl", "responseTime", "results[].url", "results[].rawContent", "results[].images"],
    holds: { limit: ({ results }: any) => results.length > 1 && results.length <= 5 }
  }))
  await add(
    called(
      core,
      "crawl, selectPaths",
      () => client.crawl(`${host}/`, { maxDepth: 2, limit: 5, selectPaths: ["^/docs/.*"] }),
      {
        fields: ["baseUrl", "results[].url"],
        holds: {
          selectPaths: ({ results }: any) => results.every(({ url }: any) => new URL(url).pathname.startsWith("/docs/"))
        }
      }
    )
  )
  await add(called(core, "map", () => client.map(`${host}/`, { limit: 10, excludePaths: ["/docs/.*"] }), {
    fields: ["baseUrl", "responseTime", "requestId", "results[]"],
    holds: { excludePaths: ({ results }: any) => results.every((url: string) => !url.includes("/docs/")) }
  }))
  await add(
    called(
      core,
      "search without a key",
      () =>
        tavily({ apiKey: "wrong", apiBaseURL: `${base}/tavily` }).search("dunlin").then(
          () => "",
          (error: Error) => error.message
        ),
      {
        holds: {
          "its own error": (message: string) => message.startsWith("Unauthorized: Invalid token")
        }
      }
    )
  )
}

const tavilyTools = async ({ add, base, host, key, load }: Setting) => {
  const sdk = await load("@tavily/ai-sdk")
  const options = { apiKey: key, apiBaseURL: `${base}/tavily` }
  const ai = "@tavily/ai-sdk 0.5.0"
  await add(
    called(
      ai,
      "tavilySearch",
      () => sdk.tavilySearch(options).execute({ query: "dunlin", timeRange: "week" }, context),
      { fields: results }
    )
  )
  await add(
    called(ai, "tavilyExtract", () => sdk.tavilyExtract(options).execute({ urls: [`${host}/p1`] }, context), {
      fields: ["results[].rawContent", "failedResults"]
    })
  )
  await add(
    called(ai, "tavilyCrawl", () => sdk.tavilyCrawl({ ...options, limit: 3 }).execute({ url: `${host}/` }, context), {
      fields: ["results[].rawContent"]
    })
  )
  await add(
    called(ai, "tavilyMap", () => sdk.tavilyMap(options).execute({ url: `${host}/` }, context), {
      fields: ["results[]"]
    })
  )
  const lt = await load("@langchain/tavily")
  const ofLangchain = "@langchain/tavily 1.2.0"
  await add(
    called(
      ofLangchain,
      "TavilySearch",
      () =>
        new lt.TavilySearch({ tavilyApiKey: key, apiBaseUrl: `${base}/tavily`, maxResults: 3 }).invoke({
          query: "dunlin",
          includeDomains: [DOMAIN]
        }),
      {
        fields: ["results[].url", "results[].content"],
        holds: {
          includeDomains: ({ results }: any) => results.every(({ url }: any) => url.startsWith(host))
        }
      }
    )
  )
  await add(
    called(
      ofLangchain,
      "TavilyExtract",
      () => new lt.TavilyExtract({ tavilyApiKey: key, apiBaseUrl: `${base}/tavily` }).invoke({ urls: [`${host}/p1`] }),
      {
        fields: ["results[].raw_content"]
      }
    )
  )
  await add(
    called(
      ofLangchain,
      "TavilyMap",
      () => new lt.TavilyMap({ tavilyApiKey: key, apiBaseUrl: `${base}/tavily` }).invoke({ url: `${host}/` }),
      {
        fields: ["results[]"]
      }
    )
  )
}

const exaCalls = async ({ add, base, host, key, load }: Setting) => {
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

const exaCalls2 = async ({ add, base, host, key, load }: Setting) => {
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

const rerankers = async ({ add, base, key, load }: Setting) => {
  const cohere = await load("cohere-ai")
  const rerank = { query: "low tide", documents: ["A red car.", "The dunlin feeds at low tide.", "Tides."], topN: 2 }
  const best = { order: ({ results }: any) => results.length === 2 && results[0].index === 1 }
  await add(
    called(
      "cohere-ai 8.1.0",
      "v2.rerank",
      () =>
        new cohere.CohereClientV2({ token: key, environment: `${base}/cohere` }).rerank({
          model: "rerank-v3.5",
          ...rerank
        }),
      {
        fields: ["id", "results[].index", "results[].relevanceScore"],
        holds: best
      }
    )
  )
  await add(
    called(
      "cohere-ai 8.1.0",
      "v1.rerank",
      () =>
        new cohere.CohereClient({ token: key, environment: `${base}/cohere` }).rerank({
          ...rerank,
          returnDocuments: true
        }),
      {
        fields: ["results[].index", "results[].relevanceScore", "results[].document.text"],
        holds: best
      }
    )
  )
}

const perplexities = async ({ add, base, host, key, load }: Setting) => {
  const { default: Perplexity } = await load("@perplexity-ai/perplexity_ai")
  const perplexity = new Perplexity({ apiKey: key, baseURL: `${base}/perplexity` })
  const pages = ["id", "results[].title", "results[].url", "results[].snippet"]
  await add(
    called(
      "@perplexity-ai/perplexity_ai 0.38.5",
      "search",
      () => perplexity.search.create({ query: "dunlin", max_results: 4, search_domain_filter: ["-other.example"] }),
      {
        fields: pages,
        holds: {
          domains: ({ results }: any) => results.length === 4 && results.every(({ url }: any) => url.startsWith(host))
        }
      }
    )
  )
  await add(
    called(
      "@perplexity-ai/perplexity_ai 0.38.5",
      "search, two queries and a range",
      () => perplexity.search.create({ query: ["dunlin", "wader"], search_recency_filter: "week" }),
      {
        fields: [...pages, "results[].date"],
        holds: {
          recency: ({ results }: any) => results.every(({ date }: any) => isSince(7)(date))
        }
      }
    )
  )
}

const communities = async ({ add, base, host, key, load }: Setting) => {
  const { SearxngSearch } = await load("@langchain/community/tools/searxng_search")
  await add(called("@langchain/community 1.1.29", "SearxngSearch", async () => ({
    list: JSON.parse(
      `[${await new SearxngSearch({
        apiBase: `${base}/searxng`,
        params: { numResults: 3 },
        headers: { authorization: `Bearer ${key}` }
      }).invoke("dunlin")}]`
    )
  }), {
    fields: ["list[].title", "list[].link", "list[].snippet"],
    holds: { numResults: ({ list }: any) => list.length === 3 }
  }))
  const plain = globalThis.fetch
  globalThis.fetch = redirected(base)
  try {
    const { BraveSearch } = await load("@langchain/community/tools/brave_search")
    await add(
      called(
        "@langchain/community 1.1.29",
        "BraveSearch",
        async () => ({ list: JSON.parse(await new BraveSearch({ apiKey: key }).invoke("dunlin")) }),
        {
          fields: ["list[].title", "list[].link", "list[].snippet"]
        }
      )
    )
    const { Serper } = await load("@langchain/community/tools/serper")
    await add(
      called("@langchain/community 1.1.29", "Serper", () => new Serper(key, { gl: "us", num: 3 }).invoke("dunlin"), {
        holds: { snippet: (text: string) => /dunlin/i.test(text) }
      })
    )
    const { TavilySearchAPIRetriever } = await load("@langchain/community/retrievers/tavily_search_api")
    await add(called("@langchain/community 1.1.29", "TavilySearchAPIRetriever, key in the body", async () => ({
      documents: await new TavilySearchAPIRetriever({ apiKey: key, k: 3, includeDomains: [DOMAIN] }).invoke("dunlin")
    }), { fields: ["documents[].pageContent", "documents[].metadata.source"] }))
    const { webSearch } = await load("@exalabs/ai-sdk")
    await add(
      called(
        "@exalabs/ai-sdk 2.1.0",
        "webSearch",
        () => webSearch({ apiKey: key, numResults: 2, includeDomains: [DOMAIN] }).execute({ query: "dunlin" }, context),
        {
          fields: [...found, "results[].text"],
          holds: {
            includeDomains: ({ results }: any) => results.every(({ url }: any) => url.startsWith(host))
          }
        }
      )
    )
  } finally {
    globalThis.fetch = plain
  }
}

export const calls = async (folder: string, base: string, key: string, host: string): Promise<ReadonlyArray<Call>> => {
  // Packages are found from the folder of the module that imports them.
  const loader = join(folder, "load.mjs")
  writeFileSync(loader, "export const load = (name) => import(name)\n")
  const { load } = await import(pathToFileURL(loader).href) as Pick<Setting, "load">
  const rows: Array<Call> = []
  const add = async (call: Promise<Call>) => {
    rows.push(await call)
  }
  for (
    const part of [
      tavilyCalls,
      tavilyCalls2,
      tavilyCalls3,
      tavilyTools,
      exaCalls,
      exaCalls2,
      rerankers,
      perplexities,
      communities
    ]
  ) await part({ add, base, host, key, load })
  return rows
}
