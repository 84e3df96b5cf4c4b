// The models of an index: in the options of a client, and in the settings of the environment.
import { Embedder, LocalIndex, Reranker } from "@dunlin/providers"
import { assert, describe, it } from "@effect/vitest"
import { createClient, Services } from "dunlin"
import { ConfigProvider, Effect, Layer } from "effect"
import { once } from "node:events"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"
import { dunlin } from "./command.ts"

const folder = mkdtempSync(join(tmpdir(), "dunlin-vectors-"))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

/** What is in one list means the same. */
const meanings = [["car", "automobile"], ["care", "maintenance"], ["doctor", "physician"], ["list", "directory"]]

const vectorOf = (text: string): ReadonlyArray<number> => {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? []
  return [...meanings.map((alike) => words.filter((word) => alike.includes(word)).length), 0.01]
}

interface Asked {
  readonly path: string
  readonly authorization: string | undefined
  readonly model: string
  readonly texts: ReadonlyArray<string>
}

/** An endpoint with `/embeddings`, and with `/rerank`, which prefers the longest text. */
const serve = async () => {
  const asked: Array<Asked> = []
  let isBroken = false
  const server = createServer((request, response) => {
    let body = ""
    request.on("data", (chunk) => body += chunk)
    request.on("end", () => {
      const { documents, input, model } = JSON.parse(body)
      const texts: ReadonlyArray<string> = input ?? documents
      asked.push({ path: request.url ?? "", authorization: request.headers.authorization, model, texts })
      if (isBroken) return response.writeHead(503).end("{}")
      return response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(
        documents === undefined
          ? { data: texts.map((text, index) => ({ index, embedding: vectorOf(text) })) }
          : { results: texts.map(({ length }, index) => ({ index, relevance_score: length })) }
      ))
    })
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    break: () => {
      isBroken = true
    },
    [Symbol.dispose]: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}

const pages: ReadonlyArray<LocalIndex.IndexDocument> = [
  { url: "https://a.example/wash", title: "Wash", text: "Take a wash and wash the dog." },
  { url: "https://a.example/auto", title: "Automobile maintenance", text: "Oil and brakes." },
  { url: "https://b.example/doctors", title: "Physician directory", text: "Names by town." }
]

const titles = ({ data }: { readonly data: { readonly web?: ReadonlyArray<{ readonly title: string }> } }) =>
  (data.web ?? []).map(({ title }) => title)

/** What a search says when the model had no time: a busy machine may let it wait. The search is sent again then. */
const isLate = (warning: string | null | undefined): boolean => /no answer within/.test(warning ?? "")

/** The first answer for which the model answered in time; one that never comes is seen by the limit of the test. */
const searchedInTime = async (client: Pick<ReturnType<typeof createClient>, "search">, query: string) => {
  let answer = await client.search(query)
  while (isLate(answer.warning)) answer = await client.search(query)
  return answer
}

describe("createClient", () => {
  it("finds other words with an embedder as soon as pages are indexed", async () => {
    using model = await serve()
    const embedder = Embedder.layer({ apiUrl: `http://${model.host}/v1`, model: "small" })
    const data = mkdtempSync(join(folder, "data-"))
    {
      await using client = createClient({ data, embedder })
      assert.strictEqual((await client.index(pages)).added, 3)
      assert.strictEqual(titles(await searchedInTime(client, "car care"))[0], "Automobile maintenance")
    }
    const passages = model.asked.filter(({ texts }) => texts[0] !== "car care")
    assert.lengthOf(passages.flatMap(({ texts }) => texts), 3)

    // The same file with words alone, and then with another model.
    {
      await using client = createClient({ data })
      assert.deepStrictEqual(titles(await client.search("car care")), [])
    }
    const other = Embedder.layer({ apiUrl: `http://${model.host}/v1`, model: "large" })
    await using client = createClient({ data, embedder: other })
    const failure = await client.search("car care").then(() => undefined, (error: unknown) => error)
    assert.match(String((failure as Error | undefined)?.message), /vectors of model small, not large/)
  })

  it("gives the embedder to an index of one's own", async () => {
    using model = await serve()
    await using client = createClient({
      index: LocalIndex.layerWithVectors(),
      embedder: Embedder.layer({ apiUrl: `http://${model.host}`, model: "small" })
    })
    await client.index(pages)
    assert.strictEqual(titles(await searchedInTime(client, "doctor list"))[0], "Physician directory")
    // @ts-expect-error -- an index with vectors asks for a model
    await createClient({ index: LocalIndex.layerWithVectors() }).close()
    // @ts-expect-error -- an index of words would not ask the model
    await createClient({ index: LocalIndex.layerIndex(), embedder: Embedder.layer({ apiUrl: "", model: "" }) }).close()
  })

  it("goes on with words when the model fails", async () => {
    using model = await serve()
    model.break()
    const embedder = Embedder.layer({ apiUrl: `http://${model.host}`, model: "small", retries: 0 })
    await using client = createClient({ embedder })
    assert.strictEqual((await client.index(pages)).added, 3)
    const answer = await client.search("physician")
    assert.deepStrictEqual(titles(answer), ["Physician directory"])
    assert.include(answer.warning, "by words only")
  })

  it("orders what a provider found by a reranker", async () => {
    using model = await serve()
    const reranker = Reranker.layer({ apiUrl: `http://${model.host}/rerank`, model: "judge" })
    await using client = createClient({ reranker })
    await client.index([
      { url: "https://a.example/1", title: "Tides", text: "Tides." },
      { url: "https://a.example/2", title: "Harbours", text: "What tides do to a harbour, and to the boats in it." }
    ])
    assert.deepStrictEqual(titles(await client.search("tides")), ["Harbours", "Tides"])
    assert.deepStrictEqual(model.asked.map(({ model, path }) => [path, model]), [["/rerank", "judge"]])
  })
})

describe("settings of models for the index", () => {
  it("are those of `dunlin index`, `search` and `doctor`", async () => {
    using model = await serve()
    const notes = mkdtempSync(join(folder, "notes-"))
    mkdirSync(notes, { recursive: true })
    for (const { text, title } of pages) writeFileSync(join(notes, `${title}.md`), `# ${title}\n\n${text}\n`)
    const settings = {
      DUNLIN_DATA: mkdtempSync(join(folder, "data-")),
      DUNLIN_EMBEDDINGS_URL: `http://${model.host}/v1`,
      DUNLIN_EMBEDDINGS_MODEL: "small",
      DUNLIN_EMBEDDINGS_KEY: "vector-key",
      DUNLIN_EMBEDDINGS_DOCUMENT_PREFIX: "passage:"
    }
    const indexed = await dunlin(settings, "index", notes)
    assert.include(indexed.stdout, "3 added", indexed.stderr)
    const sent = model.asked.flatMap(({ texts }) => texts)
    assert.lengthOf(sent, 3)
    assert.isTrue(sent.every((text) => text.startsWith("passage: ")), sent.join("\n"))
    assert.deepStrictEqual([...new Set(model.asked.map(({ authorization }) => authorization))], ["Bearer vector-key"])

    const searched = async () => {
      for (;;) {
        const { stderr, stdout } = await dunlin(settings, "search", "car care", "--json")
        if (!isLate(JSON.parse(stdout).warning)) return { stderr, stdout }
      }
    }
    const [found, doctor, other] = await Promise.all([
      searched(),
      dunlin(settings, "doctor"),
      dunlin({ ...settings, DUNLIN_EMBEDDINGS_MODEL: "large" }, "search", "car care")
    ])
    assert.strictEqual(titles(JSON.parse(found.stdout))[0], "Automobile maintenance", found.stderr)
    assert.match(doctor.stdout, /embeddings: small, vectors of 5 numbers/)
    assert.strictEqual(other.code, 2, other.stderr)
    assert.match(other.stderr, /DUNLIN_EMBEDDINGS_MODEL.*vectors of model small.*DUNLIN_EMBEDDINGS_REPLACE=on/)
    const replaced = await dunlin(
      { ...settings, DUNLIN_EMBEDDINGS_MODEL: "large", DUNLIN_EMBEDDINGS_REPLACE: "on" },
      "index",
      notes
    )
    assert.include(replaced.stdout, "3 unchanged", replaced.stderr)
    assert.lengthOf(model.asked.filter((asked) => asked.model === "large").flatMap(({ texts }) => texts), 3)
  })

  it.effect("need each other", () =>
    Effect.gen(function*() {
      const failure = (settings: Record<string, string>) =>
        Layer.build(Services.layerConfig()).pipe(
          Effect.scoped,
          Effect.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({ DUNLIN_DATA: folder, ...settings }))),
          Effect.flip,
          Effect.map(({ message }) => message)
        )
      assert.match(yield* failure({ DUNLIN_EMBEDDINGS_URL: "http://127.0.0.1:1" }), /^DUNLIN_EMBEDDINGS_MODEL/)
      assert.match(yield* failure({ DUNLIN_EMBEDDINGS_MODEL: "small" }), /^DUNLIN_EMBEDDINGS_URL/)
      assert.match(yield* failure({ DUNLIN_RERANKER_MODEL: "judge" }), /^DUNLIN_RERANKER_URL/)
      assert.match(yield* failure({ DUNLIN_RERANKER_SHAPE: "round" }), /^DUNLIN_RERANKER_SHAPE/)
    }))
})
