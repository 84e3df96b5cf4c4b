import { Fetcher } from "@dunlin/fetcher"
import { defaultOptions } from "@dunlin/fetcher/testing"
import { Scraper, Searcher } from "@dunlin/pipeline"
import { Redactor } from "@dunlin/redaction"
import { ScrapeRequest, SearchRequest } from "@dunlin/schema"
import { ThreatGuard, ThreatPolicy } from "@dunlin/threat-protection"
import { assert, describe, it } from "@effect/vitest"
import * as Services from "dunlin/Services"
import { ConfigProvider, Effect, Layer } from "effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"
import { roundTrips } from "../../common/test/roundTrips.ts"

const folder = mkdtempSync(join(tmpdir(), "dunlin-settings-"))
const ends: Array<() => unknown> = []
afterAll(async () => {
  for (const end of ends) await end()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

interface Asked {
  readonly path: string
  readonly headers: Record<string, string | ReadonlyArray<string> | undefined>
  readonly body: string
}

/** A service on loopback that answers everything with the same JSON, and tells what it was asked. */
const service = (answer: (asked: Asked) => unknown) =>
  Effect.promise(() =>
    new Promise<{ readonly url: string; readonly asked: Array<Asked> }>((resolve) => {
      const asked: Array<Asked> = []
      const server = createServer((request, response) => {
        let body = ""
        request.on("data", (chunk) => body += chunk)
        request.on("end", () => {
          const one = { path: request.url ?? "", headers: request.headers, body }
          asked.push(one)
          response.setHeader("content-type", "application/json")
          response.end(JSON.stringify(answer(one)))
        })
      })
      server.listen(0, "127.0.0.1", () => {
        ends.push(() => server.closeAllConnections(), () => server.close())
        resolve({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked })
      })
    })
  )

const provide = (env: Record<string, string>) => <A, E>(effect: Effect.Effect<A, E, Services.Services>) =>
  Effect.provide(
    effect,
    Services.layerConfig().pipe(
      Layer.provide(
        ConfigProvider.layer(ConfigProvider.fromUnknown({ DUNLIN_DATA: mkdtempSync(join(folder, "data-")), ...env }))
      )
    )
  )

const search = (request: Partial<SearchRequest.SearchRequestInput> = {}) =>
  Effect.flatMap(
    SearchRequest.decode({ query: "avocet colony", ...request }),
    (task) => Effect.flatMap(Searcher.Searcher, (searcher) => searcher.search(task))
  )

const hit = (url: string) => ({ url, title: `Avocet colony at ${url}`, content: "An avocet colony by the sea." })

const searxng = (...urls: ReadonlyArray<string>) => service(() => ({ results: urls.map(hit) }))

describe("settings", () => {
  it.effect("allow a provider at a private address, which stays blocked for pages", () =>
    Effect.gen(function*() {
      const engine = yield* searxng("https://birds.example/avocet")
      yield* Effect.gen(function*() {
        const { data } = yield* search()
        assert.deepStrictEqual(data.web?.map(({ url }) => url), ["https://birds.example/avocet"])
        const { url, ...options } = yield* ScrapeRequest.decode({ url: `${engine.url}/admin` })
        const scraper = yield* Scraper.Scraper
        const refused = yield* Effect.flip(scraper.scrape({ url, options }))
        assert.include(refused.message, "not allowed")
      }).pipe(provide({ DUNLIN_PROVIDER: "searxng", DUNLIN_SEARXNG_URL: engine.url }))
      assert.isAbove(engine.asked.length, 0)
      assert.isTrue(engine.asked.every(({ path }) => path.startsWith("/search")))
    }))

  it.effect.each([["fuse", 2], ["failover", 1], ["hedge", 1]] as const)(
    "combine providers: %s",
    ([mode, asked]) =>
      Effect.gen(function*() {
        const first = yield* searxng("https://birds.example/one")
        const second = yield* service(() => ({
          results: [{ url: "https://birds.example/two", title: "Avocet colony" }]
        }))
        const { data } = yield* search().pipe(provide({
          DUNLIN_PROVIDER: "searxng, tavily",
          DUNLIN_PROVIDER_MODE: mode,
          DUNLIN_SEARXNG_URL: first.url,
          DUNLIN_TAVILY_KEY: "key",
          DUNLIN_TAVILY_URL: second.url
        }))
        assert.strictEqual(data.web?.length, asked)
        assert.strictEqual(second.asked.length > 0, asked === 2)
      })
  )

  it.effect("cache answers for the configured time, and pause a failing provider", () =>
    Effect.gen(function*() {
      const engine = yield* searxng("https://birds.example/avocet")
      const settings = { DUNLIN_PROVIDER: "searxng", DUNLIN_SEARXNG_URL: engine.url, DUNLIN_PROVIDER_RATE: "100" }
      const twice = Effect.andThen(search(), search())
      yield* twice.pipe(provide({ ...settings, DUNLIN_SEARCH_CACHE: "10m" }))
      const once = engine.asked.length
      yield* twice.pipe(provide(settings))
      assert.lengthOf(engine.asked, 3 * once)

      // An answer that is no list of results is a failure that is not tried again.
      const broken = yield* service(() => ({ results: "none" }))
      const messages = yield* Effect.forEach(
        Array.from({ length: 7 }),
        () => Effect.map(Effect.flip(search()), ({ message }) => message)
      ).pipe(provide({ ...settings, DUNLIN_SEARXNG_URL: broken.url }))
      assert.lengthOf(broken.asked, 5)
      assert.include(messages.at(-1), "paused for a while")
    }))

  it.effect("use category providers with a key, and not by default", () =>
    Effect.gen(function*() {
      const general = yield* searxng()
      const github = yield* service(({ path }) => ({
        total_count: 1,
        items: path.startsWith("/search/repositories")
          ? [{ html_url: "https://github.com/birds/avocet", full_name: "birds/avocet", description: "Avocet colony" }]
          : []
      }))
      const env = {
        DUNLIN_PROVIDER: "searxng",
        DUNLIN_SEARXNG_URL: general.url,
        DUNLIN_GITHUB_URL: github.url
      }
      const without = yield* search({ categories: ["github"] }).pipe(provide(env))
      assert.deepStrictEqual([without.data.web, github.asked.length], [[], 0])
      const withKey = { ...env, DUNLIN_GITHUB_KEY: "token" }
      for (const category of ["github", "developer"] as const) {
        const { data } = yield* search({ categories: [category] }).pipe(provide(withKey))
        assert.deepStrictEqual(data.web?.map(({ url }) => url), ["https://github.com/birds/avocet"], category)
      }
      const asked = github.asked.length
      yield* search({ categories: ["github"] }).pipe(provide({ ...withKey, DUNLIN_CATEGORY_PROVIDERS: "none" }))
      assert.strictEqual(github.asked.length, asked)
      yield* search({ categories: ["github"] }).pipe(provide({ ...env, DUNLIN_CATEGORY_PROVIDERS: "github" }))
      assert.isAbove(github.asked.length, asked)
    }))

  it.effect("check URLs with the configured classifiers", () =>
    Effect.gen(function*() {
      const low = yield* service(() => ({ matches: [] }))
      const high = yield* service(({ body }) => ({ score: body.includes("bad") ? 95 : 0, categories: ["phishing"] }))
      const decide = (url: string) =>
        Effect.flatMap(ThreatGuard.ThreatGuard, (guard) =>
          guard.check(url, ThreatPolicy.resolve({ mode: "normal" }, { riskScoreThreshold: 50 })))
      yield* Effect.gen(function*() {
        assert.deepInclude(yield* decide("https://bad.example/"), { allowed: false, reason: "classifier", score: 95 })
        assert.deepInclude(yield* decide("https://good.example/"), { allowed: true, scanned: true })
      }).pipe(provide({
        DUNLIN_THREAT_URL: `${high.url}/judge`,
        DUNLIN_THREAT_KEY: "mine",
        DUNLIN_WEBRISK_KEY: "key",
        DUNLIN_WEBRISK_URL: low.url
      }))
      assert.strictEqual(high.asked[0]?.path, "/judge")
      assert.strictEqual(high.asked[0]?.headers["x-api-key"], "mine")
      assert.isAbove(low.asked.length, 0)
      assert.deepInclude(yield* decide("https://bad.example/").pipe(provide({})), { allowed: true, scanned: false })
    }))

  it.effect("set the name of the fetcher and its filter lists", () =>
    Effect.gen(function*() {
      const site = yield* service(() => ({ title: "data" }))
      const file = join(folder, "easylist.txt")
      writeFileSync(file, "! Title: mine\n||ads.example^\n##.ad-banner\n")
      yield* Effect.flatMap(
        Fetcher.Fetcher,
        (fetcher) => fetcher.fetch({ url: `${site.url}/page`, timeout: "5 seconds", options: defaultOptions })
      ).pipe(provide({
        DUNLIN_USER_AGENT: "birdbot/1.0 (+https://birds.example/bot)",
        DUNLIN_FILTER_LISTS: file,
        DUNLIN_EGRESS_ALLOW: site.url.slice("http://".length)
      }))
      assert.strictEqual(site.asked[0]?.headers["user-agent"], "birdbot/1.0 (+https://birds.example/bot)")
    }))

  it.effect("redact with the configured model", () =>
    Effect.gen(function*() {
      const presidio = yield* service(() => [{ entity_type: "PERSON", start: 0, end: 5, score: 0.9 }])
      const { text } = yield* Effect.flatMap(Redactor.Redactor, (redactor) =>
        redactor.redact("Zorbl was here", { mode: "accurate", entities: ["PERSON"], replaceStyle: "tag" })).pipe(
          provide({ DUNLIN_PII_URL: presidio.url })
        )
      assert.strictEqual(text, "<PERSON> was here")
    }))

  it.effect("redact with the services whose credentials are given", () =>
    Effect.gen(function*() {
      const redact = Effect.flatMap(Redactor.Redactor, (redactor) =>
        redactor.redact("Zorbl was here", { mode: "accurate", entities: ["PERSON"], replaceStyle: "tag" }))
      const comprehend = yield* service(() => ({
        Entities: [{ Type: "NAME", BeginOffset: 0, EndOffset: 5, Score: 0.9 }]
      }))
      const signed = redact.pipe(provide({
        DUNLIN_PII_ENGINE: "comprehend",
        DUNLIN_PII_URL: comprehend.url,
        DUNLIN_PII_REGION: "eu-central-1",
        DUNLIN_PII_ACCESS_KEY: "AKID",
        DUNLIN_PII_KEY: "secret"
      }))
      assert.strictEqual((yield* signed).text, "<PERSON> was here")
      assert.match(String(comprehend.asked[0]?.headers.authorization), /AKID\/\d{8}\/eu-central-1\/comprehend/)

      const dlp = yield* service(() => ({
        result: {
          findings: [{
            infoType: { name: "PERSON_NAME" },
            likelihood: "LIKELY",
            location: { codepointRange: { start: "0", end: "5" } }
          }]
        }
      }))
      const token = join(folder, "token")
      const hosted = redact.pipe(provide({
        DUNLIN_PII_ENGINE: "dlp",
        DUNLIN_PII_URL: dlp.url,
        DUNLIN_PII_PROJECT: "projects/acme/locations/europe-west3",
        DUNLIN_PII_TOKEN_FILE: token
      }))
      writeFileSync(token, "first\n")
      assert.strictEqual((yield* hosted).text, "<PERSON> was here")
      assert.strictEqual(dlp.asked[0]?.headers.authorization, "Bearer first")
      assert.include(dlp.asked[0]?.path, "projects/acme/locations/europe-west3")
    }))

  it.effect("limit the pages that are scraped concurrently", () =>
    Effect.gen(function*() {
      let open = 0
      let most = 0
      const site = yield* Effect.promise(() =>
        new Promise<string>((resolve) => {
          const server = createServer((_, response) => {
            most = Math.max(most, ++open)
            // a second page that was asked with this one would be here by then
            roundTrips(200).then(() => {
              open--
              response.setHeader("content-type", "text/html")
              response.end("<title>Avocet</title><main><p>An avocet colony by the sea, seen from the dike.</p></main>")
            })
          })
          server.listen(0, "127.0.0.1", () => {
            ends.push(() => server.closeAllConnections(), () => server.close())
            resolve(`127.0.0.1:${(server.address() as AddressInfo).port}`)
          })
        })
      )
      const engine = yield* searxng(...["a", "b", "c", "d"].map((name) => `http://${site}/${name}`))
      const { data } = yield* search({ scrapeOptions: { formats: ["markdown"] } }).pipe(provide({
        DUNLIN_PROVIDER: "searxng",
        DUNLIN_SEARXNG_URL: engine.url,
        DUNLIN_EGRESS_ALLOW: site,
        DUNLIN_SCRAPE_CONCURRENCY: "1"
      }))
      assert.deepStrictEqual(data.web?.map(({ metadata }) => metadata?.statusCode), [200, 200, 200, 200])
      assert.strictEqual(most, 1)
    }))

  const wrong: ReadonlyArray<readonly [env: Record<string, string>, message: RegExp]> = [
    [{ DUNLIN_PROVIDER: "altavista" }, /DUNLIN_PROVIDER: unknown provider "altavista"; expected one of local, searxng/],
    [{ DUNLIN_PROVIDER: "searxng" }, /DUNLIN_SEARXNG_URL: provider searxng requires the URL/],
    [
      { DUNLIN_PROVIDER: "searxng", DUNLIN_SEARXNG_URL: "localhost:8080" },
      /^DUNLIN_SEARXNG_URL: expected an http or https URL$/
    ],
    [{ DUNLIN_PROVIDER: "local,brave", DUNLIN_BRAVE_KEY: " " }, /DUNLIN_BRAVE_KEY: provider brave requires a key/],
    [{ DUNLIN_PROVIDER_MODE: "some" }, /^DUNLIN_PROVIDER_MODE: expected one of fuse, failover, hedge, got "some"$/],
    [
      { DUNLIN_PROVIDER: "you", DUNLIN_PROVIDER_RATE: "0" },
      /DUNLIN_PROVIDER_RATE: expected a whole number of at least 1, got "0"/
    ],
    [
      { DUNLIN_PROVIDER: "you", DUNLIN_SEARCH_CACHE: "long" },
      /DUNLIN_SEARCH_CACHE: expected a duration such as 30s, 10m or 1h, got "long"/
    ],
    [{ DUNLIN_CATEGORY_PROVIDERS: "gitlab" }, /DUNLIN_CATEGORY_PROVIDERS: unknown name "gitlab"/],
    [{ DUNLIN_EGRESS_ALLOW: "127.0.0.1" }, /DUNLIN_EGRESS_ALLOW: expected a target `host:port`, got "127.0.0.1"/],
    [
      { DUNLIN_PROXY_BASIC: "socks5://127.0.0.1:9050" },
      /DUNLIN_PROXY_BASIC: expected a URL that begins with http:\/\//
    ],
    [{ DUNLIN_BROWSER: "/no/such/chromium" }, /DUNLIN_BROWSER: no executable file/],
    [
      { DUNLIN_FILTER_LISTS: "/no/such/easylist.txt" },
      /DUNLIN_FILTER_LISTS: "\/no\/such\/easylist.txt" cannot be read/
    ],
    [{ DUNLIN_USER_AGENT: "Müller" }, /DUNLIN_USER_AGENT: expected a text of plain ASCII/],
    [{ DUNLIN_PROFILE_KEY: "short" }, /^DUNLIN_PROFILE_KEY: expected a text of at least 32 characters$/],
    [{ DUNLIN_PII_URL: "presidio" }, /DUNLIN_PII_URL: expected an http or https URL/],
    [
      { DUNLIN_PII_URL: "http://127.0.0.1:1", DUNLIN_PII_ENGINE: "azure" },
      /DUNLIN_PII_KEY: a key is required when DUNLIN_PII_ENGINE=azure/
    ],
    [
      { DUNLIN_PII_URL: "http://127.0.0.1:1", DUNLIN_PII_ENGINE: "gliner" },
      /DUNLIN_PII_MODEL: a model name is required/
    ],
    [{ DUNLIN_PII_ENGINE: "comprehend" }, /DUNLIN_PII_REGION: required when DUNLIN_PII_ENGINE=comprehend/],
    [{ DUNLIN_PII_ENGINE: "dlp" }, /DUNLIN_PII_PROJECT: required when DUNLIN_PII_ENGINE=dlp/],
    [{ DUNLIN_OCR_DATA: "/no/such/folder" }, /DUNLIN_OCR_DATA: the folder does not exist/],
    [{ DUNLIN_SCRAPE_CONCURRENCY: "0" }, /^DUNLIN_SCRAPE_CONCURRENCY: expected a whole number of at least 1, got "0"$/],
    [
      { DUNLIN_MODEL_URL: "http://127.0.0.1:1/v1", DUNLIN_MODEL: "m", DUNLIN_MODEL_TIMEOUT: "long" },
      /DUNLIN_MODEL_TIMEOUT: expected a duration such as/
    ],
    [{ DUNLIN_S3_BUCKET: "files" }, /DUNLIN_S3_URL: required for the bucket in DUNLIN_S3_BUCKET/],
    [{ DUNLIN_CLOUDFLARE_KEY: "key" }, /DUNLIN_CLOUDFLARE_ACCOUNT: an account id/],
    [{ DUNLIN_URLHAUS_FILE: "/no/such/list.csv" }, /DUNLIN_URLHAUS_FILE: the file does not exist/],
    [{ DUNLIN_THREAT_KEY: "key" }, /DUNLIN_THREAT_URL: a classifier URL is required/],
    [{ DUNLIN_CACHE_BYTES: "plenty" }, /^DUNLIN_CACHE_BYTES: expected a whole number of at least 1, got "plenty"$/],
    [{ DUNLIN_MODEL_INPUT_TOKENS: "7" }, /DUNLIN_MODEL_INPUT_TOKENS: expected a whole number of at least 100, got "7"/],
    [{ DUNLIN_DATABASE_URL: "mysql://x" }, /DUNLIN_DATABASE_URL: expected a URL that begins with postgres:/],
    [
      { DUNLIN_DATABASE_URL: "postgres://a:5432,b:x/db" },
      /DUNLIN_DATABASE_URL: expected a URL that begins with postgres:/
    ],
    [
      { DUNLIN_INDEX: "database" },
      /^DUNLIN_DATABASE_URL: a database URL is required when DUNLIN_INDEX=database$/
    ],
    [{ DUNLIN_INDEX: "postgres" }, /^DUNLIN_INDEX: expected one of data, database, opensearch/],
    [
      { DUNLIN_INDEX: "opensearch" },
      /^DUNLIN_INDEX_URL: an OpenSearch URL is required when DUNLIN_INDEX=opensearch$/
    ],
    [
      { DUNLIN_INDEX_URL: "http://127.0.0.1:9200" },
      /^DUNLIN_INDEX_URL: has no effect without DUNLIN_INDEX=opensearch$/
    ],
    [
      { DUNLIN_INDEX: "opensearch", DUNLIN_INDEX_URL: "localhost:9200" },
      /^DUNLIN_INDEX_URL: expected an http or https URL, or several separated by commas$/
    ],
    [
      {
        DUNLIN_INDEX: "opensearch",
        DUNLIN_INDEX_URL: "http://127.0.0.1:9200,http://127.0.0.1:9201",
        DUNLIN_EMBEDDINGS_URL: "http://127.0.0.1:11434/v1",
        DUNLIN_EMBEDDINGS_MODEL: "small"
      },
      /^DUNLIN_EMBEDDINGS_URL: has no effect with DUNLIN_INDEX=opensearch, which stores no vectors$/
    ],
    [{ DUNLIN_REDIS_URL: "localhost:6379" }, /DUNLIN_REDIS_URL: expected a URL that begins with redis:/],
    [{ DUNLIN_MODEL: "small" }, /DUNLIN_MODEL_URL: an endpoint URL is required/],
    [{ DUNLIN_DATA: "/dev/null/data" }, /DUNLIN_DATA: the folder cannot be created \(ENOTDIR\)/]
  ]

  it.effect.each(wrong)("that are invalid are named: %o", ([env, message]) =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(provide(env)(Effect.void))
      assert.match(error instanceof Error ? error.message : String(error), message)
    }))
})

it.effect("declare in their types what can prevent a start", () =>
  Effect.gen(function*() {
    // Without the annotation of the layer neither this nor the reading of `variable` compiles.
    const services: Layer.Layer<Services.Services, Services.ConfigFailure> = Services.layerConfig({
      settings: { provider: ["nobody"] }
    })
    const error = yield* Effect.flip(Effect.scoped(Layer.build(services)))
    assert.strictEqual(error._tag === "SettingsError" ? error.variable : error._tag, "DUNLIN_PROVIDER")
  }))
