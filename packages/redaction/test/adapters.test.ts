import {
  AzureLanguage,
  Comprehend,
  GoogleDlp,
  OpenAiCompatible,
  PiiModel,
  Presidio,
  TokenClassification
} from "@dunlin/redaction"
import { modelSuite, run } from "@dunlin/redaction/testing"
import { entities } from "@dunlin/schema/RedactPii"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import type { HttpClient } from "effect/http"
import * as vitest from "vitest"
import { type Asked, endpoint, inCodePoints, json } from "./endpoint.ts"

const mail = "ann@example.com"
const key = Redacted.make("k")
const units = (text: string) => {
  const found: Array<number> = []
  for (let at = text.indexOf(mail); at >= 0; at = text.indexOf(mail, at + 1)) found.push(at)
  return found
}

/** Small endpoints that keep to the protocols, each knowing one mail address. */
const presidio = ({ body }: Asked) =>
  body.text === ""
    ? json({ error: "No text provided" }, 500)
    : json(inCodePoints(body.text, mail).map((at) => ({ entity_type: "EMAIL_ADDRESS", ...at, score: 1 })))
const tokens = ({ body }: Asked) =>
  json(inCodePoints(body.inputs, mail).map((at) => ({ entity_group: "private_email", word: mail, ...at, score: 0.99 })))
const chat = ({ body }: Asked) => {
  const text: string = body.messages.at(-1).content
  const content = JSON.stringify({ entities: text.includes(mail) ? [{ type: "EMAIL", text: mail }] : [] })
  return json({ choices: [{ finish_reason: "stop", message: { role: "assistant", content } }] })
}
const gliner = ({ body }: Asked) => {
  const text: string = body.messages.at(-1).content
  const found = inCodePoints(text, mail).map((at) => ({ text: mail, label: "email", ...at, score: 0.8 }))
  return json({
    choices: [{ message: { content: JSON.stringify({ entities: found, total_entities: found.length }) } }]
  })
}
const azure = ({ body }: Asked) => {
  const [document] = body.analysisInput.documents
  const found = units(document.text).map((offset) => ({
    text: mail,
    category: "Email",
    offset,
    length: mail.length,
    confidenceScore: 0.8
  }))
  return json({
    kind: "PiiEntityRecognitionResults",
    results: {
      documents: [{ id: document.id, redactedText: "", entities: found, warnings: [] }],
      errors: [],
      modelVersion: "x"
    }
  })
}
const comprehend = ({ body }: Asked) =>
  json({
    Entities: inCodePoints(body.Text, mail).map(({ end, start }) => ({
      Type: "EMAIL",
      BeginOffset: start,
      EndOffset: end,
      Score: 0.99
    }))
  })
const dlp = ({ body }: Asked) => {
  const findings = inCodePoints(body.item.value, mail).map(({ end, start }) => ({
    infoType: { name: "EMAIL_ADDRESS" },
    likelihood: "VERY_LIKELY",
    location: { codepointRange: start === 0 ? { end: `${end}` } : { start: `${start}`, end: `${end}` } }
  }))
  return json({ result: findings.length === 0 ? {} : { findings } })
}

type Make = Layer.Layer<PiiModel.PiiModel, never, HttpClient.HttpClient>
const limits = { retries: 0 } as const
const adapters: ReadonlyArray<readonly [string, Make, (asked: Asked) => Response]> = [
  ["Presidio", Presidio.layer({ apiUrl: "http://pii.test", ...limits }), presidio],
  ["TokenClassification", TokenClassification.layer({ apiUrl: "http://pii.test/model", ...limits }), tokens],
  ["OpenAiCompatible", OpenAiCompatible.layer({ apiUrl: "http://pii.test/v1", model: "m", ...limits }), chat],
  [
    "OpenAiCompatible, gliner",
    OpenAiCompatible.layerGliner({ apiUrl: "http://pii.test/v1", model: "g", ...limits }),
    gliner
  ],
  ["AzureLanguage", AzureLanguage.layer({ apiUrl: "http://pii.test", apiKey: key, ...limits }), azure],
  [
    "Comprehend",
    Comprehend.layer({ region: "eu-central-1", accessKeyId: "AK", secretAccessKey: key, ...limits }),
    comprehend
  ],
  ["GoogleDlp", GoogleDlp.layer({ parent: "projects/p/locations/l", accessToken: Effect.succeed(key), ...limits }), dlp]
]

