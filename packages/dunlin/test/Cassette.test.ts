import { Fetcher, FetchError } from "@dunlin/fetcher"
import { SearchProvider } from "@dunlin/providers"
import type { SearchResponse } from "@dunlin/schema"
import { ModelFormats } from "@dunlin/transformers"
import { assert, describe, it } from "@effect/vitest"
import { Cassette, createClient } from "dunlin"
import { Effect, Layer, Redacted } from "effect"
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"

const folder = mkdtempSync(join(tmpdir(), "dunlin-cassette-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const home = "https://example.com/waders"
const paper = new Uint8Array([37, 80, 68, 70, 0, 255, 254])

/** A world that counts how often it is asked. */
const world = () => {
  const asked: Array<string> = []
  const provider = Layer.succeed(
    SearchProvider.SearchProvider,
    SearchProvider.make({
      name: "engine",
      search: (question) =>
        Effect.sync(() => {
          asked.push(`search ${question.limit}`)
          return {
            hits: [
              { source: "web", url: home, title: "Waders", description: "Birds", position: 1 },
              { source: "web", url: `${home}/gone`, title: "Gone", description: "Away", position: 2 }
            ],
            warnings: []
          }
        })
    })
  )
  const fetcher = Layer.effect(
    Fetcher.Fetcher,
    Effect.map(Fetcher.Fetcher, (inner) =>
      Fetcher.Fetcher.of({
        recheck: inner.recheck,
        fetch: (request) => {
          asked.push(`fetch ${request.url}`)
          return request.url.endsWith("/gone")
            ? Effect.fail(FetchError.make(new FetchError.ConnectError({ code: "ECONNREFUSED" })))
            : inner.fetch(request)
        }
      }))
  ).pipe(Layer.provide(Fetcher.layerMemory({
    [home]:
      "<title>Waders</title><main><h1>Waders</h1><p>The sanderling, says s3cret-word, has no hind toe.</p></main>",
    [`${home}/bytes`]: { contentType: "application/octet-stream", body: paper }
  })))
  const models = Layer.succeed(
    ModelFormats.ModelFormats,
    ModelFormats.ModelFormats.of({
      derive: ({ options }) =>
        Effect.sync(() => {
          asked.push("model")
          return {
            fields: options.formats.some(({ type }) => type === "summary") ? { summary: "About a bird." } : {},
            warnings: []
          }
        })
    })
  )
  return { asked, parts: { provider, fetcher, models } }
}

const ask = async (parts: Cassette.Parts) => {
  const client = createClient(parts)
  try {
    const answer = await client.search("hind toe", { scrapeOptions: { formats: ["markdown", "summary"] } })
    const secretive = await client.scrape(home, {
      headers: { authorization: "Bearer s3cret-word", accept: "text/html" },
      maxAge: 0
    })
    return { data: answer.data, warning: answer.warning, markdown: secretive.markdown }
  } finally {
    await client.close()
  }
}

/** The words of a result at the places that it tells. */
const wordsOf = ({ description = "", matches = [] }: Pick<SearchResponse.WebResult, "description" | "matches">) =>
  matches.map(({ end, start }) => description.slice(start, end))

/** What was answered with words in place of their places. */
const withWords = ({ data, ...others }: Awaited<ReturnType<typeof ask>>) => ({
  ...others,
  data: { ...data, web: data.web?.map((result) => ({ ...result, matches: wordsOf(result) })) }
})

describe("invalid options of a cassette", () => {
  const provider = SearchProvider.layerMemory([])
  const parts = Cassette.parts as (...given: ReadonlyArray<unknown>) => unknown

  it.each<[ReadonlyArray<unknown>, RegExp]>([
    [
      [{ provider }, { mode: "relpay" }],
      /^Cassette\.parts: mode: Expected .*replay.*got "relpay"; did you mean replay\?$/
    ],
    [[{ provider }, { moed: "replay" }], /^Cassette\.parts: moed: Unknown key; did you mean mode\?$/],
    [[{ provder: provider }], /^Cassette\.parts: provder: Unknown key; did you mean provider\?$/],
    [[{ mode: "replay" }], /^Cassette\.parts: mode: Unknown key;/],
    [[{ provider: async () => [] }], /^Cassette\.parts: provider: Expected a layer, such as/],
    [[{ provider }, { secrets: "abc" }], /^Cassette\.parts: secrets: Expected/],
    [[{ provider }, { secrets: [3] }], /^Cassette\.parts: secrets\.0: Expected a string, or/],
    [[{ provider }, { redactPII: 3 }], /^Cassette\.parts: redactPII: Expected a boolean/],
    [[{ provider }, null], /^Cassette\.parts: Expected an object/]
  ])("%o", (given, message) => {
    const file = join(folder, "mistyped.json")
    assert.throws(() => parts(file, ...given), message)
    assert.isFalse(existsSync(file))
  })

  it("includes a file as the first option", () => {
    assert.throws(() => parts({ provider }), /^Cassette\.parts: file: Expected a string/)
  })
})

describe("a cassette", { concurrent: false }, () => {
  const file = join(folder, "deep", "waders.json")
  const secrets = [Redacted.make("s3cret-word")]

  it("replays hits, pages, failures and model responses without a network", async () => {
    const first = world()
    const recorded = await ask(Cassette.parts(file, first.parts, { secrets }))
    assert.isAbove(first.asked.length, 3)
    const second = world()
    const replayed = await ask(Cassette.parts(file, second.parts, { secrets }))
    assert.isEmpty(second.asked)
    const withoutSecret = JSON.parse(JSON.stringify(withWords(recorded)).replaceAll(/s3cret(?:-|%2D)word/g, "REDACTED"))
    assert.deepStrictEqual(JSON.parse(JSON.stringify(withWords(replayed))), withoutSecret)
    assert.deepStrictEqual(wordsOf(replayed.data.web![0]!), ["hind", "toe"])
    assert.strictEqual(recorded.data.web?.[0]?.summary, "About a bird.")
    assert.strictEqual(recorded.data.web?.[1]?.metadata?.errorCode, replayed.data.web?.[1]?.metadata?.errorCode)
  })

  it("is a readable file without secrets", () => {
    const text = readFileSync(file, "utf8")
    assert.notInclude(text, "s3cret-word")
    assert.include(text, "\"authorization\": \"REDACTED\"")
    assert.include(text, "\"accept\": \"text/html\"")
    assert.include(text, "<h1>Waders</h1>")
  })

  it.each(
    [
      ["shorter", "Says x9: no hind toe", { secrets: [Redacted.make("x9")] }],
      ["as long", "Says s3cretwd: no hind toe", { secrets: [Redacted.make("s3cretwd")] }],
      ["longer", "Says s3cret-word-of-length: no hind toe", { secrets: [Redacted.make("s3cret-word-of-length")] }],
      ["in an address", "See https://a.example/?token=abc: no hind toe", {}],
      ["of a person", "Ask 4012 8888 8888 1881 for a hind toe", { redactPII: { replaceStyle: "remove" } }]
    ] as const
  )("marks the right words after a secret that is %s", async (name, description, options) => {
    const places = join(folder, `places ${name}.json`)
    const start = description.indexOf("hind toe")
    const search = async (parts: Cassette.Parts) => {
      const client = createClient(Cassette.parts(places, parts, options))
      const { data } = await client.search("hind toe")
      await client.close()
      return data.web![0]!
    }
    const hit = { source: "web", url: home, title: "Waders", description, position: 1 } as const
    const recorded = await search({
      provider: SearchProvider.layerMemory([{ ...hit, matches: [{ start, end: start + "hind toe".length }] }])
    })
    assert.deepStrictEqual(wordsOf(recorded), ["hind toe"])
    const replayed = await search({})
    assert.notStrictEqual(replayed.description, description)
    // the provider told of both words as one; those of another text are found anew
    assert.deepStrictEqual(wordsOf(replayed), ["hind", "toe"])
  })

  it("keeps the positions of a text without secrets", async () => {
    const places = join(folder, "places.json")
    const hit = { source: "web", url: home, title: "Waders", description: "No hind toe", position: 1 } as const
    const provider = SearchProvider.layerMemory([{ ...hit, matches: [{ start: 3, end: 11 }] }])
    for (const parts of [{ provider }, {}]) {
      const client = createClient(Cassette.parts(places, parts, { redactPII: true }))
      const { data } = await client.search("hind toe")
      await client.close()
      assert.deepStrictEqual(wordsOf(data.web![0]!), ["hind toe"])
    }
  })

  it("contains no credentials of URLs, tokens, or names", async () => {
    const personal = join(folder, "personal.json")
    const page = "<title>Waders</title><main><h1>Waders</h1><p>Ask ann@example.com about the sanderling.</p>" +
      "<a href=\"https://me:word@example.com/a?x=1&amp;api_key=abc123&y=2#access_token=def456\">a link</a>" +
      "<code>curl -H 'Authorization: Bearer 0123456789abcdefghij'</code></main>"
    const parts = {
      ...world().parts,
      fetcher: Fetcher.layerMemory({ [`${home}?page=2&token=ghi789`]: page })
    }
    const read = async (given: Cassette.Parts) => {
      const client = createClient(Cassette.parts(personal, given, { redactPII: true }))
      const { markdown, summary } = await client.scrape(`${home}?page=2&token=ghi789`, {
        formats: ["markdown", "summary"]
      })
      await client.close()
      return { markdown, summary }
    }
    const recorded = await read(parts)
    assert.include(recorded.markdown, "ann@example.com")
    const text = readFileSync(personal, "utf8")
    for (const secret of ["ann@", "me:word", "abc123", "def456", "ghi789", "0123456789abcdefghij"]) {
      assert.notInclude(text, secret)
    }
    assert.include(text, "x=1&amp;api_key=REDACTED&y=2#access_token=REDACTED")
    assert.include(text, `${home}?page=2&token=REDACTED`)
    const replayed = await read({ models: parts.models })
    assert.match(replayed.markdown ?? "", /^Ask [\\*]{15,} about the sanderling\.$/m)
    assert.strictEqual(replayed.summary, "About a bird.")
  })

  it("contains no credentials and no typed text", async () => {
    const typed = join(folder, "typed.json")
    const url = `${home}?page=2&refreshToken=aaa111&X-Amz-Credential=bbb222`
    const page =
      "<main><p>The sanderling runs, says <a href=\"/a?x=1&amp;sessionId=ccc333&author=ann\">a link</a></p></main>"
    const headers = { clientSecret: "ddd444", refreshToken: "eee555", "x-session_id": "fff666", jwt: "ggg777" }
    const ask = async (given: Cassette.Parts) => {
      const client = createClient(Cassette.parts(typed, given))
      try {
        const options = {
          headers: { ...headers, cookies: "hhh888", monkey: "kept999" },
          actions: [{ type: "write", text: "iii000" }, { type: "press", key: "Enter" }]
        } as const
        return (await client.scrape(url, { ...options, maxAge: 0 })).markdown
      } finally {
        await client.close()
      }
    }
    const recorded = await ask({ fetcher: Fetcher.layerMemory({ [url]: page }) })
    const text = readFileSync(typed, "utf8")
    const kept = ["aaa111", "bbb222", "ccc333", "ddd444", "eee555", "fff666", "ggg777", "hhh888", "iii000"]
    assert.deepStrictEqual(kept.filter((secret) => text.includes(secret)), [])
    for (const plain of ["page=2&", "x=1&amp;", "author=ann", "kept999", "\"Enter\""]) assert.include(text, plain)
    assert.strictEqual(statSync(typed).mode & 0o777, 0o600)
    assert.strictEqual(await ask({}), recorded?.replaceAll("ccc333", "REDACTED"))
  })

  it("stores bytes unchanged", async () => {
    const bytes = join(folder, "bytes.json")
    for (let run = 0; run < 2; run++) {
      const program = Fetcher.Fetcher.use((fetcher) =>
        fetcher.fetch({
          url: `${home}/bytes`,
          timeout: "1 second",
          options: {
            actions: [],
            blockAds: true,
            formats: [],
            headers: {},
            location: { country: "US", languages: [] },
            mobile: false,
            profile: undefined,
            proxy: "auto",
            skipTlsVerification: false,
            waitFor: 0
          } as never
        })
      ).pipe(Effect.provide(Cassette.parts(bytes, world().parts).fetcher as Layer.Layer<Fetcher.Fetcher>))
      const { body } = await Effect.runPromise(program)
      assert.deepStrictEqual([...body], [...paper])
    }
  })

  it("rejects an unknown call, and names similar ones", async () => {
    const client = createClient(Cassette.parts(file, {}, { mode: "replay", secrets }))
    const [searched, scraped] = [
      await client.search("hind toes").then(() => undefined, (error: unknown) => error),
      await client.scrape(`${home}/other`).then(() => undefined, (error: unknown) => error)
    ]
    await client.close()
    assert.instanceOf(searched, Cassette.UnexpectedCall)
    assert.match(
      String(searched),
      /waders\.json has no recorded search call for hind toes.*most similar recorded calls:\n- query hind toe, not hind toes/s
    )
    assert.instanceOf(scraped, Cassette.UnexpectedCall)
    assert.match(String(scraped), /has no recorded fetch call for https:\/\/example\.com\/waders\/other/)
    assert.match(String(scraped), /- url https:\/\/example\.com\/waders, not https:\/\/example\.com\/waders\/other/)
  })

  it("fails a search with an unknown page instead of omitting it", async () => {
    const other = join(folder, "other.json")
    const hits = createClient(Cassette.parts(other, world().parts))
    await hits.search("hind toe")
    await hits.close()
    const client = createClient(Cassette.parts(other, {}))
    const error = await client.search("hind toe", { scrapeOptions: { formats: ["markdown"] } })
      .then((answer) => answer, (error: unknown) => error)
    await client.close()
    assert.instanceOf(error, Cassette.UnexpectedCall)
    assert.match(String(error), /the file contains no fetch calls/)
  })

  it("reports an invalid file, and a missing one", async () => {
    const said = [["none.json", /the file does not exist; record it first/], [
      "../package.json",
      /is not a cassette/
    ]] as const
    for (const [name, why] of said) {
      const client = createClient(Cassette.parts(join(import.meta.dirname, name), {}, { mode: "replay" }))
      const error = await client.search("x").then(() => undefined, (error: unknown) => error)
      await client.close()
      assert.instanceOf(error, Cassette.CassetteError)
      assert.match(error.message, why)
      assert.include(error.message, "`mode: \"record\"`")
    }
    assert.isFalse(existsSync(join(import.meta.dirname, "none.json")))
  })

  describe("of several clients", { concurrent: false }, () => {
    const urlOf = (name: string) => `https://example.com/${name}`
    const recorderOf = (file: string, name: string, options?: Cassette.Options) =>
      createClient(
        Cassette.parts(
          file,
          { fetcher: Fetcher.layerMemory({ [urlOf(name)]: `<main><h1>The ${name}</h1></main>` }) },
          options
        )
      )
    const headingOf = (client: ReturnType<typeof createClient>, name: string) =>
      client.scrape(urlOf(name)).then(({ markdown }) => markdown, (error: unknown) => error)

    it("that record concurrently has the calls of each", async () => {
      const file = join(folder, "together.json")
      const [dunlin, knot] = [recorderOf(file, "dunlin"), recorderOf(file, "knot")]
      await Promise.all([headingOf(dunlin, "dunlin"), headingOf(knot, "knot")])
      await dunlin.close()
      await knot.close()
      const replay = createClient(Cassette.parts(file, {}, { mode: "replay" }))
      assert.strictEqual(await headingOf(replay, "dunlin"), "# The dunlin")
      assert.strictEqual(await headingOf(replay, "knot"), "# The knot")
      await replay.close()
    })

    it("that record one after the other has the calls of the last", async () => {
      const file = join(folder, "anew.json")
      for (const name of ["dunlin", "knot"]) {
        const client = recorderOf(file, name, { mode: "record" })
        await headingOf(client, name)
        await client.close()
      }
      const replay = createClient(Cassette.parts(file, {}, { mode: "replay" }))
      assert.instanceOf(await headingOf(replay, "dunlin"), Cassette.UnexpectedCall)
      assert.strictEqual(await headingOf(replay, "knot"), "# The knot")
      await replay.close()
    })

    it("does not overwrite what another program wrote meanwhile", async () => {
      const file = join(folder, "letter.json")
      const client = recorderOf(file, "dunlin")
      await headingOf(client, "dunlin")
      writeFileSync(file, "Dear reader")
      const error = await client.close().then(() => undefined, (error: unknown) => error)
      assert.instanceOf(error, Cassette.CassetteError)
      assert.strictEqual(readFileSync(file, "utf8"), "Dear reader")
    })
  })
})
