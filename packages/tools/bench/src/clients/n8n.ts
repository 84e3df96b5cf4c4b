/**
 * Runs the published n8n node in the n8n executor. Such a node is a description of requests. The workflow and the
 * credential store are simulated as far as the node needs them.
 */
import { execFileSync } from "node:child_process"
import { mkdirSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { checked, type Row } from "./row.ts"

const packages = ["@mendable/n8n-nodes-firecrawl@2.1.2", "n8n-core@2.41.1", "n8n-workflow@2.41.0"]

const name = "@mendable/n8n-nodes-firecrawl 2.1.2"

const LOOK_EVERY = 500

type Call = (resource: string, operation: string, parameters?: object) => Promise<ReadonlyArray<any>>

const install = (folder: string): string => {
  const own = join(folder, "n8n")
  mkdirSync(own, { recursive: true })
  writeFileSync(join(own, "package.json"), JSON.stringify({ private: true }))
  const options = ["--no-audit", "--no-fund", "--legacy-peer-deps", "--ignore-scripts", "--loglevel=error"]
  execFileSync("npm", ["i", ...options, ...packages], { cwd: own, stdio: "inherit" })
  return own
}

const open = (folder: string, url: string): Call => {
  // n8n stores a key in the user's folder, so another folder is set.
  process.env.N8N_USER_FOLDER = folder
  const load = createRequire(join(folder, "package.json"))
  const inside = (name: string, file: string) => load(join(folder, "node_modules", name, "dist", file))
  load("reflect-metadata")
  const { Firecrawl } = inside("@mendable/n8n-nodes-firecrawl", "nodes/Firecrawl/Firecrawl.node.js")
  const { FirecrawlApi } = inside("@mendable/n8n-nodes-firecrawl", "credentials/FirecrawlApi.credentials.js")
  const { RoutingNode } = inside("n8n-core", "execution-engine/routing-node.js")
  const { ExecuteContext } = inside("n8n-core", "execution-engine/node-execution-context/execute-context.js")
  const { Workflow } = load("n8n-workflow")
  const type = new Firecrawl()
  const credentials = { baseUrl: `${url}/v2`, apiKey: "fc-key" }
  const credentialsHelper = {
    isCredentialUsableByNode: async () => true,
    getDecrypted: async () => credentials,
    getCredentialsProperties: () => new FirecrawlApi().properties,
    getParentTypes: () => [],
    preAuthentication: async () => undefined,
    authenticate: async (_given: unknown, _type: string, request: { readonly headers?: object }) => ({
      ...request,
      headers: { ...request.headers, Authorization: `Bearer ${credentials.apiKey}` }
    })
  }
  return async (resource, operation, parameters = {}) => {
    const described = {
      id: "1",
      name: "Firecrawl",
      type: "firecrawl",
      typeVersion: 1,
      position: [0, 0],
      parameters: { resource, operation, ...parameters },
      credentials: { firecrawlApi: { id: "1", name: "key" } }
    }
    const nodeTypes = { getByName: () => type, getByNameAndVersion: () => type, getKnownTypes: () => ({}) }
    const workflow = new Workflow({ id: "bench", nodes: [described], connections: {}, active: false, nodeTypes })
    const node = workflow.getNode("Firecrawl")
    const data = { main: [[{ json: {} }]] }
    const execution = { resultData: { runData: {} }, executionData: { contextData: {} }, startData: {} }
    const around = { credentialsHelper, hooks: { runHook: async () => {} }, variables: {} }
    const executed = { data, node, source: null }
    const context = new ExecuteContext(workflow, node, around, "manual", execution, 0, data.main[0], data, executed, [])
    const [items] = await new RoutingNode(context, type).runNode()
    return items.map(({ json }: { readonly json: unknown }) => json)
  }
}

const told = (answer: ReadonlyArray<any>, key: string): any => answer[0]?.[key] ?? answer[0]?.data?.[key]

const ended = async (look: () => Promise<ReadonlyArray<any>>): Promise<ReadonlyArray<any>> => {
  for (;;) {
    const answer = await look()
    if (!/"status":"(?:scraping|processing)"/.test(JSON.stringify(answer))) return answer
    await sleep(LOOK_EVERY)
  }
}

export const n8n = async (folder: string, url: string, site: string): Promise<ReadonlyArray<Row>> => {
  const call = open(install(folder), url)
  const rows: Array<Row> = []
  const check = async (resource: string, operation: string, parameters: object, expected: RegExp) => {
    let answer: ReadonlyArray<any> = []
    const run = async () => answer = await ended(() => call(resource, operation, parameters))
    rows.push(await checked(name, `${resource}, ${operation}`, run, expected))
    return answer
  }
  const page = `${site}/0`
  const schema = JSON.stringify({ type: "object", properties: { title: { type: "string" } } })
  await check("Scraping", "scrape", { url: page }, /Page 0/)
  await check("MapSearch", "map", { url: site }, new RegExp(`${site}/1`))
  await check("MapSearch", "search", { query: "page" }, /"success":true/)
  const crawlId = told(await check("Crawling", "crawl", { url: page, limit: 5 }, /"id":/), "id")
  await check("Crawling", "getCrawlStatus", { crawlId }, /completed.*Page 0/s)
  await check("Crawling", "getCrawlErrors", { crawlId }, /"errors":/)
  await check("Crawling", "crawlActive", {}, /"crawls":/)
  const other = told(await check("Crawling", "crawl", { url: page, limit: 5 }, /"id":/), "id")
  await check("Crawling", "cancelCrawl", { crawlId: other }, /cancelled/)
  const batchId = told(await check("Scraping", "batchScrape", { urls: page }, /"id":/), "id")
  await check("Scraping", "batchScrapeStatus", { batchId }, /completed.*Page 0/s)
  await check("Scraping", "batchScrapeErrors", { batchId }, /"errors":/)
  const extractId = told(await check("Extract", "extract", { urls: { items: [{ url: page }] }, schema }, /"id":/), "id")
  await check("Extract", "getExtractStatus", { extractId }, /completed.*Page 0/s)
  await check("Account", "teamCreditUsage", {}, /"remainingCredits":/)
  await check("Account", "teamQueueStatus", {}, /"jobsInQueue":/)
  return rows
}
