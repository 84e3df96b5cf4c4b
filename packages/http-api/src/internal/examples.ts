/** What the page about the endpoints shows. Without it the page makes something of every field, which no server would. */
import type { CreditUsage } from "@dunlin/schema/CreditUsage"
import type { PapersResponse } from "@dunlin/schema/Papers"
import type { ParamsPreviewResponse } from "@dunlin/schema/ParamsPreview"
import type { QueueStatus } from "@dunlin/schema/QueueStatus"
import type { ScrapeResponse } from "@dunlin/schema/ScrapeResponse"
import type { SearchResponse } from "@dunlin/schema/SearchResponse"

interface Example {
  readonly request?: object
  readonly response: object
}

const page = {
  markdown: "# Example Domain\n\nThis domain is for use in examples.",
  metadata: {
    title: "Example Domain",
    sourceURL: "https://example.com/",
    url: "https://example.com/",
    statusCode: 200,
    contentType: "text/html"
  }
}

const search: typeof SearchResponse.Encoded = {
  success: true,
  data: {
    web: [{
      url: "https://example.com/",
      title: "Example Domain",
      description: "This domain is for use in examples.",
      position: 1,
      ...page
    }]
  },
  warning: null,
  id: "0b6f7d1e-8f0c-4f0e-9c43-1f6f0a1f7c55",
  creditsUsed: 3
}

const scrape: typeof ScrapeResponse.Encoded = {
  success: true,
  data: { ...page, links: ["https://www.iana.org/domains/example"] }
}

const papers: typeof PapersResponse.Encoded = {
  success: true,
  results: [{
    paperId: "arxiv:1706.03762",
    primaryId: "arxiv:1706.03762",
    ids: { arxiv: "1706.03762" },
    title: "Attention Is All You Need",
    abstract: "A network architecture that is based solely on attention.",
    score: 0.98
  }]
}

const preview: typeof ParamsPreviewResponse.Encoded = {
  success: true,
  data: { url: "https://example.com/", includePaths: ["^/blog/.*"], limit: 50 }
}

const creditUsage: typeof CreditUsage.Encoded = {
  success: true,
  data: { remainingCredits: 997, planCredits: 1000, billingPeriodStart: null, billingPeriodEnd: null }
}

const queueStatus: typeof QueueStatus.Encoded = {
  success: true,
  jobsInQueue: 1,
  activeJobsInQueue: 1,
  waitingJobsInQueue: 0,
  maxConcurrency: 20,
  mostRecentSuccess: null
}

/** By the path of the endpoint. */
export const examples: { readonly [path: string]: Example } = {
  "/v2/search": {
    request: { query: "typed errors", limit: 3, scrapeOptions: { formats: ["markdown"] } },
    response: search
  },
  "/v2/scrape": { request: { url: "https://example.com/", formats: ["markdown", "links"] }, response: scrape },
  "/v2/crawl/params-preview": {
    request: { url: "https://example.com/", prompt: "Only the blog, at most 50 pages" },
    response: preview
  },
  "/v2/search/research/papers": { response: papers },
  "/v2/locations": { response: { success: true, data: [{ name: "Germany", code: "DE" }] } },
  "/v2/team/credit-usage": { response: creditUsage },
  "/v2/team/queue-status": { response: queueStatus },
  "/v1/search": { request: { query: "typed errors", limit: 3 }, response: { success: true, data: search.data.web } }
}
