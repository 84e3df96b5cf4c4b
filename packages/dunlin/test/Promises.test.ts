// Each cell of the table of promises that can be tried from outside: a server whose part is taken away is asked for it.
import { Listener } from "@dunlin/http-api"
import { assert, describe, it } from "@effect/vitest"
import * as Serve from "dunlin/Serve"
import { ConfigProvider, Context, Effect, Layer, Logger } from "effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"
import { type PromiseName, promises } from "../src/internal/promises/allPromises.ts"
import type { Condition, Outcome, Row } from "../src/internal/promises/row.ts"

const root = mkdtempSync(join(tmpdir(), "dunlin-promises-"))
const ends: Array<() => void> = []
afterAll(() => {
  for (const end of ends) end()
  rmSync(root, { recursive: true, force: true, maxRetries: 5 })
})

const listening = (answer: RequestListener): Promise<string> =>
  new Promise((resolve) => {
    const server = createServer(answer)
    server.listen(0, "127.0.0.1", () => {
      ends.push(() => server.closeAllConnections(), () => server.close())
      resolve(`127.0.0.1:${(server.address() as AddressInfo).port}`)
    })
  })

const text = "Anna Schmidt, anna@example.com, saw an avocet colony by the sea. Waders find food by touch. ".repeat(8)
const site = await listening((_, response) => {
  response.setHeader("content-type", "text/html")
  response.end(`<title>Avocet</title><main><h1>Avocet colony</h1><p>${text}</p></main>`)
})
const page = `http://${site}/p`
const engine = await listening((_, response) => {
  response.setHeader("content-type", "application/json")
  response.end(JSON.stringify({ results: [{ url: page, title: "Avocet colony", content: "An avocet colony." }] }))
})
/** A model orders two results or more. */
const engineOfTwo = await listening((_, response) => {
  response.setHeader("content-type", "application/json")
  const results = [page, `${page}/2`].map((url) => ({ url, title: "Avocet colony", content: "An avocet colony." }))
  response.end(JSON.stringify({ results }))
})
const garbage = join(root, "garbage.txt")
writeFileSync(garbage, "Error: not found\nTry again later.\n")
const silent = `http://${await listening(() => {})}`
const down = "http://127.0.0.1:9"

interface Try {
  readonly env?: Record<string, string>
  readonly team?: object
  readonly path?: string
  readonly body?: object
  /** In the error, the reason for no start, or the warning. */
  readonly says?: RegExp
}

interface Seen {
  readonly outcome: Outcome
  readonly says: string
  readonly credits: number | undefined
}

const listed = (value: any): ReadonlyArray<string> =>
  [value?.warning, value?.metadata?.error].filter((one) => typeof one === "string")

const seenOf = (status: number, body: any): Seen => {
  const items = [...body.data?.web ?? [], ...body.data?.images ?? []]
  const said = [body, body.data, ...items].flatMap(listed)
  const credits = body.creditsUsed ?? body.data?.metadata?.creditsUsed
  return status >= 400
    ? { outcome: "refuses", says: `${status} ${body.code} ${body.error}`, credits }
    : { outcome: said.length > 0 ? "warns" : "holds", says: said.join(" "), credits }
}

const environment = ({ env = {}, team }: Try): Record<string, string> => {
  const data = mkdtempSync(join(root, "data-"))
  const teams = join(data, "teams.json")
  if (team !== undefined) {
    writeFileSync(teams, JSON.stringify({ teams: [{ id: "acme", keys: ["fc-acme"], ...team }] }), { mode: 0o600 })
  }
  return {
    DUNLIN_DATA: data,
    DUNLIN_PORT: "0",
    DUNLIN_EGRESS_ALLOW: site,
    DUNLIN_PROVIDER: "searxng",
    DUNLIN_SEARXNG_URL: `http://${engine}`,
    ...(team === undefined ? {} : { DUNLIN_TEAMS: teams }),
    ...env
  }
}

