import { Github, MediaWiki, SearchProvider, StackExchange } from "@dunlin/providers"
import { faults, httpSuite, run, type Sample, type Sent } from "@dunlin/providers/testing"
import { Query, type TimeFilter } from "@dunlin/query-operators"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import type { HttpClient } from "effect/http"
import { readFileSync } from "node:fs"
import { gzipSync } from "node:zlib"
import * as vitest from "vitest"
import { client, json } from "./replies.ts"

const secret = "ghp-canary-5512"
const apiKey = Redacted.make(secret)

const fixture = (name: string): string => readFileSync(new URL(`./fixtures/${name}.json`, import.meta.url), "utf8")

const numbered = (sent: Sent, size: string) => ({
  page: Number(sent.url.searchParams.get("page") ?? 1) - 1,
  count: Number(sent.url.searchParams.get(size))
})

const githubItem = ({ date, snippet, title, url }: Sample) => ({
  html_url: url,
  full_name: title,
  description: snippet,
  pushed_at: date,
  title,
  body: snippet,
  created_at: date
})

/** A file has no date. */
const githubFile = ({ snippet, title, url }: Sample) => ({
  html_url: url,
  path: title,
  repository: { full_name: null, description: snippet }
})

for (const kind of ["repositories", "issues", "pullRequests", "code"] as const) {
  run(
    httpSuite(`GitHub ${kind}`, {
      layer: Github.layer({ apiKey, kinds: [kind] }),
      secret,
      wire: {
        asked: (sent) => numbered(sent, "per_page"),
        body: (results) => ({
          total_count: 1000,
          incomplete_results: false,
          items: results.map((result) => kind === "code" ? githubFile(result) : githubItem(result))
        })
      }
    }),
    vitest
  )
}

run(
  httpSuite("Stack Exchange", {
    layer: StackExchange.layer({ apiKey }),
    secret,
    quota: {
      status: 400,
      body: {
        error_id: 502,
        error_name: "throttle_violation",
        error_message: "more requests available in 80000 seconds"
      }
    },
    wire: {
      asked: (sent) => numbered(sent, "pagesize"),
      body: (results) => ({
        items: results.map(({ date, snippet, title, url }) => ({
          link: url,
          title,
          body: `<p>${snippet}</p>`,
          creation_date: Date.parse(date) / 1000
        })),
        has_more: true,
        quota_remaining: 9
      })
    }
  }),
  vitest
)

const question = (query: string, time?: TimeFilter.TimeFilter): SearchProvider.Question => ({
  source: "web",
  query: Query.parse(query).query,
  limit: 10,
  time,
  country: "US"
})

const ask = (
  layer: Layer.Layer<SearchProvider.SearchProvider, never, HttpClient.HttpClient>,
  http: Layer.Layer<HttpClient.HttpClient>,
  asked: SearchProvider.Question
) =>
  SearchProvider.SearchProvider.use((provider) => provider.search(asked)).pipe(
    Effect.provide(Layer.provide(layer, http))
  )

