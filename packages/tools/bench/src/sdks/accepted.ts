/**
 * Lists differences from the reference that are accepted, each with its reason. Any other difference fails the test
 * of the clients, and so does a row that no client needs.
 */
import type { Outcome } from "./outcome.ts"

export interface Accepted {
  readonly method: RegExp
  readonly why: RegExp
  readonly reason: string
}

const no = (what: string): RegExp => new RegExp(`This server has no ${what}`)

export const accepted: ReadonlyArray<Accepted> = [
  {
    method: /^(?:browser(?:_?execute)?|(?:list|delete)_?browsers?)$/i,
    why: no("browser sessions"),
    reason: "a scrape opens a page, and `interact` acts on it"
  },
  {
    method: /^(?:start|cancel|list|get)?_?agents?(?:_?(?:status|trace|snapshot|thread|with_schema))?$/i,
    why: /This server has no agent|Unknown endpoint/,
    reason: "`/v2/search` and `/v2/extract` answer questions in one step"
  },
  {
    method: /^gov_?search$/i,
    why: no("index of government documents"),
    reason: "use `includeDomains` of `/v2/search`"
  },
  {
    method: /^(?:find_?tools|scrape_?alexandria)$/i,
    why: /This server does not support `alexandria`/,
    reason: "only the hosted service has contracts with providers"
  },
  {
    method: /^get_?token_?usage(?:_?historical)?$/i,
    why: no("token usage"),
    reason: "usage is reported in credits"
  },
  {
    method: /^get_?credit_?usage_?historical$/i,
    why: no("credit history"),
    reason: "the audit log contains every charge"
  },
  {
    method: /^(?:research\.)?search_?github$/i,
    why: no("research index of GitHub"),
    reason: "deprecated; `/v2/search/developer` replaces it"
  },
  {
    method: /^(?:async|check)?_?generate_?llms_?text(?:_?status)?$/i,
    why: no("llms.txt"),
    reason: "removed from the API; use `/v2/map` and `/v2/crawl`"
  },
  {
    method: /^(?:async|check)?_?deep_?research(?:_?status)?$/i,
    why: no("deep research"),
    reason: "removed from the API; `dunlin research` replaces it"
  }
]

export const ofClients: ReadonlyArray<Accepted> = [
  {
    method: /^search_and_scrape$/,
    why: /^answer: \[\]/,
    reason: "the Rust SDK requests no format, so no page is scraped"
  },
  {
    method: /^check(?:Crawl|BatchScrape)Errors$/,
    why: /Status code: 405/,
    reason: "version 1 of the JavaScript SDK sends DELETE instead of GET"
  },
  {
    method: /^(?:get(?:Token|CreditUsage)\w*|check(?:GenerateLLMsText|DeepResearch)Status)$/,
    why: /Status code: 501/,
    reason:
      "this server does not implement the method, and version 1 of the JavaScript SDK omits the message that says so"
  },
  {
    method: /^(?:get_(?:token|credit)_usage_historical)$/,
    why: /^answer: None/,
    reason:
      "this server does not implement the method, and the asynchronous Python SDK of version 1 returns nothing for an error"
  },
  {
    method: /^(?:async_)?generate_llms_text$/,
    why: /'dict' object has no attribute 'text'/,
    reason: "this server does not implement the method, and the Python SDK of version 1 fails on every error response"
  },
  {
    method: /^crawl_params_preview$/,
    why: /limit=None/,
    reason: "the asynchronous Python SDK omits `limit` of the response"
  },
  {
    method: /^(?:list_agents|get_agent_thread)$/,
    why: /'Response' object has no attribute 'ok'/,
    reason: "the asynchronous Python SDK fails on every error response of these methods"
  },
  {
    method: /^(?:crawl_url|batch_scrape_urls)_and_watch$/,
    why: /positional arguments?/,
    reason: "the asynchronous Python SDK of version 1 calls an inner function with wrong arguments"
  },
  {
    method: /^crawl(?:URL)?$/,
    why: /"status":"scraping"/,
    reason: "the Java SDK waits while the status is `running`, but the API calls this status `scraping`"
  },
  {
    method: /^Search$/,
    why: /not implemented in API version/,
    reason: "the Go SDK of version 1 has no search"
  }
]

export interface Judged extends Outcome {
  readonly reason: string | undefined
}

export const judge = (
  outcomes: ReadonlyArray<Outcome>,
  rows: ReadonlyArray<Accepted> = [...accepted, ...ofClients]
) => {
  const used = new Set<Accepted>()
  const judged = outcomes.map((outcome): Judged => {
    const row = outcome.works
      ? undefined
      : rows.find(({ method, why }) => method.test(outcome.method) && why.test(outcome.why))
    if (row !== undefined) used.add(row)
    return { ...outcome, reason: row?.reason }
  })
  return {
    judged,
    unexplained: judged.filter(({ reason, works }) => !works && reason === undefined),
    unused: rows.filter((row) => !used.has(row))
  }
}
