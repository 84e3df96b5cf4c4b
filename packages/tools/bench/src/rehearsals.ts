// Follows the operator documentation with real processes and a real PostgreSQL: npm run bench -- rehearsals [many]
// [keys] [versions --base=COMMIT]
//
// many: moves a server from files to PostgreSQL and starts a second one, without losing a page or a credit. keys:
// rotates each key of the table in "Rotate keys" while a client continues, and checks what stops working. versions:
// another commit and this one share a database; each finishes the other's jobs; then the other continues alone.
import { Effect, Exit, Redacted, Scope } from "effect"
import { execFile } from "node:child_process"
import { createHmac } from "node:crypto"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { promisify } from "node:util"
import { postgres, query } from "../../../cache/test/servers.ts"
import { program } from "../../../dunlin/test/commandLine.ts"
import { type Running, start } from "../../../dunlin/test/serverProcess.ts"
import { checkOut } from "./beside/tree.ts"
import { optionOf } from "./options.ts"
import { figure } from "./report.ts"

const GRANTED = 1000
const PAGES = 12
const JOB_WITHIN_MS = 120_000

interface Received {
  readonly body: string
  readonly signature: string
}

const openSite = async () => {
  const received: Array<Received> = []
  const server = createServer((request, response) => {
    const path = request.url ?? "/"
    if (request.method === "POST") {
      let body = ""
      request.setEncoding("utf8").on("data", (chunk: string) => body += chunk).on("end", () => {
        received.push({ body, signature: String(request.headers["x-firecrawl-signature"] ?? "") })
        response.end()
      })
      return
    }
    if (/robots|sitemap/.test(path)) return void response.writeHead(404).end()
    const links = Array.from({ length: PAGES }, (_, at) => `<a href="/wader/${at}">Wader ${at}</a>`).join(" ")
    const words = `The wader of ${path} feeds at low tide. `.repeat(6)
    response.writeHead(200, { "content-type": "text/html" })
    response.end(`<title>${path}</title><main><h1>Wader ${path}</h1><p>${words}</p>${links}</main>`)
  }).listen(0, "127.0.0.1")
  await new Promise((resolve) => server.once("listening", resolve))
  const target = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { received, target, url: `http://${target}`, close: () => server.close() }
}

type Env = Record<string, string>

