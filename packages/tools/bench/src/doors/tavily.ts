/** Calls `@tavily/core`, and the tools and wrappers that use it. */
import { called } from "./call.ts"
import { context, DOMAIN, isSince, type Setting, today } from "./setting.ts"

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

const searches = async ({ add, base, host, key, load }: Setting) => {
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

const contents = async ({ add, base, host, key, load }: Setting) => {
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

const crawlsAndMaps = async ({ add, base, host, key, load }: Setting) => {
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

const tools = async ({ add, base, host, key, load }: Setting) => {
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

export const tavily: ReadonlyArray<(setting: Setting) => Promise<void>> = [searches, contents, crawlsAndMaps, tools]