describe("Github", () => {
  const search = (url: URL) =>
    json(fixture(url.pathname.endsWith("repositories") ? "github-repositories" : "github-issues"))

  it.effect("alternates repositories, issues, and merged pull requests", () =>
    Effect.gen(function*() {
      const { layer, sent } = client(search)
      const answer = yield* ask(
        Github.layer(),
        layer,
        question("\"spring tide\" -moon site:github.com/harbour/tides", { from: "2023-01-01", to: "2025-12-31" })
      )
      const queries = sent.map((url) => `${url.pathname} ${url.searchParams.get("q")}`)
      const q = "\"spring tide\" NOT moon repo:harbour/tides"
      assert.sameMembers(queries, [
        `/search/repositories ${q} in:name,description,readme pushed:2023-01-01..2025-12-31`,
        `/search/issues ${q} is:issue created:2023-01-01..2025-12-31`,
        `/search/issues ${q} is:pr is:merged created:2023-01-01..2025-12-31`
      ])
      // The repository of somebody else does not obey `site:`.
      assert.deepStrictEqual(answer.hits.map((hit) => hit.url), [
        "https://github.com/harbour/tides",
        "https://github.com/harbour/tides/issues/7",
        "https://github.com/harbour/tides/issues/7"
      ])
      const [repository, issue] = answer.hits as ReadonlyArray<SearchProvider.WebHit>
      assert.deepStrictEqual(repository, {
        source: "web",
        url: "https://github.com/harbour/tides",
        title: "harbour/tides",
        description: "Tide tables for every harbour",
        position: 1,
        category: "github",
        publishedAt: "2025-01-31T09:30:00.000Z"
      })
      assert.strictEqual(issue!.description, "### What happened The **spring** tide of October came a day late.")
      assert.include(issue!.text, "came a day late")
      assert.deepStrictEqual(answer.warnings, ["GitHub timed out, so its results are incomplete."])
    }))

  it.effect("searches only issues for alternatives", () =>
    Effect.gen(function*() {
      const { layer, sent } = client(search)
      const answer = yield* ask(
        Github.layer({ kinds: ["issues", "repositories"] }),
        layer,
        question("tide (ebb OR flow)")
      )
      assert.sameMembers(sent.map((url) => url.searchParams.get("q")), [
        "tide (ebb OR flow) is:issue",
        "tide in:name,description,readme"
      ])
      assert.include(answer.warnings.join(), "GitHub does not support OR")
    }))

  it.effect("continues after a failed search, with a warning", () =>
    Effect.gen(function*() {
      const { layer } = client((url) => url.pathname.endsWith("issues") ? json("{}", { status: 422 }) : search(url))
      const answer = yield* ask(Github.layer({ kinds: ["issues", "repositories"] }), layer, question("tide"))
      assert.strictEqual(answer.hits.length, 2)
      assert.deepStrictEqual(answer.warnings, [
        "GitHub issues could not be searched: the provider rejected the request (status 422)."
      ])
    }))

  it.effect("distinguishes a rate limit from an invalid token", () =>
    Effect.gen(function*() {
      const limited = client(() =>
        json("{}", {
          status: 403,
          headers: {
            "x-ratelimit-remaining": "0",
            "x-ratelimit-reset": "1735689630",
            date: "Wed, 01 Jan 2025 00:00:00 GMT"
          }
        })
      )
      const error = yield* Effect.flip(ask(Github.layer({ retries: 0 }), limited.layer, question("tide")))
      assert.strictEqual(error.reason._tag, "RateLimited")
      assert.strictEqual(error.message, "github: the provider's rate limit was reached; retry in 30 s")
      const secondary = client(() =>
        json("{\"message\":\"You have exceeded a secondary rate limit. Please wait.\"}", { status: 403 })
      )
      const paused = yield* Effect.flip(ask(Github.layer({ retries: 0 }), secondary.layer, question("tide")))
      assert.strictEqual(paused.reason._tag, "RateLimited")
      const wrong = client(() => json("{\"message\":\"Bad credentials\"}", { status: 403 }))
      const refused = yield* Effect.flip(ask(Github.layer({ apiKey }), wrong.layer, question("tide")))
      assert.strictEqual(refused.reason._tag, "Unauthorized")
    }))
})

