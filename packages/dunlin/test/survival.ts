// A batch and a crawl on real processes, PostgreSQL and Redis, of which random ones are killed without a warning.
import { Effect, Exit, Redacted, Scope } from "effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as servers from "../../cache/test/servers.ts"
import { type Running, start, startWorker, type Working } from "./serverProcess.ts"

export interface Options {
  /** Pages of the batch, and as many of the crawl. */
  readonly pages: number
  readonly workers: number
  readonly concurrency: number
  /** Who is killed, in this order, at random numbers of pages. */
  readonly kills: ReadonlyArray<"worker" | "server" | "database" | "redis">
  /** Numbers from 0 to 1. */
  readonly random: () => number
  readonly tell?: ((line: string) => void) | undefined
}

export interface Report {
  readonly killed: {
    readonly worker: number
    readonly server: number
    readonly database: number
    readonly redis: number
  }
  /** Pages of the sites that no result names. */
  readonly lost: number
  /** Results beyond one of each page. */
  readonly twice: number
  /** Pages that are told as failed. */
  readonly failed: number
  /** Credits that the team has less now. */
  readonly paid: number
  /** Credits that the jobs say they did cost. */
  readonly told: number
  /** Settled entries of the ledger. */
  readonly settled: number
  /** Requests beyond one a page: what was done again, robots.txt and sitemaps. */
  readonly again: number
  readonly seconds: number
  /** Whether the counts of both jobs add up. */
  readonly sums: boolean
  /** Processes that ended though nobody killed them. */
  readonly died: ReadonlyArray<string>
}

const words = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa"]

const page = (number: number, links: ReadonlyArray<number>) =>
  `<!doctype html><title>Page ${number}</title><main><h1>${
    Array.from(String(number), (digit) => words[Number(digit)]).join(" ")
  }</h1><p>This page says what no other page of the site says, which is ${
    Array.from(String(number), (digit) => words[Number(digit)]).join(" and ")
  }.</p>${links.map((link) => `<a href="/${link}">on</a>`).join(" ")}</main>`

