// Lists the tools of firecrawl-mcp, each with the expected content of its result.

export interface Found {
  readonly host: string
  monitor?: string
  check?: string
  crawl?: string
  agent?: string
  search?: string
  scrape?: string
}

export interface Tool {
  readonly name: string
  readonly given: (found: Found) => object
  readonly holds: (answer: any, text: string, found: Found) => boolean
}

const UUID = "4c8fc4d6-1fd0-4f5c-a87c-5e8605704534"
const PAPER = "doi:10.5555/Tides.2020.1"
const isPaper = (text: string): boolean => text.includes("Spring tides in narrow harbours")
const isPage = (text: string): boolean => text.includes("The dunlin weighs 48 grams")

export const tools: ReadonlyArray<Tool> = [
  {
    name: "firecrawl_scrape",
    given: ({ host }) => ({ url: `${host}/p1`, formats: ["markdown"] }),
    holds: (answer, text, found) => {
      found.scrape = answer?.metadata?.scrapeId
      return isPage(text)
    }
  },
  { name: "firecrawl_map", given: ({ host }) => ({ url: host }), holds: (_, text) => text.includes("/docs/a") },
  {
    name: "firecrawl_search",
    given: () => ({ query: "dunlin", limit: 3 }),
    holds: (answer, text, found) => {
      found.search = answer?.id ?? /"id":\s*"([0-9a-f-]{36})"/.exec(text)?.[1]
      return text.includes("/p1") || text.includes("p0")
    }
  },
  {
    name: "firecrawl_find_tools",
    given: () => ({}),
    holds: (_, text) => text.includes("\"total\":0") || text.includes("\"items\":[]")
  },
  {
    name: "firecrawl_developer_search",
    given: () => ({ query: "interrupt a fiber" }),
    holds: (answer) => Array.isArray(answer?.results) || answer?.success === true
  },
  {
    name: "firecrawl_research_search_papers",
    given: () => ({ query: "spring tides" }),
    holds: (_, text) => isPaper(text)
  },
  {
    name: "firecrawl_research_inspect_paper",
    given: () => ({ paperId: PAPER }),
    holds: (_, text) => isPaper(text)
  },
  {
    name: "firecrawl_research_related_papers",
    given: () => ({ seed_ids: [PAPER], intent: "harbours" }),
    holds: (_, text) => isPaper(text)
  },
  {
    name: "firecrawl_research_read_paper",
    given: () => ({ paperId: PAPER, question: "Which tides?" }),
    holds: (_, text) => text.includes("no full-text passages available")
  },
  {
    name: "firecrawl_research_search_github",
    given: () => ({ query: "stream hangs" }),
    holds: (_, text) => text.includes("firecrawl_developer_search")
  },
  { name: "firecrawl_credit_usage", given: () => ({}), holds: (_, text) => /remaining/i.test(text) },
  {
    name: "firecrawl_search_feedback",
    given: ({ search = UUID }) => ({
      searchId: search,
      rating: "good",
      valuableSources: [{ url: "https://example.com/", reason: "It has the answer" }]
    }),
    holds: (answer) => answer?.success === true && answer.creditsRefunded === 0
  },
  {
    name: "firecrawl_feedback",
    given: () => ({ endpoint: "scrape", jobId: UUID, rating: "bad", issues: ["missing_content"] }),
    holds: (answer) => answer?.success === true && typeof answer.feedbackId === "string"
  },
  {
    name: "firecrawl_crawl",
    given: ({ host }) => ({ url: `${host}/docs/a`, limit: 2 }),
    holds: (answer, text, found) => {
      found.crawl = answer?.id ?? /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(text)?.[0]
      return found.crawl !== undefined
    }
  },
  {
    name: "firecrawl_check_crawl_status",
    given: ({ crawl }) => ({ id: crawl }),
    holds: (_, text) => /completed|scraping/.test(text)
  },
  // The tool's own description calls it deprecated, and names its replacement.
  {
    name: "firecrawl_extract",
    given: ({ host }) => ({ urls: [host], prompt: "names" }),
    holds: (_, text) => /deprecated/i.test(text)
  },
  {
    name: "firecrawl_agent",
    given: () => ({ prompt: "What does a dunlin weigh?" }),
    holds: (answer, text, found) => {
      found.agent = answer?.id ?? /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(text)?.[0]
      return found.agent !== undefined
    }
  },
  {
    name: "firecrawl_agent_status",
    given: ({ agent }) => ({ id: agent }),
    holds: (answer) => answer?.status === "processing" || answer?.status === "completed"
  },
  {
    name: "firecrawl_interact",
    given: ({ host }) => ({ url: `${host}/p1`, code: "document.title", language: "node" }),
    holds: (_, text) => text.includes("Page /p1")
  },
  {
    name: "firecrawl_interact_stop",
    given: ({ scrape = UUID }) => ({ scrapeId: scrape }),
    holds: (answer) => answer?.success === true
  },
  { name: "firecrawl_parse", given: () => ({ filePath: "page.html" }), holds: (_, text) => isPage(text) },
  {
    name: "firecrawl_monitor_create",
    given: ({ host }) => ({ page: `${host}/p1`, goal: "Tell me when its weight changes" }),
    holds: (answer, _, found) => {
      found.monitor = answer?.data?.id
      return answer?.data?.status === "active"
    }
  },
  {
    name: "firecrawl_monitor_list",
    given: () => ({ limit: 5 }),
    holds: (answer, _, { monitor }) => answer?.data?.[0]?.id === monitor
  },
  {
    name: "firecrawl_monitor_get",
    given: ({ monitor }) => ({ id: monitor }),
    holds: (answer, _, { monitor }) => answer?.data?.id === monitor
  },
  {
    name: "firecrawl_monitor_update",
    given: ({ monitor }) => ({ id: monitor, body: { name: "Weights" } }),
    holds: (answer) => answer?.data?.name === "Weights"
  },
  {
    name: "firecrawl_monitor_run",
    given: ({ monitor }) => ({ id: monitor }),
    holds: (answer, _, found) => {
      found.check = answer?.data?.id
      return answer?.data?.trigger === "manual"
    }
  },
  {
    name: "firecrawl_monitor_checks",
    given: ({ monitor }) => ({ id: monitor, limit: 5 }),
    holds: (answer, _, { check }) => answer?.data?.[0]?.id === check
  },
  {
    name: "firecrawl_monitor_check",
    given: ({ check, monitor }) => ({ id: monitor, checkId: check }),
    holds: (answer, _, { check }) => answer?.data?.id === check && Array.isArray(answer.data.pages)
  },
  {
    name: "firecrawl_monitor_delete",
    given: ({ monitor }) => ({ id: monitor }),
    holds: (answer) => answer?.success === true
  }
]
