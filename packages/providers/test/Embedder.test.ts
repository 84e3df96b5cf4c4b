import { Embedder, LocalIndex, RecordReplay, SearchError } from "@dunlin/providers"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Layer, Logger, Redacted, Scope } from "effect"
import { EmbeddingModel } from "effect/ai"
import { TestClock } from "effect/testing"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { type Fake, fake, pages, titlesOf, vector } from "./fakeEmbedder.ts"
import { makeWithVectorsHere } from "./onThisThread.ts"
import { question } from "./questions.ts"

const endpoint = (options: Partial<Embedder.Options>, status: number, reply: unknown) => {
  const sent: Array<{ readonly url: string; readonly body: unknown }> = []
  const client = RecordReplay.layerFixed((request) => {
    sent.push({ url: request.url, body: JSON.parse(request.body) })
    return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(reply) }
  })
  const layer = Embedder.layer({ apiUrl: "https://model.test/v1/", model: "m", retries: 0, ...options }).pipe(
    Layer.provide(client)
  )
  const embed = (request: Embedder.Request) =>
    Embedder.Embedder.use((embedder) => embedder.embed(request)).pipe(Effect.provide(layer))
  return { sent, embed }
}

describe("Embedder endpoints", () => {
  it.effect("send texts, and read vectors in any order", () =>
    Effect.gen(function*() {
      const { embed, sent } = endpoint({ apiKey: Redacted.make("key-1"), dimensions: 2, queryPrefix: "query: " }, 200, {
        data: [{ index: 1, embedding: [3, 4] }, { index: 0, embedding: [1, 2] }]
      })
      assert.deepStrictEqual(yield* embed({ texts: ["one", "two"], purpose: "query" }), [[1, 2], [3, 4]])
      assert.deepStrictEqual(sent, [{
        url: "https://model.test/v1/embeddings",
        body: { model: "m", input: ["query: one", "query: two"], encoding_format: "float", dimensions: 2 }
      }])
      assert.deepStrictEqual(yield* embed({ texts: [], purpose: "document" }), [])
      assert.lengthOf(sent, 1)
    }))

  const vectors = (...all: ReadonlyArray<ReadonlyArray<number>>) => ({
    data: all.map((embedding, index) => ({ index, embedding }))
  })
  for (
    const [name, status, reply, tag] of [
      ["a missing vector", 200, vectors([1]), "InvalidResponse"],
      ["vectors of two lengths", 200, vectors([1], [1, 2]), "InvalidResponse"],
      ["empty vectors", 200, vectors([], []), "InvalidResponse"],
      ["something else", 200, { results: [] }, "InvalidResponse"],
      ["a wrong key", 401, { error: { message: "no" } }, "Unauthorized"],
      ["a server error", 503, {}, "Unavailable"]
    ] as const
  ) {
    it.effect(`report ${tag} for ${name}`, () =>
      Effect.gen(function*() {
        const { embed } = endpoint({}, status, reply)
        const error = yield* Effect.flip(embed({ texts: ["one", "two"], purpose: "document" }))
        assert.strictEqual(error.reason._tag, tag)
        assert.strictEqual(error.provider, "embeddings")
      }))
  }

  it.effect("call the EmbeddingModel of the context", () =>
    Effect.gen(function*() {
      const model = Layer.effect(
        EmbeddingModel.EmbeddingModel,
        EmbeddingModel.make({
          embedMany: ({ inputs }) =>
            Effect.succeed({ results: inputs.map((text) => [...vector(text)]), usage: { inputTokens: undefined } })
        })
      )
      const layer = Embedder.layerEmbeddingModel({ model: "effect" }).pipe(Layer.provide(model))
      const embedder = yield* Effect.provide(Embedder.Embedder, layer)
      assert.strictEqual(embedder.model, "effect")
      assert.deepStrictEqual(yield* embedder.embed({ texts: ["car care"], purpose: "query" }), [vector("car care")])
    }))
})

const folder = Effect.acquireRelease(
  Effect.sync(() => fs.mkdtempSync(path.join(os.tmpdir(), "dunlin-vectors-"))),
  (made) => Effect.sync(() => fs.rmSync(made, { recursive: true, force: true, maxRetries: 5 }))
)