/** Every page leads to the next two, so that the crawl knows a part of its pages at every moment. */
const openSite = async (pages: number, heard: () => void) => {
  const server = createServer((request, response) => {
    const number = /^\/(\d+)$/.exec(request.url ?? "")?.[1]
    heard()
    if (number === undefined || Number(number) >= pages) return response.writeHead(404).end()
    const links = [2 * Number(number) + 1, 2 * Number(number) + 2].filter((link) => link < pages)
    response.writeHead(200, { "content-type": "text/html" }).end(page(Number(number), links))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { address, url: `http://${address}`, close }
}

const granted = 1_000_000
const headers = { "content-type": "application/json", authorization: "Bearer key" }
const rest = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Everything that was begun ends, also after a failure. */
const opened = async <A>(body: (atEnd: (end: () => unknown) => void) => Promise<A>): Promise<A> => {
  const ends: Array<() => unknown> = []
  try {
    return await body((end) => ends.unshift(end))
  } finally {
    for (const end of ends) await end()
  }
}

/** Workers that are started again when they end, as a supervisor does. */
const workersOf = (env: Readonly<Record<string, string>>, concurrency: number) => {
  const working: Array<Working> = []
  const killing = new Set<number>()
  const died: Array<string> = []
  let isOver = false
  const open = (): Working => {
    const worker = startWorker(env, ["--concurrency", String(concurrency)])
    void worker.ended.then((code) => {
      if (killing.has(worker.pid) || isOver) return
      // It started while the database was away, said so, and is started again.
      const place = working.indexOf(worker)
      if (code === 2 && place >= 0 && /DUNLIN_(?:DATABASE|REDIS)_URL/.test(worker.output())) working[place] = open()
      else died.push(`worker ended with ${code}: ${worker.output().slice(-2000)}`)
    })
    return worker
  }
  const kill = (worker: Working) => {
    killing.add(worker.pid)
    return worker.stop("SIGKILL")
  }
  return {
    /** What became of those that nobody killed. */
    died,
    start: (count: number) => {
      for (let started = 0; started < count; started++) working.push(open())
    },
    killOne: async (random: () => number) => {
      const place = Math.floor(random() * working.length)
      await kill(working[place]!)
      working[place] = open()
    },
    end: () => {
      isOver = true
      return Promise.all(working.map(kill))
    }
  }
}

type Call = (path: string, body?: unknown) => Promise<any>

/** Asks the server; while it or its database is away, it is asked again. */
const asking = (server: () => Running): Call => async (path, body) => {
  for (;;) {
    const answer = await fetch(server().url + path, {
      method: body === undefined ? "GET" : "POST",
      headers: { ...headers, ...(body === undefined ? {} : { "idempotency-key": path }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    }).then(async (response) => response.ok ? await response.json() : undefined, () => undefined)
    if (answer !== undefined) return answer
    await rest(200)
  }
}

/** Pages that a job should have and has not, and those that it has more than once. */
const missingIn = async (call: Call, path: string, pages: number) => {
  const found: Array<string> = []
  for (let next: string | undefined = path; next !== undefined;) {
    const part = await call(next)
    for (const { metadata } of part.data) found.push(metadata.title)
    next = part.next === undefined ? undefined : new URL(part.next).pathname + new URL(part.next).search
  }
  const different = new Set(found)
  const lost = Array.from({ length: pages }, (_, number) => `Page ${number}`).filter((title) => !different.has(title))
  return { lost: lost.length, twice: found.length - different.size }
}

/** What the tables of jobs and the ledger say. */
const booksOf = async (database: Parameters<typeof servers.query>[0]) => {
  const [jobs] = await servers.query(
    database,
    `SELECT SUM(credits) AS told, SUM(failed) AS failed,
       BOOL_AND(total = done + failed AND queued = 0 AND running = 0 AND
         done = (SELECT COUNT(*) FROM job_pages WHERE job = jobs.id AND state = 3) AND
         failed = (SELECT COUNT(*) FROM job_pages WHERE job = jobs.id AND state = 4)) AS sums
     FROM jobs`
  )
  const [ledger] = await servers.query(
    database,
    "SELECT COALESCE(SUM(amount), 0) AS settled FROM credit_ledger WHERE kind = 'settle'"
  )
  return {
    failed: Number(jobs?.failed),
    told: Number(jobs?.told),
    settled: Number(ledger?.settled),
    sums: jobs?.sums === true
  }
}

/**
 * Waits until somebody took the credits of pages whose worker was killed between the store and the ledger, and until what
 * dead workers had reserved is free. A look at the balance ends reservations whose time is over.
 */
const collected = async (database: Parameters<typeof servers.query>[0], look: () => Promise<unknown>) => {
  for (;;) {
    await look()
    const [open] = await servers.query(
      database,
      "SELECT (SELECT COUNT(*) FROM job_pages WHERE unpaid > 0) + (SELECT COUNT(*) FROM credit_pending) AS open"
    )
    if (Number(open?.open) === 0) return
    await rest(500)
  }
}

export const survive = (options: Options): Promise<Report> =>
  opened(async (atEnd) => {
    const { concurrency, kills, pages, random, tell = () => {}, workers } = options
    const folder = mkdtempSync(join(tmpdir(), "dunlin-survival-"))
    atEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
    const scope = Effect.runSync(Scope.make())
    atEnd(() => Effect.runPromise(Scope.close(scope, Exit.void)))
    const database = await Effect.runPromise(Scope.provide(servers.postgres({ durable: true }), scope))
    const redis = await Effect.runPromise(Scope.provide(servers.redis({ durable: false }), scope))
    let asked = 0
    const [batchSite, crawlSite] = await Promise.all([0, 1].map(() => openSite(pages, () => asked++)))
    atEnd(batchSite!.close)
    atEnd(crawlSite!.close)
    const teams = join(folder, "teams.json")
    writeFileSync(teams, JSON.stringify({ teams: [{ id: "team", keys: ["key"], credits: granted }] }), { mode: 0o600 })
    const env = {
      DUNLIN_DATA: folder,
      DUNLIN_TEAMS: teams,
      DUNLIN_DATABASE_URL: Redacted.value(database.url),
      DUNLIN_REDIS_URL: Redacted.value(redis.url),
      DUNLIN_EGRESS_ALLOW: `${batchSite!.address},${crawlSite!.address}`
    }
    const working = workersOf(env, concurrency)
    let server: Running = await start({ ...env, DUNLIN_WORKERS: "0" })
    atEnd(() => server.stop("SIGKILL"))
    atEnd(working.end)
    working.start(workers)
    const call = asking(() => server)

    const begun = performance.now()
    const urls = Array.from({ length: pages }, (_, number) => `${batchSite!.url}/${number}`)
    const batch = await call("/v2/batch/scrape", { urls, maxAge: 0 })
    const crawl = await call("/v2/crawl", {
      url: `${crawlSite!.url}/0`,
      crawlEntireDomain: true,
      limit: pages,
      scrapeOptions: { formats: ["markdown"], maxAge: 0 }
    })
    const paths = [`/v2/batch/scrape/${batch.id}`, `/v2/crawl/${crawl.id}`]

    const killed = { worker: 0, server: 0, database: 0, redis: 0 }
    const moments = kills.map(() => Math.floor((0.02 + 0.9 * random()) * 2 * pages)).sort((one, other) => one - other)
    for (const [at, victim] of kills.entries()) {
      while (asked < moments[at]!) await rest(5)
      if (victim === "worker") await working.killOne(random)
      else if (victim === "server") {
        await server.stop("SIGKILL")
        server = await start({ ...env, DUNLIN_WORKERS: "0" })
      } else {
        await Effect.runPromise(victim === "redis" ? redis.crash : database.crash)
      }
      killed[victim]++
      tell(`killed ${victim} at ${asked} of ${2 * pages} requests`)
    }

    const statuses = await Promise.all(paths.map(async (path) => {
      for (;;) {
        const status = await call(`${path}?limit=1`)
        if (status.status !== "scraping") return status
        await rest(500)
      }
    }))
    const seconds = (performance.now() - begun) / 1000
    const [inBatch, inCrawl] = await Promise.all(paths.map((path) => missingIn(call, path, pages)))
    await collected(database, () => call("/v2/team/credit-usage"))
    const { data: { remainingCredits } } = await call("/v2/team/credit-usage")
    tell(statuses.map(({ completed, status, total }) => `${status} ${completed} of ${total}`).join("; "))
    return {
      ...await booksOf(database),
      killed,
      lost: inBatch!.lost + inCrawl!.lost,
      twice: inBatch!.twice + inCrawl!.twice,
      paid: granted - remainingCredits,
      again: asked - 2 * pages,
      seconds,
      died: working.died
    }
  })
