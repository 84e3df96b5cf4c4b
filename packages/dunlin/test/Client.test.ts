import { Fetcher } from "@dunlin/fetcher"
import { SearchProvider } from "@dunlin/providers"
import { assert, describe, it } from "@effect/vitest"
import { createClient } from "dunlin"
import { Effect, Layer } from "effect"

const documents = [
  { url: "https://example.com/errors", title: "Typed errors", text: "A typed error tells what can be done about it." },
  { url: "https://example.com/layers", title: "Layers", text: "A layer builds a service and its dependencies." }
]

/** A provider that never answers, and says when it is asked. */
const hanging = () => {
  let ask = () => {}
  const asked = new Promise<void>((resolve) => ask = resolve)
  const search = () => Effect.andThen(Effect.sync(ask), Effect.never)
  const provider = SearchProvider.make({ name: "hanging", search })
  return { asked, provider: Layer.succeed(SearchProvider.SearchProvider, provider) }
}

const failureOf = (promise: Promise<unknown>): Promise<any> =>
  promise.then(() => assert.fail("should have failed"), (error: unknown) => error)

describe("createClient", () => {
  it("searches its index without options", async () => {
    await using client = createClient()
    assert.deepInclude(await client.index(documents), { added: 2, updated: 0, unchanged: 0 })
    const { creditsUsed, data, warning } = await client.search("typed error", { limit: 1 })
    assert.strictEqual(data.web?.[0]?.url, "https://example.com/errors")
    assert.strictEqual(creditsUsed, 2)
    assert.isNull(warning)
  })

  it("reports an invalid date of a document", async () => {
    await using client = createClient()
    const [document] = documents
    const summary = await client.index([{ ...document!, publishedAt: "yesterday" }])
    assert.deepInclude(summary, {
      added: 1,
      skipped: [{
        url: "https://example.com/errors",
        why: `indexed without publishedAt: "yesterday" is not a valid ISO 8601 date`
      }]
    })
  })

  it("quotes a long document of its index with positions", async () => {
    await using client = createClient()
    const text = Array.from(
      { length: 300 },
      (_, at) => `Paragraph ${at}: the ${at % 2 === 0 ? "lighthouse" : "harbour"} has ${at} berths.`
    ).join("\n\n")
    await client.index([{ url: "https://example.com/berths", title: "Berths", text }])
    for (const maxTokens of [300, 2000]) {
      const { passages } = await client.answer("lighthouse berths", { maxTokens })
      assert.isAbove(passages.length, 1)
      for (const { end, start, text: quoted } of passages) assert.strictEqual(quoted, text.slice(start, end))
    }
  })

  it("scrapes a page", async () => {
    await using client = createClient({
      fetcher: Fetcher.layerMemory({ "https://example.com/": "<main><h1>Hello</h1><p>Some words.</p></main>" })
    })
    const document = await client.scrape("https://example.com/", { formats: ["markdown", "links"] })
    assert.strictEqual(document.markdown, "# Hello\n\nSome words.")
    assert.deepStrictEqual(document.links, [])
  })

  it("explains for a file path which function reads files", async () => {
    await using client = createClient()
    for (const path of ["./a.pdf", "/srv/a.html", "C:\\a.pdf", "file:///srv/a.md", "a.pdf"]) {
      const error = await failureOf(client.scrape(path))
      assert.strictEqual(error._tag, "InvalidRequest", path)
      assert.match(error.message, /^url: expected an http or https URL; for files, use `dunlin scrape`/)
    }
    assert.notMatch((await failureOf(client.scrape("no address"))).message, /files/)
  })

  it("rejects with a typed error", async () => {
    await using client = createClient()
    const invalid = await failureOf(client.search("x", { limit: 1000 }))
    assert.deepInclude(invalid, { _tag: "InvalidRequest", isRetryable: false })
    assert.deepStrictEqual(invalid.issues[0].path, ["limit"])
    const typed = await failureOf(client.scrape("https://example.com/", { maxAgee: 0 } as object))
    assert.strictEqual(typed.message, "maxAgee: unknown key; did you mean maxAge?")
    const misplaced = await failureOf(client.search("x", { redactPII: true } as object))
    assert.strictEqual(misplaced.message, "redactPII: belongs to scrapeOptions (scrapeOptions.redactPII)")
    const both = await failureOf(client.search("x", { includeDomains: ["a.com"], excludeDomains: ["b.com"] }))
    assert.deepStrictEqual(both.issues[0].path, ["excludeDomains"])
    const long = await failureOf(client.search("x".repeat(501)))
    assert.deepStrictEqual(long.issues[0].path, ["query"])
    const unknown = await failureOf(client.search("x", { sources: ["wob" as "web"] }))
    assert.deepStrictEqual(unknown.issues[0].path, ["sources", 0])
    for (
      const [scrapeOptions, path] of [
        [{ includeTags: ["main", "div["] }, ["scrapeOptions", "includeTags", 1]],
        [{ excludeTags: ["::("] }, ["scrapeOptions", "excludeTags", 0]],
        [
          { formats: [{ type: "attributes", selectors: [{ selector: "a[", attribute: "href" }] }] },
          ["scrapeOptions", "formats", 0, "selectors", 0, "selector"]
        ]
      ] as const
    ) {
      const selector = await failureOf(client.search("x", { scrapeOptions }))
      assert.deepStrictEqual(selector.issues?.[0].path, path)
    }
    const local = await failureOf(client.scrape("http://127.0.0.1:9/"))
    assert.deepInclude(local, { _tag: "ScrapeError", code: "FORBIDDEN" })
    assert.strictEqual((await failureOf(client.index("/no/such/folder")))._tag, "InvalidTarget")
  })

  it("stops a call when its signal is aborted", async () => {
    const { asked, provider } = hanging()
    await using client = createClient({ provider })
    const controller = new AbortController()
    const search = client.search("x", { signal: controller.signal })
    await asked
    controller.abort(new Error("enough"))
    const error = await failureOf(search)
    assert.strictEqual(error.message, "enough")
  })

  it("does not start a call whose signal is already aborted", async () => {
    await using client = createClient()
    const signal = AbortSignal.abort(new Error("too late"))
    for (const call of [client.search("x", { signal }), client.scrape("https://example.com/", { signal })]) {
      assert.strictEqual((await failureOf(call)).message, "too late")
    }
  })

  it("rejects calls after it closed, also running ones", async () => {
    const { asked, provider } = hanging()
    const client = createClient({ provider })
    const running = failureOf(client.search("x"))
    await asked
    await client.close()
    const stream = client.stream("x")[Symbol.asyncIterator]().next()
    for (const error of [await running, await failureOf(client.search("x")), await failureOf(stream)]) {
      assert.deepInclude(error, { _tag: "ClientClosed", isRetryable: false })
    }
  })

  it("reports events, and stops when the caller stops listening", async () => {
    await using client = createClient()
    await client.index(documents)
    const tags: Array<string> = []
    for await (const event of client.stream("typed error")) {
      if (event._tag !== "StageFinished") tags.push(event._tag)
    }
    assert.deepStrictEqual(tags, ["HitsFound", "Done"])
    for await (const event of client.stream("typed error")) {
      assert.isString(event._tag)
      break
    }
  })

  it("stops a stream when its signal is aborted", async () => {
    const { asked, provider } = hanging()
    await using client = createClient({ provider })
    const controller = new AbortController()
    const ended = failureOf((async () => {
      for await (const event of client.stream("x", { signal: controller.signal })) assert.isString(event._tag)
    })())
    await asked
    controller.abort(new Error("enough"))
    assert.strictEqual((await ended).message, "enough")
  })

  it("returns the bytes of its own links only", async () => {
    const screenshot = { bytes: new TextEncoder().encode("picture"), contentType: "image/png" }
    const options = { fetcher: Fetcher.layerMemory({ "https://example.com/": { body: "<p>x</p>", screenshot } }) }
    await using client = createClient(options)
    await using other = createClient(options)
    const link = (await client.scrape("https://example.com/", { formats: ["screenshot"] })).screenshot ?? ""
    const { bytes, contentType } = await client.artifact(link)
    assert.deepStrictEqual([new TextDecoder().decode(bytes), contentType], ["picture", "image/png"])
    for (const [one, text] of [[other, link], [client, `${link}0`], [client, "nonsense"]] as const) {
      const error = await failureOf(one.artifact(text))
      assert.strictEqual(error.message, "memory: the link has expired, was changed, or was signed with another key")
    }
  })
})

