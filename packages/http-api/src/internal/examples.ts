/** Provides examples for the documentation page, which would otherwise invent a value for every field. */
import type { CreditUsage } from "@dunlin/schema/CreditUsage"
import type { DeveloperSearchResponse } from "@dunlin/schema/DeveloperSearch"
import type { JobFailures, JobProgress } from "@dunlin/schema/JobResponse"
import type { PaperResponse, PapersResponse } from "@dunlin/schema/Papers"
import type { ParamsPreviewResponse } from "@dunlin/schema/ParamsPreview"
import type { QueueStatus } from "@dunlin/schema/QueueStatus"
import type { ScrapeResponse } from "@dunlin/schema/ScrapeResponse"
import type { SearchResponse } from "@dunlin/schema/SearchResponse"
import type { ProfileList } from "@dunlin/schema/StoredProfile"
import type { VerifyResponse } from "@dunlin/schema/Verify"
import { accountExamples } from "./account/accountExamples.ts"
import { interactExamples } from "./interact/interactExamples.ts"
import { monitorExamples } from "./monitors/monitorExamples.ts"

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

const profiles: typeof ProfileList.Encoded = {
  success: true,
  data: [{
    name: "shop",
    bytes: 18_432,
    savedAt: "2026-11-23T08:00:00.000Z",
    usedAt: "2026-11-24T08:00:00.000Z",
    expiresAt: "2027-02-22T08:00:00.000Z"
  }],
  usage: { profiles: 1, bytes: 18_432 },
  quota: { profiles: 1000, bytes: 268_435_456 }
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

const started = {
  success: true,
  id: "4c8fc4d6-1fd0-4f5c-a87c-5e8605704534",
  url: "http://127.0.0.1:3002/v2/crawl/4c8fc4d6-1fd0-4f5c-a87c-5e8605704534"
}

const progress: typeof JobProgress.Encoded = {
  success: true,
  status: "completed",
  total: 1,
  completed: 1,
  creditsUsed: 1,
  expiresAt: "2026-11-24T08:00:00.000Z",
  data: [page]
}

const cancelled = { success: true, status: "cancelled", message: "The job was cancelled; completed pages are kept" }

const jobFailures: typeof JobFailures.Encoded = {
  success: true,
  errors: [{
    id: "9f86d081884c7d659a2feaa0c55ad015",
    timestamp: "2026-11-23T08:00:01.000Z",
    url: "https://example.com/gone",
    code: "SCRAPE_SITE_ERROR",
    error: "the page returned 404"
  }],
  robotsBlocked: ["https://example.com/private"]
}

const scrape: typeof ScrapeResponse.Encoded = {
  success: true,
  data: { ...page, links: ["https://www.iana.org/domains/example"] }
}

const developer: typeof DeveloperSearchResponse.Encoded = {
  success: true,
  results: [{
    id: "https://github.com/Effect-TS/effect/issues/1",
    url: "https://github.com/Effect-TS/effect/issues/1",
    title: "How to interrupt a fiber",
    passages: [{
      text: "A fiber is interrupted with Fiber.interrupt, which waits until it has ended.",
      citation_url: "https://github.com/Effect-TS/effect/issues/1"
    }]
  }]
}

const papers = {
  success: true,
  results: [{
    paperId: "arxiv:1706.03762",
    primaryId: "arxiv:1706.03762",
    ids: { arxiv: ["1706.03762"] },
    title: "Attention Is All You Need",
    abstract: "A network architecture that is based solely on attention.",
    score: 0.98
  }]
} as const satisfies typeof PapersResponse.Encoded

const { results: [{ abstract, ids, paperId, title }] } = papers

const paper: typeof PaperResponse.Encoded = {
  success: true,
  paper: { paperId, ids, title, abstract, authors: "A. Vaswani, N. Shazeer", url: "https://arxiv.org/abs/1706.03762" }
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
  mostRecentSuccess: "2026-11-22T09:30:00.000Z"
}

const verified: typeof VerifyResponse.Encoded = {
  success: true,
  data: [{
    quotation: "This domain is for use in examples.",
    isFound: true,
    isExact: true,
    isWhole: true,
    ranges: [{ start: 18, end: 52 }],
    sentences: "This domain is for use in examples.",
    headings: ["Example Domain"],
    link: "https://example.com/#:~:text=This%20domain%20is%20for%20use%20in%20examples"
  }],
  hash: "ca85a25b26c0f1a4a8ed1b9d6ca5fb3d8d5dcb9a2a0b0a3b8be8bd5e1d5b0c11",
  creditsUsed: 1
}

export const examples: { readonly [path: string]: Example } = {
  "/v2/search": {
    request: { query: "typed errors", limit: 3, scrapeOptions: { formats: ["markdown"] } },
    response: search
  },
  "/v2/scrape": { request: { url: "https://example.com/", formats: ["markdown", "links"] }, response: scrape },
  "/dunlin/profiles": { response: profiles },
  "get /dunlin/profiles/{name}": { response: { success: true, data: profiles.data[0]! } },
  "delete /dunlin/profiles/{name}": { response: { success: true } },
  "/dunlin/search": {
    request: { queries: ["typed errors", "error channel"], preferDomains: ["example.com"], limit: 3 },
    response: {
      ...search,
      data: { web: [{ ...search.data.web![0]!, queries: ["typed errors", "error channel"] }] },
      queries: [
        { query: "typed errors", results: 1, creditsUsed: 2 },
        { query: "error channel", results: 1, creditsUsed: 2 }
      ],
      duplicates: 1,
      omitted: 0,
      creditsUsed: 4
    }
  },
  "/dunlin/verify": {
    request: { url: "https://example.com/", quotations: ["This domain is for use in examples."] },
    response: verified
  },
  "/v2/crawl/params-preview": {
    request: { url: "https://example.com/", prompt: "Only the blog, at most 50 pages" },
    response: preview
  },
  "/v2/search/developer": {
    request: { query: "interrupt a fiber", k: 5, types: ["issue"], repos: ["Effect-TS/effect"] },
    response: developer
  },
  "/v2/search/research/papers": { response: papers },
  "/v2/search/research/papers/{id}": { response: paper },
  "/v2/search/research/papers/{id}/similar": { response: { ...papers, poolSize: 412 } },
  "/v2/locations": { response: { success: true, data: [{ name: "Germany", code: "DE" }] } },
  ...interactExamples,
  ...monitorExamples,
  ...accountExamples,
  "/v2/team/credit-usage": { response: creditUsage },
  "/v2/team/queue-status": { response: queueStatus },
  "/v1/search": { request: { query: "typed errors", limit: 3 }, response: { success: true, data: search.data.web } },
  "/v2/batch/scrape": { request: { urls: ["https://example.com/", "https://example.com/about"] }, response: started },
  "/v2/batch/scrape/{id}": { response: progress },
  "delete /v2/batch/scrape/{id}": { response: cancelled },
  "/v2/batch/scrape/{id}/errors": { response: jobFailures },
  "/v2/crawl": { request: { url: "https://example.com/docs/", limit: 100 }, response: started },
  "/v2/crawl/active": {
    response: {
      success: true,
      crawls: [{
        id: started.id,
        teamId: "acme",
        url: "https://example.com/docs/",
        created_at: "2026-11-23T08:00:00.000Z",
        options: { limit: 100 }
      }]
    }
  },
  "/v2/crawl/{id}": { response: progress },
  "delete /v2/crawl/{id}": { response: cancelled },
  "/v2/crawl/{id}/errors": { response: jobFailures },
  "/v2/map": {
    request: { url: "https://example.com/", search: "pricing" },
    response: { success: true, links: [{ url: "https://example.com/pricing", title: "Pricing" }] }
  },
  "/v2/extract": {
    request: { urls: ["https://example.com/"], schema: { type: "object", properties: { title: { type: "string" } } } },
    response: started
  },
  "/v2/extract/{id}": {
    response: {
      success: true,
      status: "completed",
      data: { title: "Example Domain" },
      expiresAt: "2026-11-24T08:00:00.000Z",
      creditsUsed: 5
    }
  }
}