for (const [name, layer, answer] of adapters) {
  run(modelSuite(name, layer.pipe(Layer.provide(endpoint(answer).layer))), vitest)
}

const ask = (layer: Make, answer: Parameters<typeof endpoint>[0], text = `mail ${mail}`) => {
  const { asked, layer: client } = endpoint(answer)
  return Effect.gen(function*() {
    const model = yield* PiiModel.PiiModel
    return yield* model.detect(text, { entities, language: "en" })
  }).pipe(Effect.provide(layer.pipe(Layer.provide(client))), Effect.result, Effect.map((result) => ({ asked, result })))
}

const reasonOf = (layer: Make, answer: Parameters<typeof endpoint>[0], text?: string) =>
  Effect.map(
    ask(layer, answer, text),
    ({ result }) => result._tag === "Failure" ? result.failure.reason._tag : "answered"
  )

describe.each(adapters)("%s fails closed", (_, layer, answer) => {
  it.effect("for every kind of invalid response", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* reasonOf(layer, () => json({ nothing: "agreed" })), "InvalidResponse")
      assert.strictEqual(yield* reasonOf(layer, () => new Response("<html>busy</html>")), "InvalidResponse")
      assert.strictEqual(yield* reasonOf(layer, () => new Response("")), "InvalidResponse")
      assert.strictEqual(yield* reasonOf(layer, () => json({}, 503)), "Unavailable")
      assert.strictEqual(yield* reasonOf(layer, () => json({}, 401)), "Refused")
      assert.strictEqual(yield* reasonOf(layer, () => json({}, 429, { "retry-after": "3" })), "RateLimited")
      assert.strictEqual(yield* reasonOf(layer, () => new Response("[".repeat(9 * 1024 * 1024))), "InvalidResponse")
    }))

  it.effect("if one of many parts has no response", () =>
    Effect.gen(function*() {
      const text = Array.from({ length: 900 }, (_, i) => `line ${i} of words`).join("\n")
      assert.strictEqual(
        yield* reasonOf(layer, (asked, index) => index === 2 ? json({}, 500) : answer(asked), text),
        "Unavailable"
      )
    }))
})