const clientOf = ({ url }: Pick<Running, "url">, key = "key") => {
  const send = async (method: string, path: string, body?: object) => {
    const response = await fetch(url + path, {
      method,
      headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    return { status: response.status, body: await response.json() as any }
  }
  const credits = async () => (await send("GET", "/v2/team/credit-usage")).body.data?.remainingCredits as number
  const finish = async (path: string) => {
    const until = Date.now() + JOB_WITHIN_MS
    while (Date.now() < until) {
      const { body } = await send("GET", path)
      if (body.status !== "scraping") return body
      await sleep(200)
    }
    throw new Error(`${path} did not finish within ${JOB_WITHIN_MS / 1000} s`)
  }
  return { send, credits, finish }
}

const execute = promisify(execFile)
const dunlin = (env: Env, ...args: ReadonlyArray<string>) =>
  execute(process.execPath, [program, ...args], { env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env } })

interface Scene {
  readonly folder: string
  readonly site: Awaited<ReturnType<typeof openSite>>
  readonly database: Effect.Success<ReturnType<typeof postgres>>
  readonly server: (env: Env, file?: string) => Promise<Running>
  readonly holds: (what: string, is: boolean, seen?: unknown) => void
}

const writeTeams = (file: string, keys: ReadonlyArray<string>, credits: number) =>
  writeFileSync(file, JSON.stringify({ teams: [{ id: "team", keys, credits }] }), { mode: 0o600 })

const pagesOf = (body: any): number => (body.data as ReadonlyArray<unknown> | undefined)?.length ?? 0

const many = async ({ database, folder, holds, server, site }: Scene) => {
  const data = join(folder, "data")
  const teams = join(folder, "teams.json")
  writeTeams(teams, ["key"], GRANTED)
  const files: Env = { DUNLIN_DATA: data, DUNLIN_TEAMS: teams, DUNLIN_EGRESS_ALLOW: site.target }
  const index = ["--allow", site.target, "index", `${site.url}/wader/1`, "--delay", "0s", "--entire-domain"]
  await dunlin({ DUNLIN_DATA: data }, ...index)
  const alone = await server(files)
  const before = clientOf(alone)
  const found = await before.send("POST", "/v2/search", { query: "wader 3", limit: 3 })
  holds("one machine finds the page", found.body.data?.web?.some(({ url }: any) => url.endsWith("/wader/3")))
  const crawl = await before.send("POST", "/v2/crawl", { url: `${site.url}/`, limit: PAGES + 1 })
  await before.finish(`/v2/crawl/${crawl.body.id}`)
  const left = await before.credits()

  // Step 1: no job runs, and the ledger reports the balances for the teams file.
  const status = await dunlin(files, "jobs", "status", "--json")
  holds("no job runs", !/"(?:running|active)":\s*[1-9]/.test(status.stdout), status.stdout)
  const checked = await dunlin(files, "ledger", "check")
  holds("the ledger says the balance of the client", new RegExp(`\\b${left}\\b`).test(checked.stdout), checked.stdout)
  await alone.stop("SIGTERM")
  writeTeams(teams, ["key"], left)
  const shared: Env = {
    ...files,
    DUNLIN_DATABASE_URL: Redacted.value(database.url),
    DUNLIN_INDEX: "database",
    DUNLIN_SIGNING_KEY: "a".repeat(64)
  }
  await dunlin({ ...shared, DUNLIN_EGRESS_ALLOW: site.target }, ...index)
  // Steps 3 and 4: the second machine has another data folder.
  const first = await server(shared)
  const second = await server({ ...shared, DUNLIN_DATA: join(folder, "second") })
  const [one, two] = [clientOf(first), clientOf(second)]
  const balances = [await one.credits(), await two.credits()]
  holds("both machines have the balance", balances.every((balance) => balance === left), { balances, left })
  for (const [name, client] of [["first", one], ["second", two]] as const) {
    const found = await client.send("POST", "/v2/search", { query: "wader 3", limit: 3 })
    holds(`the ${name} machine finds the page`, found.body.data?.web?.some(({ url }: any) => url.endsWith("/wader/3")))
  }
  const balance = await one.credits()
  const begun = await one.send("POST", "/v2/crawl", { url: `${site.url}/`, limit: PAGES + 1 })
  const done = await two.finish(`/v2/crawl/${begun.body.id}`)
  holds("the second machine sees a crawl of the first", pagesOf(done) === PAGES + 1, pagesOf(done))
  holds("both machines return the same cost", balance - await two.credits() === done.creditsUsed, done.creditsUsed)
  const old = await one.send("GET", `/v2/crawl/${crawl.body.id}`)
  holds("jobs in the files are not in the database", old.status === 404, old.status)
}

const signatureOf = (secret: string, body: string) =>
  `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`

const keys = async ({ database, folder, holds, server, site }: Scene) => {
  const teams = join(folder, "keys.json")
  const env = (more: Env): Env => ({
    DUNLIN_DATA: join(folder, "keys"),
    DUNLIN_TEAMS: teams,
    DUNLIN_EGRESS_ALLOW: site.target,
    DUNLIN_DATABASE_URL: Redacted.value(database.url),
    DUNLIN_SIGNING_KEY: "1".repeat(64),
    DUNLIN_WEBHOOK_SECRET: "first-secret-of-webhooks",
    ...more
  })
  writeTeams(teams, ["old"], GRANTED)
  let running = await server(env({}))
  const credits = await clientOf(running, "old").credits()
  writeTeams(teams, ["old", "new"], GRANTED)
  await running.stop("SIGTERM")
  running = await server(env({}))
  const both = [clientOf(running, "old"), clientOf(running, "new")]
  holds("both keys of a team work", (await both[0]!.credits()) === credits && (await both[1]!.credits()) === credits)
  writeTeams(teams, ["new"], GRANTED)
  await running.stop("SIGTERM")
  running = await server(env({}))
  holds("the old key is rejected", (await clientOf(running, "old").send("GET", "/v2/team/credit-usage")).status === 401)
  holds("the new key has the balance", await clientOf(running, "new").credits() === credits)

  const picture = (client: ReturnType<typeof clientOf>) =>
    client.send("POST", "/v2/scrape", { url: `${site.url}/wader/2`, formats: ["screenshot"], maxAge: 0 })
  const shown = await picture(clientOf(running, "new"))
  const link = String(shown.body.data?.screenshot ?? "")
  const isSame = (other: Running) => other.url + new URL(link).pathname + new URL(link).search
  if (link.startsWith("http")) {
    holds("a link opens", (await fetch(isSame(running))).status === 200)
    await running.stop("SIGTERM")
    running = await server(env({ DUNLIN_SIGNING_KEY: "2".repeat(64) }))
    const status = (await fetch(isSame(running))).status
    holds("a link that was signed with the previous key does not open", status === 403 || status === 404, status)
    const again = String((await picture(clientOf(running, "new"))).body.data?.screenshot ?? "")
    const { pathname, search } = new URL(again)
    holds("a new link opens", (await fetch(running.url + pathname + search)).status === 200)
  } else holds("a picture was taken", false, shown.body)

  const deliver = async (secret: string) => {
    site.received.length = 0
    const client = clientOf(running, "new")
    const { body } = await client.send("POST", "/v2/batch/scrape", {
      urls: [`${site.url}/wader/4`],
      webhook: { url: `${site.url}/hook`, events: ["completed"] }
    })
    await client.finish(`/v2/batch/scrape/${body.id}`)
    const until = Date.now() + JOB_WITHIN_MS
    while (site.received.length === 0 && Date.now() < until) await sleep(100)
    const [event] = site.received
    return event !== undefined && event.signature === signatureOf(secret, event.body)
  }
  holds("events are signed with the first secret", await deliver("first-secret-of-webhooks"), site.received[0])
  await running.stop("SIGTERM")
  running = await server(env({ DUNLIN_WEBHOOK_SECRET: "second-secret-of-webhooks" }))
  holds("events are signed with the second secret", await deliver("second-secret-of-webhooks"), site.received[0])

  await running.stop("SIGTERM")
  await rotateUser({ database, holds, server }, env)
}

const rotateUser = async (
  { database, holds, server }: Pick<Scene, "database" | "holds" | "server">,
  env: (more: Env) => Env
) => {
  const as = (user: string) => {
    const url = new URL(Redacted.value(database.url))
    url.username = user
    url.pathname = "/rotated"
    return env({ DUNLIN_DATABASE_URL: url.href })
  }
  const own = { url: Redacted.make(Redacted.value(database.url).replace(/\/postgres$/, "/rotated")) }
  await query(database, "create database rotated")
  for (
    const statement of [
      "create role first_user login",
      "grant create on schema public to first_user",
      "create schema dunlin_cache authorization first_user"
    ]
  ) await query(own, statement)
  const first = await server(as("first_user"))
  const credits = await clientOf(first, "new").credits()
  const { body } = await clientOf(first, "new").send("POST", "/v2/scrape", { url: "https://example.invalid/" })
  holds("a server runs as the first database user", credits === GRANTED && body.success === false, body)
  for (
    const statement of [
      "create role second_user login in role first_user",
      "grant create on schema public to second_user"
    ]
  ) await query(own, statement)
  const second = await server(as("second_user"))
  holds("a server runs as the second database user", await clientOf(second, "new").credits() === credits)
  await first.stop("SIGTERM")
  for (
    const statement of [
      "reassign owned by first_user to second_user",
      "drop owned by first_user",
      "drop role first_user"
    ]
  ) await query(own, statement)
  holds("the server still runs after the first user was deleted", await clientOf(second, "new").credits() === credits)
  await second.stop("SIGTERM")
  const third = await server(as("second_user"))
  holds("a server starts after the first user was deleted", await clientOf(third, "new").credits() === credits)
}

const versions = async (scene: Scene, base: string) => {
  const { database, folder, holds, server, site } = scene
  const teams = join(folder, "versions.json")
  writeTeams(teams, ["key"], GRANTED)
  const other = checkOut(base)
  const before = join(other.root, "packages/dunlin/src/bin.ts")
  const env = (name: string): Env => ({
    DUNLIN_DATA: join(folder, name),
    DUNLIN_TEAMS: teams,
    DUNLIN_EGRESS_ALLOW: site.target,
    DUNLIN_DATABASE_URL: Redacted.value(database.url),
    DUNLIN_SIGNING_KEY: "3".repeat(64)
  })
  try {
    let older = await server(env("older"), before)
    const crawl = { url: `${site.url}/`, limit: PAGES + 1, delay: 0.2 }
    const begun = await clientOf(older).send("POST", "/v2/crawl", crawl)
    const newer = await server(env("newer"))
    const done = await clientOf(newer).finish(`/v2/crawl/${begun.body.id}`)
    holds("a crawl begun before the upgrade ends after it", pagesOf(done) === PAGES + 1, pagesOf(done))
    const next = await clientOf(newer).send("POST", "/v2/crawl", crawl)
    const seen = await clientOf(older).finish(`/v2/crawl/${next.body.id}`)
    holds("the older version reads a crawl of the newer one", pagesOf(seen) === PAGES + 1, pagesOf(seen))
    // A worker reserves credits for a block of pages. The rest of its last block is released within 30 seconds.
    const expected = GRANTED - done.creditsUsed - seen.creditsUsed
    const balances = async () => [await clientOf(older).credits(), await clientOf(newer).credits()]
    const until = Date.now() + JOB_WITHIN_MS
    let found = await balances()
    while (found.some((one) => one !== expected) && Date.now() < until) {
      await sleep(1000)
      found = await balances()
    }
    holds("both count the same credits", found.every((one) => one === expected), { found, expected })
    const last = await clientOf(newer).send("POST", "/v2/crawl", crawl)
    await newer.stop("SIGTERM")
    await older.stop("SIGKILL")
    const restarted = await server(env("older"), before).catch((error: unknown) => String(error))
    if (typeof restarted === "string") {
      holds("a downgrade is rejected with a reason, and changes nothing", restarted.includes("Incompatible"), restarted)
    } else {
      older = restarted
      const ended = await clientOf(older).finish(`/v2/crawl/${last.body.id}`)
      holds("after a downgrade, the older version completes the crawl", pagesOf(ended) === PAGES + 1, pagesOf(ended))
    }
    const { stdout } = await dunlin(env("newer"), "ledger", "check")
    holds("the ledger check finds no differences", /ok|agree/i.test(stdout), stdout)
  } finally {
    other.remove()
  }
}

export const run = async (args: ReadonlyArray<string>): Promise<void> => {
  const base = optionOf(args, "base")
  const scenes: Readonly<Record<string, (scene: Scene) => Promise<void>>> = {
    many,
    keys,
    versions: (scene) => {
      if (base === undefined) throw new Error("versions: name another commit: --base=COMMIT")
      return versions(scene, base)
    }
  }
  const named = args.filter((arg) => !arg.startsWith("--"))
  for (
    const name of named.length === 0
      ? Object.keys(scenes).filter((one) => one !== "versions" || base !== undefined)
      : named
  ) {
    const scene = scenes[name]
    if (scene === undefined) {
      throw new Error(`There is no rehearsal ${name}; there are ${Object.keys(scenes).join(", ")}`)
    }
    const folder = mkdtempSync(join(tmpdir(), "dunlin-rehearsal-"))
    mkdirSync(join(folder, "data"))
    const site = await openSite()
    const scope = await Effect.runPromise(Scope.make())
    const database = await Effect.runPromise(Scope.provide(postgres({ durable: true }), scope))
    const running: Array<Running> = []
    let right = 0
    let wrong = 0
    const holds = (what: string, is: boolean, seen?: unknown) => {
      if (is) right++
      else wrong++
      console.log(`${name}: ${is ? "yes" : "NO "}  ${what}${is ? "" : `: ${JSON.stringify(seen).slice(0, 600)}`}`)
    }
    const server = async (env: Env, file?: string) => {
      const started = await start(env, file)
      running.push(started)
      return started
    }
    try {
      await scene({ database, folder, holds, server, site })
    } finally {
      for (const one of running) await one.stop("SIGKILL")
      await Effect.runPromise(Scope.close(scope, Exit.void))
      site.close()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    }
    figure({ area: `rehearsal: ${name}`, metric: "successful steps", ours: right })
    figure({ area: `rehearsal: ${name}`, metric: "failed steps", ours: wrong })
    if (wrong > 0) process.exitCode = 1
  }
}
