import { JsonHttp, SearchProvider } from "@dunlin/providers"
import { faults, type HttpOptions } from "@dunlin/providers/testing"
import { Dialects, Query } from "@dunlin/query-operators"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted, Schema } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { wires } from "./wires.ts"

const wire = wires["perplexity"]!.wire

/** How an adapter looks when it is written in five minutes: one page, every failure an empty list, no filters. */
const careless = Layer.effect(
  SearchProvider.SearchProvider,
  Effect.map(HttpClient.HttpClient, (client) =>
    SearchProvider.SearchProvider.of({
      name: "careless",
      search: (question) =>
        client.post("https://engine.test/search", {
          headers: { "x-api-key": "sk-careless" },
          body: HttpClientRequest.bodyJsonUnsafe(HttpClientRequest.post("x"), {
            query: Query.print(question.query),
            max_results: 10
          }).body
        }).pipe(
          Effect.flatMap((response) => response.json),
          Effect.map((body) => ({
            hits: (body as { results: Array<{ url: string; title: string; snippet: string }> }).results.map((
              { snippet, title, url },
              position
            ) => ({ source: "web" as const, url, title, description: snippet, position })),
            warnings: []
          })),
          Effect.orElseSucceed(() => ({ hits: [], warnings: [] })),
          Effect.catchDefect(() => Effect.succeed({ hits: [], warnings: [] }))
        )
    }))
)

const Reply = Schema.Struct({
  results: Schema.Array(Schema.Struct({
    url: Schema.String,
    title: Schema.String,
    snippet: Schema.String,
    date: Schema.String
  }))
})

/** The same engine, described. */
const described: JsonHttp.Engine<typeof Reply.Type> = {
  name: "described",
  apiUrl: "https://engine.test",
  key: "optional",
  dialect: { ...Dialects.plain, name: "Described" },
  sources: ["web"],
  pageSize: 10,
  request: ({ pageSize, text }, { apiKey, apiUrl }) =>
    HttpClientRequest.bodyJsonUnsafe(
      HttpClientRequest.post(`${apiUrl}/search`, {
        headers: apiKey === undefined ? {} : { "x-api-key": Redacted.value(apiKey) }
      }),
      { query: text, max_results: pageSize }
    ),
  response: Reply,
  page: ({ results }) => ({
    hits: results.map(({ date, snippet, title, url }) => ({
      source: "web" as const,
      url,
      title,
      description: snippet,
      publishedAt: date,
      position: 0
    }))
  })
}

type Engine = JsonHttp.Engine<typeof Reply.Type>

const hits = (change: (hit: SearchProvider.WebHit) => SearchProvider.WebHit): Partial<Engine> => ({
  page: (wire, ask) => ({ hits: described.page(wire, ask).hits.map((hit) => hit.source === "web" ? change(hit) : hit) })
})

const secret = "sk-described"

/** Small mistakes, and a check that must notice each. */
const mistakes: Record<string, readonly [Partial<Engine>, string]> = {
  "the title for the description": [
    hits((hit) => ({ ...hit, title: hit.description })),
    "web: returns hits in the engine's order, with all fields"
  ],
  "a date in words": [
    hits((hit) => ({ ...hit, publishedAt: "May 2nd" })),
    "web: returns the engine's dates in ISO 8601"
  ],
  "no date": [
    hits(({ publishedAt: _, ...hit }) => hit),
    "web: returns the engine's dates in ISO 8601"
  ],
  "the first hit left out": [
    { page: (wire, ask) => ({ hits: described.page(wire, ask).hits.slice(1) }) },
    "web: returns hits in the engine's order, with all fields"
  ],
  "a filter claimed and not sent": [{ honours: { safe: true } }, "web: safe is sent, or a warning names it"],
  "dates claimed and not sent": [{ honours: { time: "dates" } }, "web: dates is sent, or a warning names it"],
  "another query": [
    { request: (ask, settings) => described.request({ ...ask, text: "words" }, settings) },
    "the query's words are sent unchanged"
  ],
  "an address put together by hand": [
    { request: ({ pageSize, text }, { apiUrl }) => HttpClientRequest.post(`${apiUrl}/search?q=${text}&n=${pageSize}`) },
    "the query's words are sent unchanged"
  ],
  "no credential": [
    { request: (ask, { apiUrl }) => described.request(ask, { apiUrl, apiKey: undefined }) },
    "the credential is sent"
  ]
}

/** The example in the documentation of the suite, as a program that prints the checks it does not pass. */
const example = () => {
  const source = readFileSync(new URL("../src/testing.ts", import.meta.url), "utf8")
  const [, code] = /A short engine description and its suite[^`]*```ts\n([\s\S]*?) \* ```/.exec(source)!
  return code!.replace(/^ \* ?/gm, "")
    .replace(
      "import { httpSuite }",
      "import { Effect } from \"effect\"\nimport { TestClock } from \"effect/testing\"\nimport { faults }"
    )
    .replace("const promises = httpSuite(\"gull\", ", "const found = faults(")
    .replace(
      /console\.log.*/,
      "console.log(JSON.stringify(await Effect.runPromise(Effect.provide(found, TestClock.layer()))))"
    )
}

describe("the conformance suite", () => {
  it("accepts the example in its documentation", () => {
    const { stderr, stdout } = spawnSync(process.execPath, ["--input-type=module-typescript", "-e", example()], {
      cwd: new URL("..", import.meta.url).pathname,
      encoding: "utf8"
    })
    // before it stands a line of the log about the engine that fails
    assert.strictEqual(stdout.trim().split("\n").at(-1), "[]", stderr)
  })

  it.effect("detects the errors of a careless adapter", () =>
    Effect.gen(function*() {
      const found = yield* faults({ layer: careless, wire, secret: "sk-careless" })
      for (
        const expected of [
          "web: returns hits in the engine's order, with all fields",
          "web: requests pages until the limit, and returns no hit twice",
          "web: safe is sent, or a warning names it",
          "web: country is sent, or a warning names it",
          "web: location is sent, or a warning names it",
          "web: time range is sent, or a warning names it",
          "images: is Unsupported",
          "429 is RateLimited, with the time of retry-after",
          "401 is Unauthorized",
          "400 is InvalidRequest, and is not retried",
          "500 is Unavailable, after a second attempt",
          "a broken connection is Unavailable",
          "an engine that does not respond is TimedOut",
          "HTML with status 200 is InvalidResponse",
          "broken JSON is InvalidResponse",
          "another JSON shape is InvalidResponse",
          "an error with status 200 is an error, not an empty answer",
          "web: returns the engine's dates in ISO 8601",
          "a failed attempt is retried",
          "the answer obeys words site:wanted.example, even if the engine ignores operators",
          "omits hits without a usable URL"
        ]
      ) assert.include(found, expected)
    }))

  for (const [mistake, [change, check]] of Object.entries(mistakes)) {
    it.effect(`detects ${mistake}`, () =>
      Effect.gen(function*() {
        const layer = JsonHttp.layer({ ...described, ...change }, { apiKey: Redacted.make(secret) })
        assert.include(yield* faults({ layer, wire, most: 10, secret }), check)
      }))
  }

  it.effect("accepts the same engine as a description", () =>
    Effect.gen(function*() {
      const layer = JsonHttp.layer(described, { apiKey: Redacted.make(secret) })
      const options: HttpOptions = { layer, wire, most: 10, secret }
      assert.deepStrictEqual(yield* faults(options), [])
    }))
})