describe("protocols", () => {
  it.effect("Presidio receives the language, and its offsets outside of the text are rejected", () =>
    Effect.gen(function*() {
      const { asked } = yield* ask(adapters[0]![1], presidio)
      assert.strictEqual(asked[0]!.url.pathname, "/analyze")
      assert.deepStrictEqual(asked[0]!.body, { text: `mail ${mail}`, language: "en" })
      for (const [start, end] of [[-1, 3], [0, 999], [5, 5], [9, 4]]) {
        const answer = () => json([{ entity_type: "PERSON", start, end, score: 0.9 }])
        assert.strictEqual(yield* reasonOf(adapters[0]![1], answer), "InvalidResponse")
      }
      assert.strictEqual(
        yield* reasonOf(adapters[0]![1], () => json([{ entity_type: "PERSON", start: 0, end: 3, score: "high" }])),
        "InvalidResponse"
      )
    }))

  it.effect("Presidio is not called for secrets alone", () =>
    Effect.gen(function*() {
      const { asked, layer } = endpoint(presidio)
      const found = yield* Effect.flatMap(PiiModel.PiiModel, (model) =>
        model.detect("x", { entities: ["SECRET"], language: "en" }))
        .pipe(Effect.provide(adapters[0]![1].pipe(Layer.provide(layer))))
      assert.deepStrictEqual(found, [])
      assert.strictEqual(asked.length, 0)
    }))

  it.effect("token classifiers need offsets and labels, and their dates, links, and empty findings are ignored", () =>
    Effect.gen(function*() {
      const layer = adapters[1]![1]
      const { result } = yield* ask(layer, () =>
        json([
          { entity_group: "private_date", score: 0.9, start: 0, end: 4, word: "mail" },
          { entity: "B-PER", score: 0.9, start: 0, end: 4, word: "mail" },
          { entity: "B-PER", score: 0.9, start: 2, end: 2, word: "" }
        ]))
      assert.deepStrictEqual(
        result._tag === "Success" ? result.success.map(({ end, entity, start }) => [entity, start, end]) : [],
        [["PERSON", 0, 4]]
      )
      assert.strictEqual(
        yield* reasonOf(layer, () => json([{ entity_group: "PER", score: 1, word: "x" }])),
        "InvalidResponse"
      )
      const { result: wrong } = yield* ask(layer, () => json([{ entity: "PER", score: "high", start: 0, end: 2 }]))
      assert.strictEqual(
        wrong._tag === "Failure" ? wrong.failure.reason.message : "",
        "the model's response is invalid: the response does not have the required shape at 0.score"
      )
      assert.strictEqual(yield* reasonOf(layer, () => json([{ score: 1, start: 0, end: 2 }])), "InvalidResponse")
    }))

  it.effect("a chat model fails if it invents a string or stops early", () =>
    Effect.gen(function*() {
      const layer = adapters[2]![1]
      const say = (content: string | null, finish_reason = "stop") => () =>
        json({ choices: [{ finish_reason, message: { content } }] })
      assert.strictEqual(
        yield* reasonOf(layer, say("{\"entities\":[{\"type\":\"PERSON\",\"text\":\"Nobody\"}]}")),
        "InvalidResponse"
      )
      assert.strictEqual(
        yield* reasonOf(layer, say("{\"entities\":[{\"type\":\"FRIEND\",\"text\":\"mail\"}]}")),
        "InvalidResponse"
      )
      assert.strictEqual(yield* reasonOf(layer, say("Sure! Here you are")), "InvalidResponse")
      assert.strictEqual(yield* reasonOf(layer, say(null)), "InvalidResponse")
      assert.strictEqual(yield* reasonOf(layer, say("{\"entities\":[", "length")), "Truncated")
      assert.strictEqual(yield* reasonOf(layer, say("{\"entities\":[]}", "content_filter")), "Refused")
      const { asked } = yield* ask(layer, say("```json\n{\"entities\":[]}\n```"))
      assert.strictEqual(asked[0]!.url.pathname, "/v1/chat/completions")
      assert.strictEqual(asked[0]!.body.messages[1].content, `mail ${mail}`)
    }))

  it.effect("a chat model without schema or temperature support is called without them from then on", () =>
    Effect.gen(function*() {
      const choosy = ({ body }: Asked) =>
        body.response_format?.type === "json_schema"
          ? json({ error: { message: "response_format json_schema is not supported" } }, 400)
          : body.temperature === undefined
          ? chat({ body } as Asked)
          : json({ error: { message: "Unsupported value: 'temperature' does not support 0 with this model" } }, 400)
      const { asked, layer: client } = endpoint(choosy)
      const found = yield* PiiModel.PiiModel.use((model) =>
        Effect.forEach(["first", "second"], (word) => model.detect(`${word} ${mail}`, { entities, language: "en" }))
      ).pipe(Effect.provide(adapters[2]![1].pipe(Layer.provide(client))))
      assert.deepStrictEqual(found.map((spans) => spans.map(({ start }) => start)), [[6], [7]])
      assert.deepStrictEqual(
        asked.map(({ body }) => [body.response_format.type, body.temperature]),
        [["json_schema", 0], ["json_object", 0], ["json_object", undefined], ["json_object", undefined]]
      )
    }))

  it.effect("a streamed response of a chat model is parsed, and fails if it ends early", () =>
    Effect.gen(function*() {
      const layer = adapters[2]![1]
      const event = (choice: object) => `data: ${JSON.stringify({ choices: [choice] })}\n\n`
      const list = JSON.stringify({ entities: [{ type: "EMAIL", text: mail }] })
      const parts = [list.slice(0, 9), list.slice(9)].map((content) => event({ delta: { content } })).join("")
      const end = event({ delta: {}, finish_reason: "stop" })
      const { result } = yield* ask(layer, () => new Response(parts + end))
      assert.deepStrictEqual(result._tag === "Success" ? result.success.map(({ start }) => start) : [], [5])
      assert.strictEqual(yield* reasonOf(layer, () => new Response(parts)), "InvalidResponse")
    }))

  it.effect("gliner offsets are accepted only if the text matches", () =>
    Effect.gen(function*() {
      const content = JSON.stringify({ entities: [{ text: mail, label: "email", start: 0, end: 4, score: 0.7 }] })
      const { asked, result } = yield* ask(adapters[3]![1], () => json({ choices: [{ message: { content } }] }))
      assert.deepStrictEqual(result._tag === "Success" ? result.success.map((span) => span.start) : [], [5])
      assert.isTrue(asked[0]!.body.labels.includes("email"))
    }))

  it.effect("an error for the only document in a 200 response is a refusal", () =>
    Effect.gen(function*() {
      const answer = (documents: ReadonlyArray<unknown>, errors: ReadonlyArray<unknown>) => () =>
        json({ results: { documents, errors } })
      const layer = adapters[4]![1]
      assert.strictEqual(
        yield* reasonOf(layer, answer([], [{ id: "1", error: { code: "InvalidDocument" } }])),
        "Refused"
      )
      assert.strictEqual(yield* reasonOf(layer, answer([], [])), "InvalidResponse")
      const { asked } = yield* ask(layer, azure)
      assert.strictEqual(asked[0]!.body.parameters.loggingOptOut, true)
      assert.strictEqual(asked[0]!.body.parameters.stringIndexType, "Utf16CodeUnit")
      assert.strictEqual(asked[0]!.headers["ocp-apim-subscription-key"], "k")
    }))

  it.effect("Comprehend requests are signed, and its 400 can mean a rate limit", () =>
    Effect.gen(function*() {
      const layer = adapters[5]![1]
      const { asked } = yield* ask(layer, comprehend)
      assert.strictEqual(asked[0]!.url.host, "comprehend.eu-central-1.amazonaws.com")
      assert.match(
        asked[0]!.headers["authorization"]!,
        /^AWS4-HMAC-SHA256 Credential=AK\/\d{8}\/eu-central-1\/comprehend\/aws4_request/
      )
      assert.strictEqual(asked[0]!.headers["x-amz-target"], "Comprehend_20171127.DetectPiiEntities")
      assert.strictEqual(yield* reasonOf(layer, () => json({ __type: "ThrottlingException" }, 400)), "RateLimited")
      assert.strictEqual(yield* reasonOf(layer, () => json({ __type: "UnsupportedLanguageException" }, 400)), "Refused")
    }))

  it.effect("a truncated list of findings is requested again in halves, and never accepted", () =>
    Effect.gen(function*() {
      const text = `${"words of a page\n".repeat(60)}${mail}\n${"more words of it\n".repeat(60)}`
      const layer = adapters[6]![1]
      const short = yield* ask(
        layer,
        (asked) => asked.body.item.value.length > 700 ? json({ result: { findingsTruncated: true } }) : dlp(asked),
        text
      )
      assert.deepStrictEqual(
        short.result._tag === "Success" ? short.result.success.map((span) => text.slice(span.start, span.end)) : [],
        [mail]
      )
      assert.strictEqual(
        yield* reasonOf(layer, () => json({ result: { findingsTruncated: true, findings: [] } }), text),
        "Truncated"
      )
    }))
})