describe("LocalIndex with vectors", () => {
  it.live("finds paraphrases, and pages with the words", () =>
    Effect.gen(function*() {
      const { layer } = fake()
      const index = yield* Effect.provide(makeWithVectorsHere, layer)
      yield* index.add(pages)
      yield* index.embed
      assert.deepStrictEqual(yield* titlesOf(index, "car servicing"), ["Automobile maintenance"])
      assert.deepStrictEqual(yield* titlesOf(index, "doctor list"), ["Physician directory"])
      assert.sameMembers([...yield* titlesOf(index, "wash the car")], ["Automobile maintenance", "Wash"])
      // A title or an identifier is what was asked for, whatever is near.
      yield* index.add([{ url: "https://c.example/", title: "API", text: "Call get_price_of first." }])
      yield* index.embed
      assert.strictEqual((yield* titlesOf(index, "get_price_of car"))[0], "API")
      assert.strictEqual((yield* titlesOf(index, "ships"))[0], "Ships")
    }))

  it.live("applies the filters of a query", () =>
    Effect.gen(function*() {
      const { layer } = fake()
      const index = yield* Effect.provide(makeWithVectorsHere, layer)
      yield* index.add(pages)
      yield* index.embed
      const near = ["Automobile maintenance"]
      assert.deepStrictEqual(yield* titlesOf(index, "vehicle site:a.example"), near)
      assert.deepStrictEqual(yield* titlesOf(index, "vehicle site:b.example"), [])
      assert.deepStrictEqual(yield* titlesOf(index, "vehicle -brakes"), [])
      assert.deepStrictEqual(yield* titlesOf(index, "vehicle \"gear box\""), [])
      assert.deepStrictEqual(yield* titlesOf(index, "vehicle before:2021-01-01"), near)
      assert.deepStrictEqual(yield* titlesOf(index, "vehicle after:2021-01-01"), [])
    }))

  it.live("embeds only new texts, and deletes removed ones", () =>
    Effect.gen(function*() {
      const { asked, layer } = fake()
      const index = yield* Effect.provide(makeWithVectorsHere, layer)
      yield* index.add(pages)
      yield* index.embed
      const before = asked.flatMap(({ texts }) => texts)
      assert.lengthOf(before, pages.length)
      assert.isTrue(before.includes("Automobile maintenance\nOil and brakes."))
      yield* index.add([...pages, { url: "https://c.example/", title: "Boats", text: "A boat." }])
      yield* index.delete(["https://a.example/auto"])
      yield* index.embed
      assert.deepStrictEqual(asked.flatMap(({ texts }) => texts).slice(before.length), ["Boats\nA boat."])
      assert.notInclude(yield* titlesOf(index, "vehicle"), "Automobile maintenance")
      assert.strictEqual(yield* index.embed, 0)
    }))

  it.live("continues where it stopped, also in the next process", () =>
    Effect.gen(function*() {
      const filename = path.join(yield* folder, "index.sqlite")
      const many = Array.from({ length: 150 }, (_, at) => ({
        url: `https://many.example/${at}`,
        title: `Page ${at}`,
        text: `Number ${at}.`
      }))
      const unavailable = new SearchError.SearchError({
        provider: "embeddings",
        reason: new SearchError.Unauthorized({})
      })
      const first = fake()
      // One batch goes well in the background or by hand, whichever is first; then every call fails.
      const scope = yield* Scope.make()
      const plain = yield* Scope.provide(LocalIndex.make({ filename }), scope)
      yield* plain.add(many)
      yield* Scope.close(scope, Exit.void)
      const failing = Layer.effect(
        Embedder.Embedder,
        Effect.map(Embedder.Embedder, (embedder) => {
          let calls = 0
          return Embedder.Embedder.of({
            ...embedder,
            embed: (request) => calls++ === 0 ? embedder.embed(request) : Effect.fail(unavailable)
          })
        })
      ).pipe(Layer.provide(first.layer))
      yield* Effect.scoped(Effect.gen(function*() {
        const index = yield* Effect.provide(LocalIndex.makeWithVectors({ filename }), failing)
        assert.strictEqual((yield* Effect.flip(index.embed)).reason._tag, "Unauthorized")
      }))
      const done = first.asked.flatMap(({ texts }) => texts)
      assert.lengthOf(done, 64)
      const second = fake()
      yield* Effect.scoped(Effect.gen(function*() {
        const index = yield* Effect.provide(LocalIndex.makeWithVectors({ filename }), second.layer)
        yield* index.embed
      }))
      const rest = second.asked.flatMap(({ texts }) => texts)
      assert.strictEqual(new Set([...done, ...rest]).size, many.length)
      assert.lengthOf(rest, many.length - done.length)
    }))

  it.live("belongs to one model, and reports another one when opened", () =>
    Effect.gen(function*() {
      const filename = path.join(yield* folder, "index.sqlite")
      const open = (model: Fake, options?: LocalIndex.VectorOptions) =>
        Effect.provide(LocalIndex.makeWithVectors({ filename, ...options }), model.layer)
      yield* Effect.scoped(Effect.gen(function*() {
        const index = yield* open(fake("one"))
        yield* index.add(pages)
        yield* index.embed
      }))
      const { reason } = yield* Effect.flip(Effect.scoped(open(fake("two"))))
      assert.deepStrictEqual(
        reason._tag === "ModelChanged" ? [reason.indexed, reason.model, reason.isRetryable] : reason,
        ["one", "two", false]
      )
      const other = fake("two")
      yield* Effect.scoped(Effect.gen(function*() {
        const index = yield* open(other, { replaceModel: true })
        yield* index.embed
        assert.deepStrictEqual(yield* titlesOf(index, "vehicle"), ["Automobile maintenance"])
      }))
      assert.lengthOf(other.asked.filter(({ purpose }) => purpose === "document").flatMap(({ texts }) => texts), 4)
    }))

  it.live("searches by words if the model fails, with a warning", () =>
    Effect.gen(function*() {
      const { failures, layer } = fake()
      const index = yield* Effect.provide(makeWithVectorsHere, layer)
      yield* index.add(pages)
      yield* index.embed
      failures.push(
        new SearchError.SearchError({ provider: "embeddings", reason: new SearchError.QuotaExceeded({}) })
      )
      const { hits, warnings } = yield* index.search(question("oil for a car"))
      assert.deepStrictEqual(hits.map(({ title }) => title), ["Automobile maintenance"])
      assert.deepStrictEqual(warnings, [
        "No page contains the word \"car\".",
        "embeddings: the quota is exhausted; the results were found by words only."
      ])
    }))

  for (const [window, most] of [[undefined, 480], [2048, 1920]] as const) {
    it.live(`sends what fits into ${window ?? "the default number of"} tokens`, () =>
      Effect.gen(function*() {
        const { asked, layer } = fake()
        const limited = Layer.effect(
          Embedder.Embedder,
          Effect.map(Embedder.Embedder, (embedder) => Embedder.Embedder.of({ ...embedder, window }))
        ).pipe(Layer.provide(layer))
        const index = yield* Effect.provide(makeWithVectorsHere, limited)
        yield* index.add([
          { url: "https://w.example/chinese", title: "", text: "\u6f22".repeat(2500) },
          { url: "https://w.example/english", title: "", text: "word ".repeat(500) },
          { url: "https://w.example/pairs", title: "", text: "a\ud83d\ude00".repeat(600) }
        ])
        yield* index.embed
        const [chinese, english, pairs] = asked.flatMap(({ texts }) => texts)
        // A line break is between the title and the text.
        assert.lengthOf(chinese!, Math.min(most, 2501))
        assert.lengthOf(english!, Math.min(most * 4, 2501))
        assert.isAtMost(pairs!.length, most * 4 / 3 + 3)
        assert.strictEqual(pairs, pairs!.toWellFormed())
      }))
  }

  it.effect("omits a text that the model rejects, and makes the other vectors", () =>
    Effect.gen(function*() {
      const refusal = new SearchError.SearchError({
        provider: "embeddings",
        reason: new SearchError.InvalidRequest({ status: 413 })
      })
      let requests = 0
      const layer = Layer.succeed(
        Embedder.Embedder,
        Embedder.Embedder.of({
          model: "fake",
          embed: ({ texts }) =>
            Effect.suspend(() => {
              requests++
              return texts.some((text) => text.includes("refused"))
                ? Effect.fail(refusal)
                : Effect.succeed(texts.map(vector))
            })
        })
      )
      const index = yield* Effect.provide(makeWithVectorsHere, layer)
      const many = Array.from(
        { length: 70 },
        (_, at) => ({ url: `https://m.example/${at}`, title: `${at}`, text: "a" })
      )
      yield* index.add([{ url: "https://m.example/bad", title: "Bad", text: "refused" }, ...many, ...pages])
      yield* index.embed
      assert.isTrue((yield* titlesOf(index, "vehicle")).includes("Automobile maintenance"))
      const before = requests
      // Neither in this process again.
      assert.strictEqual(yield* index.embed, 0)
      assert.strictEqual(requests, before)
      // Halves down to one text of 64, a plain one in between, and the rest.
      assert.isAtMost(before, 2 * 6 + 1 + 1 + 1 + 1)
    }))

  it.effect("does not exclude texts if the model rejects all", () =>
    Effect.gen(function*() {
      const { failures, layer } = fake()
      const index = yield* Effect.provide(makeWithVectorsHere, layer)
      const refusal = new SearchError.SearchError({
        provider: "embeddings",
        reason: new SearchError.InvalidRequest({ status: 404 })
      })
      for (let count = 0; count < 50; count++) failures.push(refusal)
      yield* index.add(pages)
      assert.strictEqual((yield* Effect.flip(index.embed)).reason._tag, "InvalidRequest")
      failures.length = 0
      yield* index.embed
      assert.deepStrictEqual(yield* titlesOf(index, "vehicle"), ["Automobile maintenance"])
    }))

  for (
    const [name, reason, expected] of [
      ["asks a model that is away again and again, but not for ever", new SearchError.Unavailable({}), 301],
      ["asks a model that knows no such key once", new SearchError.Unauthorized({}), 1]
    ] as const
  ) {
    it.effect(name, () =>
      Effect.gen(function*() {
        let calls = 0
        const over = yield* Deferred.make<number>()
        const layer = Layer.succeed(
          Embedder.Embedder,
          Embedder.Embedder.of({
            model: "fake",
            embed: () =>
              Effect.suspend(() => {
                calls++
                return Effect.fail(new SearchError.SearchError({ provider: "embeddings", reason }))
              })
          })
        )
        const logger = Logger.make(({ message }) => {
          if (String(message).includes("until pages are added")) Deferred.doneUnsafe(over, Exit.succeed(calls))
        })
        const index = yield* makeWithVectorsHere.pipe(
          Effect.provide(Layer.merge(layer, Logger.layer([logger])))
        )
        yield* index.add(pages)
        const asked = yield* Effect.raceFirst(
          Deferred.await(over),
          Effect.forever(
            Effect.andThen(
              TestClock.adjust("10 minutes"),
              Effect.callback<void>((resume) => void setImmediate(() => resume(Effect.void)))
            )
          )
        )
        assert.strictEqual(asked, expected)
      }))
  }

  it.live("reports a query vector of another length than the index", () =>
    Effect.gen(function*() {
      const uneven = Layer.succeed(
        Embedder.Embedder,
        Embedder.Embedder.of({
          model: "uneven",
          embed: ({ purpose, texts }) =>
            Effect.succeed(texts.map((text) => purpose === "query" ? [1, ...vector(text)] : vector(text)))
        })
      )
      const index = yield* Effect.provide(makeWithVectorsHere, uneven)
      yield* index.add(pages)
      yield* index.embed
      const { hits, warnings } = yield* index.search(question("wash"))
      assert.deepStrictEqual(hits.map(({ title }) => title), ["Wash"])
      assert.deepStrictEqual(warnings, [
        "local: the model returned a vector of 8 numbers, but the index has vectors of 7; the results were found by words only."
      ])
    }))

  it.effect("does not wait for a model that hangs", () =>
    Effect.gen(function*() {
      const asked = yield* Deferred.make<void>()
      const layer = Layer.succeed(
        Embedder.Embedder,
        Embedder.Embedder.of({
          model: "fake",
          embed: ({ purpose, texts }) =>
            purpose === "document"
              ? Effect.succeed(texts.map(vector))
              : Effect.andThen(Deferred.succeed(asked, undefined), Effect.never)
        })
      )
      const index = yield* Effect.provide(makeWithVectorsHere, layer)
      yield* index.add(pages)
      yield* index.embed
      const search = yield* Effect.forkChild(index.search(question("oil for a car")))
      yield* Deferred.await(asked)
      yield* TestClock.adjust("5 seconds")
      const { hits, warnings } = yield* Fiber.join(search)
      assert.deepStrictEqual(hits.map(({ title }) => title), ["Automobile maintenance"])
      assert.deepStrictEqual(warnings, [
        "No page contains the word \"car\".",
        "embeddings: no response within 2500 ms; the results were found by words only."
      ])
    }))

  it.live("makes vectors in the background", () =>
    Effect.gen(function*() {
      const made = yield* Deferred.make<void>()
      const layer = Layer.succeed(
        Embedder.Embedder,
        Embedder.Embedder.of({
          model: "fake",
          embed: ({ purpose, texts }) =>
            Effect.as(
              purpose === "document" ? Deferred.succeed(made, undefined) : Effect.void,
              texts.map(vector)
            )
        })
      )
      const index = yield* Effect.provide(makeWithVectorsHere, layer)
      yield* index.add(pages)
      yield* Deferred.await(made)
      // Waits for what is under way.
      assert.strictEqual(yield* index.embed, 0)
      assert.deepStrictEqual(yield* titlesOf(index, "vehicle"), ["Automobile maintenance"])
    }))
})
