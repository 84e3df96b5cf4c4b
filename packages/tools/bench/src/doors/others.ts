/**
 * Calls clients for Cohere, Perplexity, SearXNG, Brave and Serper. Some clients have a fixed URL, so their requests
 * are redirected.
 */
import { called } from "./call.ts"
import { found } from "./exa.ts"
import { context, DOMAIN, isSince, type Setting } from "./setting.ts"

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
      "search with two queries and a date range",
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

export const others: ReadonlyArray<(setting: Setting) => Promise<void>> = [rerankers, perplexities, communities]