describe("StackExchange", () => {
  it.effect("reads questions, compressed or not, and obeys a backoff", () =>
    Effect.gen(function*() {
      for (const packed of [true, false]) {
        const body = fixture("stackexchange-questions")
        const { layer, sent } = client(() =>
          packed
            ? new Response(gzipSync(body), {
              headers: { "content-type": "application/json", "content-encoding": "gzip" }
            })
            : json(body)
        )
        const answer = yield* ask(
          StackExchange.layer({ site: "unix" }),
          layer,
          question("add month", { from: "2024-01-01", sortByDate: true })
        )
        assert.strictEqual(sent.length, 1)
        assert.deepStrictEqual(Object.fromEntries(sent[0]!.searchParams), {
          q: "add month",
          site: "unix",
          page: "1",
          pagesize: "10",
          order: "desc",
          sort: "creation",
          filter: "withbody",
          fromdate: "1704067200"
        })
        const [hit] = answer.hits as ReadonlyArray<SearchProvider.WebHit>
        assert.strictEqual(hit!.title, "How do I add a month to a date & keep the day?")
        assert.strictEqual(hit!.publishedAt, "2024-04-24T00:00:00.000Z")
        assert.match(hit!.description, /^I have 2024-01-31 and want the last day of February\./)
        assert.deepStrictEqual(answer.warnings, [
          "Stack Exchange requested a pause of 10 s, so results may be incomplete."
        ])
      }
    }))

  it.effect("treats an error body as an error with any status", () =>
    Effect.gen(function*() {
      const reason = (body: string) =>
        Effect.map(
          Effect.flip(ask(StackExchange.layer({ retries: 0 }), client(() => json(body)).layer, question("tide"))),
          (error) => error.reason._tag
        )
      const throttle = (seconds: number) =>
        `{"error_id":502,"error_name":"throttle_violation","error_message":"more requests available in ${seconds} seconds"}`
      assert.strictEqual(yield* reason(throttle(30)), "RateLimited")
      assert.strictEqual(yield* reason(throttle(30_000)), "QuotaExceeded")
      assert.strictEqual(yield* reason("{\"error_id\":500}"), "Unavailable")
    }))

  it.effect("rejects a response that unpacks to too much", () =>
    Effect.gen(function*() {
      const bomb = gzipSync(Buffer.alloc(40 * 1024 * 1024, 32))
      const { layer } = client(() =>
        new Response(bomb, { headers: { "content-type": "application/json", "content-encoding": "gzip" } })
      )
      const error = yield* Effect.flip(ask(StackExchange.layer({ retries: 0 }), layer, question("tide")))
      assert.strictEqual(error._tag, "SearchError")
    }))
})

describe("MediaWiki", () => {
  it.effect("reads pages, and forms their URLs like the wiki", () =>
    Effect.gen(function*() {
      const { layer, sent } = client((url) =>
        json(url.searchParams.get("sroffset") === "0" ? fixture("mediawiki-search") : "{\"query\":{\"search\":[]}}")
      )
      const answer = yield* ask(MediaWiki.layer(), layer, question("\"spring tide\" intitle:tide inurl:wiki -moon"))
      assert.strictEqual(sent[0]!.searchParams.get("srsearch"), "\"spring tide\" intitle:tide -moon")
      assert.deepStrictEqual(answer.hits.map(({ title, url }) => ({ title, url })), [
        {
          title: "Spring/Neap tide: an $& overview",
          url: "https://en.wikipedia.org/wiki/Spring/Neap_tide:_an_%24%26_overview"
        },
        { title: "Tide pool", url: "https://en.wikipedia.org/wiki/Tide_pool" }
      ])
      assert.strictEqual(
        (answer.hits[0] as SearchProvider.WebHit).description,
        "A spring tide occurs \"twice\" a month"
      )
    }))

  it.effect("reads errors that come with status 200", () =>
    Effect.gen(function*() {
      const reason = (code: string) => {
        const { layer } = client(() => json(JSON.stringify({ error: { code, info: "…" } })))
        return Effect.map(
          Effect.flip(ask(MediaWiki.layer({ apiUrl: "https://wiki.test", retries: 0 }), layer, question("tide"))),
          (error) => error.reason._tag
        )
      }
      assert.strictEqual(yield* reason("ratelimited"), "RateLimited")
      assert.strictEqual(yield* reason("maxlag"), "Unavailable")
      assert.strictEqual(yield* reason("srsearch-text-too-long"), "InvalidRequest")
    }))
})

it.effect("MediaWiki passes the conformance suite", () =>
  Effect.gen(function*() {
    const broken = yield* faults({
      layer: MediaWiki.layer({ apiUrl: "https://wiki.test" }),
      wire: {
        asked: (sent) => {
          const count = Number(sent.url.searchParams.get("srlimit"))
          return { page: Number(sent.url.searchParams.get("sroffset")) / count, count }
        },
        body: (results) => ({
          continue: { sroffset: 1 },
          query: {
            general: { server: "https://wiki.test", articlepath: "$1" },
            search: results.map(({ date, snippet, url }) => ({ title: url, snippet, timestamp: date }))
          }
        })
      }
    })
    // A wiki knows a page by its title and makes the address of it, so these three cannot be put to it.
    assert.deepStrictEqual(broken, [
      "web: returns hits in the engine's order, with all fields",
      "the answer obeys words -forbidden, even if the engine ignores operators",
      "omits hits without a usable URL"
    ])
  }))
