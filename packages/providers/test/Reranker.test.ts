import { LocalIndex, RecordReplay, Reranker, SearchError, SearchProvider } from "@dunlin/providers"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Redacted } from "effect"
import { EmbeddingModel } from "effect/ai"
import { HttpClient } from "effect/http"
import { TestClock } from "effect/testing"
import { question } from "./questions.ts"

type Provider = SearchProvider.SearchProvider["Service"]

const hit = (name: string): SearchProvider.WebHit => ({
  source: "web",
  url: `https://${name}.example/`,
  title: name,
  description: `About ${name}`,
  position: 0
})

const giving = (...names: ReadonlyArray<string>): Provider & { readonly limits: Array<number> } => {
  const limits: Array<number> = []
  const inner = SearchProvider.make({
    name: "fixed",
    search: (question) => {
      limits.push(question.limit)
      return Effect.succeed({ hits: names.map(hit), warnings: ["Kept."] })
    }
  })
  return { ...inner, limits }
}

const titles = ({ hits }: SearchProvider.Answer) => hits.map(({ title }) => title)

/** Scores by the place of a title in a list. */
const preferring = (
  ...order: ReadonlyArray<string>
): Reranker.Reranker["Service"] & { readonly asked: Array<string> } => {
  const asked: Array<string> = []
  return {
    asked,
    name: "fake",
    score: ({ query, texts }) => {
      asked.push(query)
      return Effect.succeed(texts.map((text) => {
        const at = order.indexOf(text.split("\n")[0]!)
        return at < 0 ? undefined : -at
      }))
    }
  }
}

interface Sent {
  readonly url: string
  readonly body: Record<string, unknown>
  readonly authorization: string | undefined
}

const endpoint = (options: Omit<Reranker.Options, "apiUrl">, status: number, reply: unknown) => {
  const sent: Array<Sent> = []
  const client = RecordReplay.layerFixed((request) => {
    const { body, url } = request
    const headers = (request as { readonly headers?: Readonly<Record<string, string>> }).headers
    sent.push({ url, body: JSON.parse(body) as Record<string, unknown>, authorization: headers?.["authorization"] })
    return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(reply) }
  })
  const layer = Reranker.layer({ apiUrl: "https://rerank.test/v1/rerank", ...options }).pipe(Layer.provide(client))
  const score = (texts: ReadonlyArray<string>) =>
    Reranker.Reranker.use((reranker) => reranker.score({ query: "car care", texts })).pipe(Effect.provide(layer))
  return { sent, score }
}

describe("Reranker endpoints", () => {
  it.effect("send documents, and read results in any order", () =>
    Effect.gen(function*() {
      const { score, sent } = endpoint({ apiKey: Redacted.make("key-1"), model: "m" }, 200, {
        results: [{ index: 1, relevance_score: 0.9 }, { index: 0, relevance_score: 0.1 }]
      })
      assert.deepStrictEqual(yield* score(["one", "two", "three"]), [0.1, 0.9, undefined])
      assert.deepStrictEqual(sent.map(({ body }) => body), [
        { query: "car care", model: "m", documents: ["one", "two", "three"], top_n: 3 }
      ])
      assert.deepStrictEqual(yield* score([]), [])
      assert.lengthOf(sent, 1)
    }))

  it.effect("support the format of Text Embeddings Inference", () =>
    Effect.gen(function*() {
      const { score, sent } = endpoint({ shape: "texts" }, 200, [{ index: 1, score: 2 }, { index: 0, score: -1 }])
      assert.deepStrictEqual(yield* score(["one", "two"]), [-1, 2])
      assert.deepStrictEqual(sent[0]?.body, { query: "car care", texts: ["one", "two"], truncate: true })
    }))

  it.effect("cut long texts between characters", () =>
    Effect.gen(function*() {
      const { score, sent } = endpoint({}, 200, { results: [] })
      yield* score([`${"a".repeat(3999)}😀 and more`])
      const text = sent.flatMap(({ body }) => body["documents"] as ReadonlyArray<string>).join("")
      assert.lengthOf(text, 4000)
      assert.isTrue(text.isWellFormed())
    }))

  for (
    const [name, status, reply, tag] of [
      ["a refusal", 401, {}, "Unauthorized"],
      ["no scores", 200, { data: [] }, "InvalidResponse"],
      ["a text that was not sent", 200, { results: [{ index: 7, relevance_score: 1 }] }, "InvalidResponse"],
      ["scores that are no numbers", 200, { results: [{ index: 0, relevance_score: "high" }] }, "InvalidResponse"]
    ] as const
  ) {
    it.effect(`fail with a reason after ${name}`, () =>
      Effect.gen(function*() {
        const error = yield* Effect.flip(endpoint({ retries: 0 }, status, reply).score(["one"]))
        assert.strictEqual(error.provider, "reranker")
        assert.strictEqual(error.reason._tag, tag)
        assert.notInclude(error.message, "car care")
      }))
  }

  it.effect("stop at the timeout", () =>
    Effect.gen(function*() {
      const silent = Layer.succeed(HttpClient.HttpClient, HttpClient.make(() => Effect.never))
      const reranker = yield* Effect.provide(Reranker.make({ apiUrl: "https://rerank.test/", retries: 0 }), silent)
      const running = yield* Effect.forkChild(Reranker.rerank(giving("a", "b"), reranker).search(question("words")))
      yield* TestClock.adjust("10 seconds")
      const answer = yield* Fiber.join(running)
      assert.deepStrictEqual(titles(answer), ["a", "b"])
      assert.include(answer.warnings.join(), "the results keep fixed's order")
    }))
})