/** Starts a server with these settings, and gives its address to `use`. */
const served = <A>(one: Try, use: (url: string) => Promise<A>, logs: Array<unknown> = []) =>
  Effect.gen(function*() {
    const context = yield* Layer.build(Serve.layer())
    const { url } = Context.get(context, Listener.Listener)
    return yield* Effect.promise(() => use(url))
  }).pipe(
    Effect.scoped,
    Effect.provide(ConfigProvider.layer(ConfigProvider.fromUnknown(environment(one)))),
    Effect.provide(Logger.layer([Logger.make(({ message }) => void logs.push(message))]))
  )

/** What a request has unless its try says something else. */
const usual: Readonly<Record<string, object>> = {
  "/v2/search": { query: "avocet colony" },
  "/v2/batch/scrape": { urls: [page] },
  "/v2/extract": { urls: [page], schema: { type: "object", properties: { title: { type: "string" } } } }
}

const ask = async (url: string, { body, path = "/v2/scrape" }: Try): Promise<Seen> => {
  const response = await fetch(url + path, {
    ...(path.includes("?") ? {} : {
      method: "POST",
      body: JSON.stringify({ ...usual[path] ?? { url: page }, ...body })
    }),
    headers: { "content-type": "application/json", authorization: "Bearer fc-acme" }
  })
  return seenOf(response.status, await response.json())
}

const tried = (one: Try): Effect.Effect<Seen> =>
  Effect.match(served(one, (url) => ask(url, one)), {
    onSuccess: (seen) => seen,
    onFailure: (error): Seen => ({ outcome: "refuses", says: `no start: ${String(error)}`, credits: undefined })
  })

const search = "/v2/search"
const model = (address: string) => ({ DUNLIN_MODEL_URL: `${address}/v1`, DUNLIN_MODEL: "small" })
const protectedBy = (policy: object) => ({ features: { threatProtection: { enabled: true, enforced: true, policy } } })
const formats = (...all: ReadonlyArray<unknown>) => ({ formats: all })

