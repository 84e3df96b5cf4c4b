// Checks whether every credit is charged exactly once while real servers are killed: npm run bench -- interruptions
// [--clients=300] [--together=10] [--every=3000] [--seed=1]
//
// Two servers share one data folder. One of them is killed with SIGKILL every few seconds and restarts. Clients search,
// scrape, map, crawl, submit batches and extractions, cancel and disconnect at random. A client without a response
// repeats its request with the same Idempotency-Key. At the end the ledger, the responses, the documents and the
// webhooks are compared.
import { spawn } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type IncomingMessage, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { setTimeout as sleep } from "node:timers/promises"
import { fractions } from "../../../common/test/random.ts"
import { program } from "../../../dunlin/test/commandLine.ts"
import { type Running, start } from "../../../dunlin/test/serverProcess.ts"
import { optionOf } from "./options.ts"
import { figure } from "./report.ts"

const GRANTED = 1_000_000
const TRIES = 200

const listen = async (answer: RequestListener) => {
  const server = createServer(answer).listen(0, "127.0.0.1")
  await new Promise((resolve) => server.once("listening", resolve))
  return { server, target: `127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const bodyOf = async (request: IncomingMessage): Promise<any> => {
  let text = ""
  for await (const chunk of request.setEncoding("utf8")) text += chunk
  return JSON.parse(text)
}

const site = (random: () => number): RequestListener => (request, response) => {
  const own = `http://${request.headers.host}`
  const { pathname } = new URL(request.url ?? "/", own)
  request.on("error", () => undefined).resume()
  response.on("error", () => undefined)
  setTimeout(() => {
    if (pathname === "/search") {
      const results = [0, 1, 2, 3].map((at) => ({
        url: `${own}/found/${random()}`,
        title: `Found ${at}`,
        content: "waders"
      }))
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ results }))
      return
    }
    const status = /robots|sitemap|gone/.test(pathname) ? 404 : 200
    const links = [0, 1, 2].map((at) => `<a href="${pathname.replace(/\d*$/, "")}${at}">Page ${at}</a>`).join(" ")
    const data = `<script type="application/ld+json">{"@type":"Article","headline":"${pathname}"}</script>`
    response.writeHead(status, { "content-type": "text/html" })
    response.end(
      `<title>${pathname}</title>${data}<main><h1>${pathname}</h1><p>${pathname} is read by nobody else. ${
        "Waders of the coast feed at low tide. ".repeat(5)
      }</p>${links}</main>`
    )
  }, random() * 1200)
}

interface Report {
  told: number
  delivered: number
  documents: number
  kills: number
  cancelled: number
  hungUp: number
  repeated: number
  streamed: number
  cutByKills: number
}