describe("Reranker.rerank", () => {
  it.effect("combines the model's order and the provider's, for more candidates than are shown", () =>
    Effect.gen(function*() {
      const provider = giving("a", "b", "c", "d", "e")
      const reranker = preferring("e", "b", "a")
      const answer = yield* Reranker.rerank(provider, reranker).search(question("car -truck \"oil\" site:x.example", {
        limit: 3
      }))
      assert.deepStrictEqual(titles(answer), ["e", "b", "a"])
      assert.deepStrictEqual(answer.hits.map(({ position }) => position), [1, 2, 3])
      assert.deepStrictEqual(provider.limits, [30])
      assert.deepStrictEqual(reranker.asked, ["car oil"])
      assert.deepStrictEqual(answer.warnings, ["Kept."])
      const byModel = yield* Reranker.rerank(provider, reranker, { weight: 1, candidates: 5 }).search(question("car"))
      assert.deepStrictEqual(titles(byModel), ["e", "b", "a", "c", "d"])
      const even = yield* Reranker.rerank(provider, reranker, { weight: 0.5 }).search(question("car", { limit: 3 }))
      assert.deepStrictEqual(titles(even), ["a", "b", "e"])
      const byProvider = yield* Reranker.rerank(provider, reranker, { weight: 0 }).search(question("car"))
      assert.deepStrictEqual(titles(byProvider), ["a", "b", "c", "d", "e"])
    }))

  it.effect("returns the provider's order if the model fails, with a warning", () =>
    Effect.gen(function*() {
      const failing: Reranker.Reranker["Service"] = {
        name: "reranker",
        score: () =>
          Effect.fail(
            new SearchError.SearchError({ provider: "reranker", reason: new SearchError.Unavailable({ status: 503 }) })
          )
      }
      const answer = yield* Reranker.rerank(giving("a", "b", "c"), failing).search(question("car", { limit: 2 }))
      assert.deepStrictEqual(titles(answer), ["a", "b"])
      assert.lengthOf(answer.warnings, 2)
      assert.include(answer.warnings[1], "the results keep fixed's order")
    }))

  it.effect("calls no model for images, queries without words, and one hit", () =>
    Effect.gen(function*() {
      const reranker = preferring("a")
      const provider = giving("a")
      yield* Reranker.rerank(provider, reranker).search(question("car", { source: "images" }))
      yield* Reranker.rerank(provider, reranker).search(question("site:x.example"))
      yield* Reranker.rerank(provider, reranker).search(question("car"))
      assert.deepStrictEqual(reranker.asked, [])
    }))

  it.live("ranks a paraphrase first in the embedded index, with vectors", () =>
    Effect.gen(function*() {
      // Meanings of words as a model would know them.
      const meanings: Readonly<Record<string, number>> = { car: 0, automobile: 0, care: 1, maintenance: 1, wash: 2 }
      const vector = (text: string) => {
        const out = [0, 0, 0, 0.01]
        for (const word of text.toLowerCase().match(/[a-z]+/g) ?? []) {
          if (Object.hasOwn(meanings, word)) out[meanings[word]!]! += 1
        }
        return out
      }
      const embedding = Layer.effect(
        EmbeddingModel.EmbeddingModel,
        EmbeddingModel.make({
          embedMany: ({ inputs }) => Effect.succeed({ results: inputs.map(vector), usage: { inputTokens: undefined } })
        })
      )
      const pages = LocalIndex.layerMemory([
        { url: "https://a.example/", title: "Wash", text: "Take care when you wash, wash and wash the dog." },
        { url: "https://b.example/", title: "Automobile maintenance", text: "Oil and brakes need care." }
      ])
      const search = SearchProvider.SearchProvider.use((provider) => provider.search(question("wash care of a car")))
      const plain = yield* Effect.provide(search, pages)
      const reranked = yield* Effect.provide(
        search,
        Reranker.layerProvider(pages, { weight: 1 }).pipe(
          Layer.provide(Layer.provide(Reranker.layerEmbedding, embedding))
        )
      )
      assert.deepStrictEqual(titles(plain), ["Wash", "Automobile maintenance"])
      assert.deepStrictEqual(titles(reranked), ["Automobile maintenance", "Wash"])
    }))
})