const tries: Readonly<Record<string, Try>> = {
  "provider absent": { env: { DUNLIN_PROVIDER: "local" }, path: search, says: /index is empty/ },
  "provider wrong": { env: { DUNLIN_PROVIDER: "barve" }, path: search, says: /unknown provider "barve"/ },
  "provider down": { env: { DUNLIN_SEARXNG_URL: down }, path: search, says: /503 SEARCH_PROVIDER_ERROR/ },
  "several-providers absent": { env: { DUNLIN_PROVIDER: "searxng,brave" }, path: search, says: /DUNLIN_BRAVE_KEY/ },
  "several-providers wrong": {
    env: { DUNLIN_PROVIDER_MODE: "fues" },
    path: search,
    says: /DUNLIN_PROVIDER_MODE: expected one of/
  },
  "several-providers down": {
    env: { DUNLIN_PROVIDER: "searxng,mediawiki", DUNLIN_MEDIAWIKI_URL: down },
    path: search,
    says: /mediawiki: the provider is unavailable/
  },
  "index absent": { env: { DUNLIN_INDEX: "opensearch" }, path: search, says: /DUNLIN_INDEX_URL/ },
  "index down": {
    env: { DUNLIN_INDEX: "opensearch", DUNLIN_INDEX_URL: down },
    path: search,
    says: /DUNLIN_INDEX_URL: the index cannot be reached/
  },
  "hung-provider down": {
    env: { DUNLIN_SEARXNG_URL: silent },
    path: search,
    body: { timeout: 1500 },
    says: /408 SEARCH_TIMEOUT/
  },
  "filters absent": { path: search, body: { query: "avocet -site:example.com" } },
  "filters wrong": { path: search, body: { tbs: "qdr:x" }, says: /tbs/ },
  "filters down": { path: search, body: { tbs: "qdr:d" }, says: /has no date/ },
  "safe absent": {
    env: { DUNLIN_PROVIDER: "local" },
    path: search,
    body: { safe: true },
    says: /cannot filter explicit/
  },
  "safe wrong": { path: search, body: { safe: "yes" }, says: /safe/ },
  "location absent": {
    env: { DUNLIN_PROVIDER: "local" },
    path: search,
    body: { location: "Germany" },
    says: /does not support locations/
  },
  "location wrong": { path: search, body: { location: "Atlantis" }, says: /locations/ },
  "categories absent": { path: search, body: { query: "avocet" } },
  "categories wrong": { env: { DUNLIN_CATEGORY_PROVIDERS: "gihub" }, path: search, says: /unknown name "gihub"/ },
  "categories down": {
    env: { DUNLIN_CATEGORY_PROVIDERS: "github", DUNLIN_GITHUB_URL: down },
    path: search,
    body: { categories: ["github"] },
    says: /No results for the category github/
  },
  "papers absent": { path: "/v2/search/research/papers?query=waders", says: /503.*DUNLIN_PAPERS/ },
  "papers wrong": { env: { DUNLIN_PAPERS: "arxvi" }, path: search, says: /DUNLIN_PAPERS/ },
  "papers down": {
    env: { DUNLIN_PAPERS: "arxiv", DUNLIN_ARXIV_URL: down },
    path: "/v2/search/research/papers?query=waders",
    says: /arxiv: the provider is unavailable/
  },
  "embeddings wrong": { env: { DUNLIN_EMBEDDINGS_URL: down }, path: search, says: /DUNLIN_EMBEDDINGS_MODEL/ },
  "embeddings down": {
    env: { DUNLIN_PROVIDER: "local", DUNLIN_EMBEDDINGS_URL: `${down}/v1`, DUNLIN_EMBEDDINGS_MODEL: "small" },
    path: search,
    says: /found by words only/
  },
  "reranker absent": { path: search },
  "reranker wrong": { env: { DUNLIN_RERANKER_KEY: "key" }, path: search, says: /DUNLIN_RERANKER_URL/ },
  "reranker down": {
    env: { DUNLIN_RERANKER_URL: `${down}/rerank`, DUNLIN_SEARXNG_URL: `http://${engineOfTwo}` },
    path: search,
    says: /order/
  },
  "private-addresses absent": { env: { DUNLIN_EGRESS_ALLOW: "192.0.2.1:80" }, says: /not allowed|cannot be|private/i },
  "private-addresses wrong": { env: { DUNLIN_EGRESS_ALLOW: "localhost" }, says: /a target `host:port`/ },
  "basic-proxy absent": {},
  "basic-proxy wrong": { env: { DUNLIN_PROXY_BASIC: "http://:@:abc" }, says: /DUNLIN_PROXY_BASIC: expected a URL/ },
  "basic-proxy down": { env: { DUNLIN_PROXY_BASIC: down }, says: /Could not connect/ },
  "enhanced-proxy absent": { body: { proxy: "enhanced" }, says: /No enhanced proxy/ },
  "enhanced-proxy wrong": { env: { DUNLIN_PROXY_ENHANCED: "proxy:3128" }, says: /DUNLIN_PROXY_ENHANCED/ },
  "enhanced-proxy down": {
    env: { DUNLIN_PROXY_ENHANCED: down },
    body: { proxy: "enhanced" },
    says: /Could not connect/
  },
  "block-ads absent": {},
  "block-ads wrong": { env: { DUNLIN_FILTER_LISTS: garbage }, says: /DUNLIN_FILTER_LISTS: .* contains no rules/ },
  "block-ads down": { env: { DUNLIN_FILTER_LISTS: join(root, "none.txt") }, says: /cannot be read/ },
  "ocr wrong": { env: { DUNLIN_OCR_DATA: join(root, "none") }, says: /the folder does not exist/ },
  "media wrong": { env: { DUNLIN_YT_DLP: join(root, "none") }, body: formats("audio"), says: /DUNLIN_YT_DLP/ },
  "json absent": { body: formats({ type: "json", prompt: "names" }), says: /json requires a language model/ },
  "json wrong": { env: { DUNLIN_MODEL_URL: down }, says: /DUNLIN_MODEL: a model name/ },
  "json down": {
    env: model(down),
    body: formats({ type: "json", prompt: "names" }),
    says: /json: the language model did/
  },
  "question absent": { body: formats({ type: "question", question: "price?" }), says: /no sentence of the page/ },
  "question wrong": { env: { DUNLIN_MODEL_KEY: "key" }, says: /DUNLIN_MODEL_URL: .*has no effect without it/ },
  "question down": {
    env: model(down),
    body: formats({ type: "question", question: "who?" }),
    says: /question: the language model did not respond/
  },
  "summary absent": { body: formats("summary") },
  "summary down": { env: model(down), body: formats("summary"), says: /summary: the language model did not respond/ },
  "highlights absent": { body: formats({ type: "highlights", query: "avocet" }) },
  "highlights down": {
    env: model(down),
    body: formats({ type: "highlights", query: "avocet" }),
    says: /highlights: the language model did not respond/
  },
  "clean-content absent": { body: { onlyCleanContent: true }, says: /onlyCleanContent requires a language model/ },
  "clean-content down": { env: model(down), body: { onlyCleanContent: true }, says: /the original is kept/ },
  "change-tracking-json absent": {
    body: formats("markdown", { type: "changeTracking", modes: ["json"] }),
    says: /json mode of changeTracking requires/
  },
  "redaction absent": { body: { redactPII: true }, says: /no model is configured/ },
  "redaction wrong": { env: { DUNLIN_PII_ENGINE: "gliner", DUNLIN_PII_MODEL: "m" }, says: /DUNLIN_PII_URL/ },
  "redaction down": { env: { DUNLIN_PII_URL: down }, body: { redactPII: true }, says: /the text was withheld/ },
  "links wrong": { env: { DUNLIN_SIGNING_KEY: "short" }, says: /DUNLIN_SIGNING_KEY: expected a text of at least 32/ },
  "profile wrong": { env: { DUNLIN_PROFILE_KEY: "short" }, says: /DUNLIN_PROFILE_KEY/ },
  "keys down": { env: { DUNLIN_TEAMS: join(root, "none.json") }, says: /DUNLIN_TEAMS: .*does not exist/ },
  "tokens absent": { team: { claims: [{ org: "acme" }] }, says: /DUNLIN_AUTHORIZATION_SERVERS/ },
  "scan-closed absent": { team: protectedBy({ failurePolicy: "closed" }), says: /403 unsafe_domain_blocked.*scanner/ },
  "scan-closed wrong": {
    team: protectedBy({ failurePolicy: "closed" }),
    env: { DUNLIN_URLHAUS_URL: down },
    says: /DUNLIN_URLHAUS_KEY: a key is required for the scanner/
  },
  "scan-closed down": {
    team: protectedBy({ failurePolicy: "closed" }),
    env: { DUNLIN_THREAT_URL: down },
    says: /403 unsafe_domain_blocked/
  },
  "scan-open absent": { team: protectedBy({}), says: /No URL scanner is configured/ },
  "scan-open wrong list": {
    team: protectedBy({}),
    env: { DUNLIN_URLHAUS_FILE: garbage },
    says: /DUNLIN_URLHAUS_FILE: .* contains no URLs/
  },
  "scan-open wrong": { team: protectedBy({}), env: { DUNLIN_THREAT_KEY: "key" }, says: /DUNLIN_THREAT_URL/ },
  "scan-open down": { team: protectedBy({}), env: { DUNLIN_THREAT_URL: down }, says: /returned no result for 1 URL/ },
  "policy absent": {
    team: { features: { threatProtection: { policy: { blacklist: ["*"] } } } },
    says: /threatProtection: expected enabled: true/
  },
  "policy wrong": { team: protectedBy({ failurPolicy: "closed" }), says: /did you mean failurePolicy/ },
  "policy-override absent": { team: {}, body: { threatProtection: { mode: "normal" } }, says: /403.*not enabled/ },
  "policy-override wrong": { body: { threatProtection: { failurPolicy: "closed" } }, says: /400.*failurePolicy/ },
  "audit absent": { team: { audit: true }, env: { DUNLIN_AUDIT: "off" }, says: /DUNLIN_AUDIT: team acme/ },
  "audit wrong": { team: { audit: true }, env: { DUNLIN_AUDIT: "sqlit" }, says: /DUNLIN_AUDIT: expected one of/ },
  "audit-metadata absent": {
    team: {},
    body: { auditMetadata: { username: "anna" } },
    says: /auditMetadata has no effect/
  },
  "audit-metadata absent search": {
    team: {},
    path: search,
    body: { scrapeOptions: { auditMetadata: { username: "anna" } } },
    says: /auditMetadata has no effect/
  },
  "audit-metadata absent batch": {
    team: {},
    path: "/v2/batch/scrape",
    body: { auditMetadata: { username: "anna" } },
    says: /auditMetadata has no effect/
  },
  "audit-metadata absent crawl": {
    team: {},
    path: "/v2/crawl",
    body: { limit: 1, scrapeOptions: { auditMetadata: { username: "anna" } } },
    says: /auditMetadata has no effect/
  },
  "audit-metadata absent extract": {
    team: {},
    path: "/v2/extract",
    body: { scrapeOptions: { auditMetadata: { username: "anna" } } },
    says: /auditMetadata has no effect/
  },
  "audit-metadata wrong": { team: {}, body: { auditMetadata: { user: "anna" } }, says: /400.*auditMetadata/ },
  "zero-retention absent": { team: {}, path: search, body: { enterprise: ["zdr"] }, says: /403.*not enabled/ },
  "zero-retention wrong": { body: { zeroDataRetention: true, ...formats("screenshot") }, says: /400.*no screenshot/ },
  "cache absent": { body: { lockdown: true }, says: /404 SCRAPE_LOCKDOWN_CACHE_MISS/ },
  "cache wrong": { env: { DUNLIN_REDIS_URL: "127.0.0.1:6379" }, says: /DUNLIN_REDIS_URL/ },
  "data-folder down": { env: { DUNLIN_DATA: "/proc/none" }, says: /DUNLIN_DATA: the folder cannot be created/ },
  "credits absent": { team: { credits: 0 }, says: /402/ },
  "models-for-jobs absent": {
    path: "/v2/crawl",
    body: { prompt: "only the colony" },
    says: /501 MODEL_NOT_CONFIGURED/
  }
}