// One function, because all parts share the random generator and the counts that are compared at the end.
// oxlint-disable-next-line max-lines-per-function
export const run = async (args: ReadonlyArray<string>) => {
  const clients = Number(optionOf(args, "clients") ?? 300)
  const together = Number(optionOf(args, "together") ?? 10)
  const every = Number(optionOf(args, "every") ?? 3000)
  const random = fractions(Number(optionOf(args, "seed") ?? 1))
  const below = (most: number) => Math.floor(random() * most)
  const chance = (of: number) => random() < of
  const folder = mkdtempSync(join(tmpdir(), "dunlin-interruptions-"))
  const pages = await listen(site(random))
  const taken = new Set<string>()
  const refusals = new Map<string, number>()
  const hook = await listen((request, response) => {
    void bodyOf(request).then((body) => {
      const id = String(request.headers["webhook-id"])
      const refused = refusals.get(id) ?? 0
      // a third pause would last two minutes
      const status = refused < 2 && chance(0.2) ? 500 : 200
      if (status === 500) refusals.set(id, refused + 1)
      const isPage = body.type === "batch_scrape.page" || body.type === "crawl.page"
      if (status === 200 && isPage && body.success) taken.add(id)
      response.writeHead(status).end()
    })
  })
  const teams = join(folder, "teams.json")
  writeFileSync(teams, JSON.stringify({ teams: [{ id: "team", keys: ["key"], credits: GRANTED, audit: true }] }), {
    mode: 0o600
  })
  const env = {
    DUNLIN_DATA: folder,
    DUNLIN_TEAMS: teams,
    DUNLIN_EGRESS_ALLOW: `${pages.target},${hook.target}`,
    DUNLIN_PROVIDER: "searxng",
    DUNLIN_SEARXNG_URL: `http://${pages.target}`
  }
  const report: Report = {
    told: 0,
    delivered: 0,
    documents: 0,
    kills: 0,
    cancelled: 0,
    hungUp: 0,
    repeated: 0,
    streamed: 0,
    cutByKills: 0
  }
  const servers: Array<Running> = [await start(env), await start(env)]
  const generations = [0, 0]
  const over = new AbortController()
  const killing = (async () => {
    while (!over.signal.aborted) {
      await sleep(every * (0.3 + random()))
      const place = below(2)
      generations[place]!++
      await servers[place]!.stop("SIGKILL")
      report.kills++
      servers[place] = await start(env)
    }
  })()

  const headers = { "content-type": "application/json", authorization: "Bearer key" }
  const ask = async (method: string, path: string, body?: unknown, key?: string, signal?: AbortSignal) => {
    const response = await fetch(servers[below(2)]!.url + path, {
      method,
      headers: { ...headers, ...(key === undefined ? {} : { "idempotency-key": key }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: signal ?? AbortSignal.timeout(60_000)
    })
    return { status: response.status, body: await response.json() as any }
  }
  const insist = async (method: string, path: string, body?: unknown, key?: string): Promise<any> => {
    for (let tries = 0; tries < TRIES; tries++) {
      const answer = await ask(method, path, body, key).catch(() => undefined)
      if (
        answer !== undefined && answer.status < 500 && (answer.status !== 409 || answer.body.code === "JOB_ENDED") &&
        answer.status !== 429
      ) {
        return { ...answer.body, status: answer.status, given: answer.body.status }
      }
      report.repeated++
      if (tries % 20 === 19) {
        console.log(`${path}: ${answer === undefined ? "no connection" : JSON.stringify(answer.body).slice(0, 300)}`)
      }
      await sleep(200 + random() * 300)
    }
    throw new Error(`no answer from ${path}`)
  }

  const formats = { formats: ["markdown"], maxAge: 0 }
  let jobs: Array<{ readonly path: string; readonly hasHook: boolean; readonly kind: number }> = []
  const single = async (number: number) => {
    const key = `single-${number}`
    const kind = below(4)
    const url = `http://${pages.target}/single${number}/${chance(0.1) ? "gone" : "page"}`
    if (kind === 3) return stream(number)
    const [path, body] = kind === 0
      ? ["/v2/scrape", { url, ...formats }]
      : kind === 1
      ? ["/v2/search", { query: `waders ${number}`, scrapeOptions: formats }]
      : ["/v2/map", { url: `http://${pages.target}/map${number}/` }]
    if (chance(0.3)) {
      const leaving = new AbortController()
      const left = ask("POST", path!, body, key, leaving.signal).then(() => false, () => true)
      await sleep(random() * 1500)
      leaving.abort()
      if (await left) report.hungUp++
    }
    const answer = await insist("POST", path!, body, key)
    if (answer.status !== 200) return
    const scraped = Number(answer.data?.metadata?.creditsUsed ?? 0)
    const mapped = (answer.links ?? []).length > 0 ? 1 : 0
    report.told += kind === 0 ? scraped : kind === 1 ? answer.creditsUsed : mapped
    report.delivered += kind === 0
      ? (answer.data.metadata.statusCode < 400 ? 1 : 0)
      : kind === 1
      ? 2 + answer.data.web.filter(({ markdown }: { markdown?: string }) => markdown !== undefined).length
      : mapped
  }
  /** Reads all events of a stream. Other tests check the charge of a stream that ends early. */
  const stream = async (number: number) => {
    const place = below(2)
    const generation = generations[place]
    let text = ""
    try {
      const response = await fetch(`${servers[place]!.url}/v2/search`, {
        method: "POST",
        headers: { ...headers, accept: "text/event-stream" },
        body: JSON.stringify({ query: `waders ${number}`, scrapeOptions: formats }),
        signal: AbortSignal.timeout(60_000)
      })
      for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) text += chunk
    } catch {
      // its server was killed
    }
    let credits = 0
    let isWhole = false
    for (const [, name, data] of text.matchAll(/event: (\S+)\ndata: (.*)\n\n/g)) {
      if (name === "hits-found") credits += 2
      if (name === "page-finished") credits += 1
      if (name !== "done") continue
      isWhole = true
      report.told += JSON.parse(data!).creditsUsed
      report.delivered += credits
    }
    if (!isWhole && generations[place] !== generation) {
      report.cutByKills++
      report.streamed += credits
    }
  }
  const job = async (number: number) => {
    const kind = below(3)
    const base = `http://${pages.target}/job${number}`
    const urls = Array.from({ length: 1 + below(8) }, (_, at) => `${base}/${chance(0.1) ? "gone" : "page"}${at}`)
    const hasHook = chance(0.6)
    const webhook = hasHook ? { webhook: `http://${hook.target}/hook` } : {}
    const [path, body] = kind === 0
      ? ["/v2/batch/scrape", { urls, ...formats, ...webhook }]
      : kind === 1
      ? ["/v2/crawl", {
        url: `${base}/page0`,
        limit: 1 + below(4),
        sitemap: "skip",
        scrapeOptions: formats,
        ...webhook
      }]
      : ["/v2/extract", {
        urls,
        schema: { type: "object", properties: { headline: { type: "string" } } },
        scrapeOptions: { maxAge: 0 },
        ...webhook
      }]
    const { id } = await insist("POST", path!, body, `job-${number}`)
    if (id === undefined) throw new Error(`${path} was refused`)
    jobs.push({ path: `${path}/${id}`, hasHook, kind })
    if (kind === 2 || !chance(0.5)) return
    await sleep(random() * 3000)
    await insist("DELETE", `${path}/${id}`)
    report.cancelled++
  }

  const queue = Array.from({ length: clients }, (_, number) => number)
  await Promise.all(Array.from({ length: together }, async () => {
    for (let number = queue.shift(); number !== undefined; number = queue.shift()) {
      await (chance(0.5) ? single(number) : job(number))
      if (number % 20 === 0) console.log(`${number} of ${clients}: ${JSON.stringify(report)}`)
    }
  }))
  over.abort()
  await killing

  // Rows of this kind are work of dead workers, and repeated events.
  const database = (name: string) => new DatabaseSync(join(folder, name), { readOnly: true, timeout: 10_000 })
  const number = (name: string, statement: string) => {
    const opened = database(name)
    const { n } = opened.prepare(statement).get() as { n: number | null }
    opened.close()
    return Number(n ?? 0)
  }
  const isOpen = () =>
    number("jobs.sqlite", "SELECT COUNT(*) AS n FROM jobs WHERE state = 'running'") +
    number("jobs.sqlite", "SELECT COUNT(*) AS n FROM job_pages WHERE owed > 0")
  const begun = performance.now()
  while (isOpen() > 0 && performance.now() - begun < 900_000) await sleep(1000)
  for (const { hasHook, kind, path } of jobs) {
    const status = await insist("GET", path)
    report.told += status.creditsUsed ?? 0
    if (kind === 2) continue
    let found = 0
    let announced = 0
    for (let next: string | undefined = path; next !== undefined;) {
      const part = await insist("GET", next)
      // Pages with status 404 have events, too, but are not charged.
      announced += part.data.length
      found += part.data.filter(({ metadata }: { metadata: { statusCode: number } }) =>
        metadata.statusCode < 400
      ).length
      next = part.next === undefined ? undefined : new URL(part.next).pathname + new URL(part.next).search
    }
    report.delivered += found
    if (hasHook) report.documents += announced
  }
  const charged = number("credits.sqlite", "SELECT SUM(spent) AS n FROM credit_accounts")
  const ofExtractions = number("jobs.sqlite", "SELECT SUM(credits) AS n FROM jobs WHERE kind = 'extract'")
  for (const server of servers) await server.stop("SIGTERM")
  const proved = await new Promise<number | null>((resolve) =>
    spawn(process.execPath, [program, "ledger", "check"], {
      env: { PATH: process.env["PATH"], HOME: process.env["HOME"], ...env },
      stdio: ["ignore", "inherit", "inherit"]
    }).on("close", resolve)
  )
  console.log(JSON.stringify({ ...report, charged, ofExtractions, taken: taken.size, proved }))
  const area = `${clients} clients beside ${report.kills} servers killed`
  figure({ area, metric: "interruptions", ours: report.kills + report.cancelled + report.hungUp + report.cutByKills })
  figure({ area, metric: "credits charged", ours: charged })
  figure({ area, metric: "credits charged beyond those told", ours: charged - report.told })
  figure({
    area,
    metric: "credits charged beyond documents delivered, extractions aside",
    ours: charged - ofExtractions - report.delivered
  })
  figure({ area, metric: "webhooks beyond documents of jobs with one", ours: taken.size - report.documents })
  figure({ area, metric: "credits of events that a killed server streamed and did not charge", ours: report.streamed })
  figure({ area, metric: "jobs or payments still open", ours: isOpen() })
  figure({ area, metric: "ledger check, exit code", ours: proved ?? -1 })
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  for (const { server } of [pages, hook]) {
    server.closeAllConnections()
    server.close()
  }
}
