// The models of an index: in the options of a client, and in the settings of the environment.
import { Embedder, LocalIndex, Reranker } from "@dunlin/providers"
import { assert, describe, it } from "@effect/vitest"
import { createClient, Services } from "dunlin"
import { ConfigProvider, Effect, Layer } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"
import { isLate, pages, serve, titles } from "./modelServer.ts"

const folder = mkdtempSync(join(tmpdir(), "dunlin-vectors-"))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

/** The first answer for which the model answered in time; one that never comes is seen by the limit of the test. */
const searchedInTime = async (client: Pick<ReturnType<typeof createClient>, "search">, query: string) => {
  let answer = await client.search(query)
  while (isLate(answer.warning)) answer = await client.search(query)
  return answer
}

describe("createClient", () => {
  it("finds paraphrases with an embedder as soon as pages are indexed", async () => {
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

  it("passes the embedder to a custom index", async () => {
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

  it("continues with words if the model fails", async () => {
    using model = await serve()
    model.break()
    const embedder = Embedder.layer({ apiUrl: `http://${model.host}`, model: "small", retries: 0 })
    await using client = createClient({ embedder })
    assert.strictEqual((await client.index(pages)).added, 3)
    const answer = await client.search("physician")
    assert.deepStrictEqual(titles(answer), ["Physician directory"])
    assert.include(answer.warning, "by words only")
  })

  it("ranks results of a provider with a reranker", async () => {
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