const rows: Readonly<Record<string, Row>> = promises

describe("a promise whose part is missing", { concurrent: false }, () => {
  it.live.each(Object.keys(tries))("%s", (name) =>
    Effect.gen(function*() {
      const [promise = "", condition] = name.split(" ") as [string, Condition]
      const one = tries[name]!
      const { outcome, says } = yield* tried(one)
      assert.strictEqual(outcome, rows[promise]?.[condition].outcome, says)
      if (one.says !== undefined) assert.match(says, one.says)
    }))

  it("is tested in at least sixty cells", () => {
    assert.isAtLeast(Object.keys(tries).length, 60)
  })
})

describe("a server that cannot keep a promise", { concurrent: false }, () => {
  const health = async (url: string) =>
    (await (await fetch(`${url}/health`)).json()) as { notKept?: Array<PromiseName> }

  it.live("reports it in its health", () =>
    Effect.gen(function*() {
      const of = (one: Try) => Effect.map(served(one, health), ({ notKept = [] }) => notKept)
      assert.deepStrictEqual(yield* of({}), [])
      assert.deepStrictEqual(yield* of({ team: protectedBy({ failurePolicy: "closed" }) }), ["scan-closed"])
      assert.deepStrictEqual(yield* of({ team: protectedBy({ mode: "off" }) }), [])
      assert.deepStrictEqual(yield* of({ env: { DUNLIN_BRAVE_KEY: "key" } }), ["provider"])
      assert.deepStrictEqual(yield* of({ env: { DUNLIN_HOST: "0.0.0.0" } }), ["clients-reach-links"])
    }))

  it.live("charges nothing for a page whose text was removed", () =>
    Effect.gen(function*() {
      const { credits, outcome } = yield* tried({ env: { DUNLIN_PII_URL: down }, body: { redactPII: true } })
      assert.deepStrictEqual({ credits, outcome }, { credits: 0, outcome: "warns" })
    }))

  it.live("lets a team reach only the domains of an allow-only policy", () =>
    Effect.gen(function*() {
      const only = (whitelist: ReadonlyArray<string>) =>
        tried({ team: protectedBy({ mode: "off", blacklist: ["*"], whitelist }) })
      assert.strictEqual((yield* only(["127.0.0.1"])).outcome, "holds")
      assert.match((yield* only(["good.example"])).says, /403 unsafe_domain_blocked/)
    }))
})
