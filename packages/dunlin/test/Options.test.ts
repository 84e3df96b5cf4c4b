import { Fetcher, FetchFunction } from "@dunlin/fetcher"
import { SearchFunction } from "@dunlin/providers"
import { redact } from "@dunlin/redaction"
import { assert, describe, it } from "@effect/vitest"
import { type Client, createClient, Services } from "dunlin"
import { failureOf } from "./failureOf.ts"

/** What JavaScript may write, where the types would have said no. */
type Anything = any

const pages = Fetcher.layerMemory({ "https://example.com/": "<main><p>Write to ann@example.com.</p></main>" })

const drained = async (pages: AsyncIterable<unknown>) => {
  for await (const _ of pages);
}

describe("invalid options of a client", () => {
  it.each<[Anything, string | RegExp]>([
    [{ cahce: undefined }, "createClient: cahce: Unknown key; did you mean cache?"],
    [{ colour: "red" }, /^createClient: colour: Unknown key; expected one of data, allow, /],
    [{ provider: "brave" }, /^createClient: provider: Expected a layer, such as `Searxng.layer.*got "brave"$/],
    [{ provider: async () => [] }, /^createClient: provider: Expected a layer/],
    [{ provider: null }, /^createClient: provider: .*got null$/],
    [{ allow: "127.0.0.1:80" }, /^createClient: allow: Expected a list of targets, each `host:port`/],
    [{ allow: ["127.0.0.1:65536"] }, /^createClient: allow.0: Expected `host:port`/],
    [{ allow: ["127.0.0.1"] }, /^createClient: allow.0: Expected `host:port`/],
    [{ allow: ["http://127.0.0.1:80"] }, /^createClient: allow.0: Expected `host:port` without `http:\/\/`, such as/],
    [{ data: 3 }, "createClient: data: Expected a string, got 3"],
    [{ scrape: "words" }, /^createClient: scrape: Expected a function of the pipeline/],
    [{ maxConcurrency: 0 }, /^createClient: maxConcurrency: Expected a whole number of at least 1/],
    [{ telemetry: true }, /^createClient: telemetry: Expected false, a layer, or `{ tracer, meter }`/],
    ["./data", /^createClient: Expected an object/]
  ])("%o", async (options, message) => {
    const error = await failureOf(() => createClient(options))
    assert.deepInclude(error, { _tag: "InvalidOptions", isRetryable: false })
    if (typeof message === "string") assert.strictEqual(error.message, message)
    else assert.match(error.message, message)
  })

  it("are also rejected by the layer, which has no telemetry", async () => {
    const error = await failureOf(() => Services.layer({ telemetry: false } as {}))
    assert.match(error.message, /^Services.layer: telemetry: Unknown key/)
  })

  it("are detected if inherited or computed", async () => {
    class Conf {
      get fetcher() {
        return pages
      }
    }
    for (const options of [new Conf(), Object.create({ fetcher: pages }) as {}]) {
      const client = createClient(options)
      assert.include((await client.scrape("https://example.com/")).markdown, "Write to")
      await client.close()
    }
  })

  it("can be undefined", async () => {
    // each of them, so that none is forgotten where they are checked
    const absent: { readonly [Name in keyof Required<Services.Options>]: undefined } = {
      data: undefined,
      allow: undefined,
      index: undefined,
      embedder: undefined,
      provider: undefined,
      reranker: undefined,
      categories: undefined,
      fetcher: undefined,
      profiles: undefined,
      cache: undefined,
      artifacts: undefined,
      htmlThreads: undefined,
      pdf: undefined,
      models: undefined,
      passageFilter: undefined,
      media: undefined,
      redactor: undefined,
      threatGuard: undefined,
      credits: undefined
    }
    const client = createClient({ ...absent, fetcher: pages, telemetry: undefined })
    assert.include((await client.scrape("https://example.com/")).markdown, "Write to")
    await client.close()
  })
})

describe("invalid options of calls", () => {
  it.each<[string, (client: Anything) => unknown, RegExp]>([
    ["search", (_) => _.search("x", { limt: 3 }), /^limt: unknown key; did you mean limit\?$/],
    ["search", (_) => _.search("x", { weather: 3 }), /^weather: unknown key; expected one of/],
    ["search", (_) => _.search("x", { scrapeOptions: { weather: 3 } }), /^scrapeOptions.weather: unknown key/],
    ["search", (_) => _.search("x", null), /^options: expected an object, got null$/],
    [
      "scrape",
      (_) => _.scrape("https://example.com/", { redactPII: { placehoders: true } }),
      /did you mean placeholders\?$/
    ],
    ["search", (_) => _.search("x", { signal: 1 }), /^signal: expected an AbortSignal$/],
    ["search", (_) => _.search(), /^query: required, but missing$/],
    ["stream", (_) => drained(_.stream("x", { weather: 3 })), /^weather: unknown key/],
    ["scrape", (_) => _.scrape("https://example.com/", { weather: 3 }), /^weather: unknown key/],
    ["scrape", (_) => _.scrape(), /^url: required, but missing$/],
    ["batch", (_) => drained(_.batch(["https://example.com/"], { weather: 3 })), /^weather: unknown key/],
    ["batch", (_) => drained(_.batch(["https://example.com/"], { maxConcurrency: "x" })), /^maxConcurrency: /],
    ["batch", (_) => drained(_.batch(["https://example.com/"], { webhook: "https://a.example/" })), /^webhook: only/],
    ["batch", (_) => drained(_.batch("https://example.com/")), /^urls: expected an array/],
    ["crawl", (_) => drained(_.crawl("https://example.com/", { maxDepth: 3 })), /^maxDepth: of version 1: it is/],
    [
      "crawl",
      (_) => drained(_.crawl("https://example.com/", { prompt: "all" })),
      /^prompt: only supported by a server/
    ],
    ["map", (_) => _.map("https://example.com/", { weather: 3 }), /^weather: unknown key/],
    ["answer", (_) => _.answer("x"), /^maxTokens: expected/],
    ["answer", (_) => _.answer("x", { max_tokens: 500 }), /^max_tokens: unknown key; did you mean maxTokens\?$/],
    ["read", (_) => _.read("https://example.com/", { maxTokens: 500, qery: "x" }), /^qery: .*did you mean query\?$/],
    ["index", (_) => _.index([], { limti: 3 }), /^limti: unknown key; did you mean limit\?$/],
    ["search", (_) => _.search("x", { limit: NaN }), /^limit: expected an integer from 1 to 100, got NaN$/],
    ["scrape", (_) => _.scrape("https://example.com/", { waitFor: NaN }), /^waitFor: .*got NaN$/],
    ["crawl", (_) => drained(_.crawl("https://example.com/", { limit: NaN })), /^limit: .*got NaN$/],
    ["answer", (_) => _.answer("x", { maxTokens: NaN }), /^maxTokens: expected/],
    ["answer", (_) => _.answer("x", { maxTokens: 500, limit: NaN }), /^limit: .*got NaN$/],
    [
      "read",
      (_) => _.read("https://example.com/", { maxTokens: 500, offset: NaN }),
      /^offset: expected a whole number/
    ],
    ["read", (_) => _.read("https://example.com/", { maxTokens: 500, offset: -1 }), /^offset: expected a whole number/],
    ["index", (_) => _.index([], { limit: NaN }), /^limit: expected/]
  ])("%s", async (_, call, message) => {
    const client = createClient({ fetcher: pages })
    const error = await failureOf(() => call(client))
    assert.deepInclude(error, { _tag: "InvalidRequest", isRetryable: false })
    assert.match(error.message, message)
    await client.close()
  })

  it("include targets of a wrong type", async () => {
    const client: Anything = createClient()
    for (
      const [target, why] of [
        [undefined, /expected a URL, a path, or a list of documents, got undefined$/],
        [3, /got number$/],
        [{ url: "https://example.com/", title: "x", text: "x" }, /a single document; pass a list/]
      ] as const
    ) {
      const error = await failureOf(() => client.index(target))
      assert.strictEqual(error._tag, "InvalidTarget")
      assert.match(error.message, why)
    }
    await client.close()
  })

  it("include URLs in a list of documents, which are reported as such", async () => {
    const client: Anything = createClient()
    const { skipped } = await client.index(["https://example.com/"])
    assert.deepStrictEqual(skipped.map(({ url }: Anything) => url), ["document 1"])
    assert.match(skipped[0].why, /^it is a string: call `index\(target\)` once for each site or folder/)
    await client.close()
  })

  it("an empty list of entities is a warning, and an error of `redact`", async () => {
    const client: Client.Client = createClient({ fetcher: pages })
    const { markdown, warning } = await client.scrape("https://example.com/", { redactPII: { entities: [] } })
    assert.include(markdown, "ann@example.com")
    assert.include(warning, "redactPII has no effect, because its entities are an empty list.")
    await client.close()
    const error = await failureOf(() => redact("ann@example.com", { entities: [] }))
    assert.match(error.message, /^redact: entities: Expected at least one entity, or omit the field for all/)
  })

  it("the error of a caller's function is the cause of the rejection", async () => {
    const thrown = new Error("mine")
    const fails = () => {
      throw thrown
    }
    const client = createClient({ fetcher: FetchFunction.layer(fails), provider: SearchFunction.layer("mine", fails) })
    for (const call of [() => client.scrape("https://example.com/"), () => client.search("waders")]) {
      const error = await failureOf(call)
      assert.strictEqual(error.cause, thrown)
      assert.match(error.message, /function .*failed(?:: mine)?$/)
    }
    await client.close()
  })

  it("an impossible data folder is reported with its path and a solution", async () => {
    for (
      const [data, says] of [
        [
          import.meta.filename,
          /^data: the folder cannot be created \(ENOTDIR\): .*Options\.test\.ts; a file with this name exists/
        ],
        ["", /^data: the value is empty: give a folder \("\." is the working directory\)$/]
      ] as const
    ) {
      const client = createClient({ data, provider: SearchFunction.layer("mine", () => []) })
      assert.match((await failureOf(() => client.search("waders"))).message, says)
      await client.close()
    }
  })

  it("what redaction does not cover is also reported for each page of a batch", async () => {
    const client: Client.Client = createClient({ fetcher: pages })
    const options = { formats: ["markdown", "rawHtml"], redactPII: true } as const
    const { warning } = await client.scrape("https://example.com/", options)
    assert.match(warning ?? "", /rawHtml/)
    for await (const page of client.batch(["https://example.com/"], options)) assert.include(page.warning, warning)
    await client.close()
  })
})