describe("documents that only the index has", () => {
  it("can be read although their URL leads nowhere", async () => {
    await using client = createClient()
    await client.index([{ url: "https://notes.invalid/a", title: "Pump notes", text: "The **pump** stops at nine." }])
    const { data, warning } = await client.search("pump stops", { scrapeOptions: { formats: ["markdown"] } })
    const [found] = data.web ?? []
    assert.strictEqual(found?.markdown, "# Pump notes\n\nThe **pump** stops at nine.")
    assert.strictEqual(found?.metadata?.title, "Pump notes")
    assert.match(found?.warning ?? "", /comes from the local index/)
    assert.isNull(warning)
    assert.strictEqual((await client.search("pmup stops")).suggestion, "pump stops")
  })

  it("are read by a `file:` URL in their current version, and never scraped", async () => {
    await using client = createClient()
    const url = "file:///notes/pump.md"
    for (const hour of ["nine", "ten"]) {
      await client.index([{ url, title: "Pump notes", text: `The pump stops at ${hour}.` }])
      const { status, text, title, warnings } = await client.read(url, { maxTokens: 200 })
      assert.deepStrictEqual([text.includes(`stops at ${hour}.`), status, title, warnings], [
        true,
        200,
        "Pump notes",
        []
      ])
    }
    // This file is there to be opened.
    const absent = await failureOf(client.read(import.meta.url, { maxTokens: 200 }))
    assert.deepInclude(absent.reason.error.reason, { _tag: "IndexError", kind: "absent" })
    assert.strictEqual((await failureOf(client.scrape(url)))._tag, "InvalidRequest")
  })
})
