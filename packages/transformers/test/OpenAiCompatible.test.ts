import { AnswerFormat, OpenAiCompatible } from "@dunlin/transformers"
import { NodeHttpClient } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted, Schema, type Scope, Stream } from "effect"
import { LanguageModel } from "effect/ai"
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { completion } from "./modelEndpoint.ts"

interface Body {
  readonly [key: string]: unknown
}

/** An endpoint that sees whole bodies. */
const serve = Effect.fnUntraced(function*(
  behave: (body: Body, response: ServerResponse) => void
): Effect.fn.Return<{ readonly apiUrl: string; readonly bodies: Array<Body> }, never, Scope.Scope> {
  const bodies: Array<Body> = []
  const server = createServer((request, response) => {
    let text = ""
    request.setEncoding("utf8").on("data", (chunk) => text += chunk)
    request.on("end", () => {
      const body: Body = JSON.parse(text)
      bodies.push(body)
      behave(body, response)
    })
  })
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
    () =>
      Effect.sync(() => {
        server.closeAllConnections()
        server.close()
      })
  )
  return { apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, bodies }
})

const refuse = (response: ServerResponse, message: string, status = 400) =>
  void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify({ error: { message } }))

const model = (apiUrl: string, maxTokens?: number) =>
  OpenAiCompatible.layer({ apiUrl, model: "small", maxTokens, apiKey: Redacted.make("secret") }).pipe(
    Layer.provide(NodeHttpClient.layerUndici)
  )

const prompt = [
  { role: "system" as const, content: "You count." },
  { role: "user" as const, content: [{ type: "text" as const, text: "How many?" }] }
]

const schema = { type: "object", properties: { count: { type: "number" } } }
const form: AnswerFormat.Form = { type: "schema", schema }

const formOf = (body: Body) => (body.response_format as { readonly type: string } | undefined)?.type

describe("a chat completions endpoint", () => {
  it.live("receives a JSON Schema, strict if the schema allows it", () =>
    Effect.gen(function*() {
      const { apiUrl, bodies } = yield* serve((_, response) => void response.end(completion("{\"count\": 2}")))
      const closed = { ...schema, required: ["count"], additionalProperties: false }
      yield* Effect.gen(function*() {
        for (const wanted of [schema, closed]) {
          yield* LanguageModel.generateText({ prompt }).pipe(
            Effect.provideService(AnswerFormat.AnswerFormat, { type: "schema", schema: wanted })
          )
        }
        yield* LanguageModel.generateText({ prompt })
      }).pipe(Effect.provide(model(apiUrl)))
      assert.deepEqual(bodies.map(({ response_format }) => response_format), [
        { type: "json_schema", json_schema: { name: "data", strict: false, schema } },
        { type: "json_schema", json_schema: { name: "data", strict: true, schema: closed } },
        undefined
      ])
    }).pipe(Effect.scoped))

  it.live("receives another dialect after a rejection, and immediately from then on", () =>
    Effect.gen(function*() {
      const { apiUrl, bodies } = yield* serve((body, response) => {
        const messages = body.messages as ReadonlyArray<{ readonly role: string }>
        if (formOf(body) === "json_schema") return refuse(response, "This response_format type is unavailable now")
        if (body.max_tokens !== undefined) {
          return refuse(response, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.")
        }
        if (messages.some(({ role }) => role === "system")) return refuse(response, "System role not supported", 422)
        return void response.end(completion("{\"count\": 2}"))
      })
      yield* Effect.gen(function*() {
        for (let round = 0; round < 2; round++) {
          const { text } = yield* LanguageModel.generateText({ prompt }).pipe(
            Effect.provideService(AnswerFormat.AnswerFormat, form)
          )
          assert.strictEqual(text, "{\"count\": 2}")
        }
      }).pipe(Effect.provide(model(apiUrl, 50)))
      assert.strictEqual(bodies.length, 5)
      assert.deepEqual(bodies.at(-1), {
        model: "small",
        max_completion_tokens: 50,
        messages: [{ role: "user", content: "You count.\n\nHow many?" }],
        response_format: { type: "json_object" }
      })
    }).pipe(Effect.scoped))

  it.live("that rejects one schema still receives the next one", () =>
    Effect.gen(function*() {
      const { apiUrl, bodies } = yield* serve((body, response) =>
        JSON.stringify(body).includes("oddity")
          ? formOf(body) === "json_schema"
            ? refuse(response, "Invalid schema for response_format 'data': oddity is not permitted")
            : void response.end(completion("{}"))
          : void response.end(completion("{\"count\": 2}"))
      )
      yield* Effect.gen(function*() {
        for (const wanted of [{ type: "object", oddity: true }, schema]) {
          yield* LanguageModel.generateText({ prompt }).pipe(
            Effect.provideService(AnswerFormat.AnswerFormat, { type: "schema", schema: wanted })
          )
        }
      }).pipe(Effect.provide(model(apiUrl)))
      assert.deepEqual(bodies.map(formOf), ["json_schema", "json_object", "json_schema"])
    }).pipe(Effect.scoped))

  it.live("without structured output still serves objects of effect/ai", () =>
    Effect.gen(function*() {
      const { apiUrl, bodies } = yield* serve((body, response) =>
        body.response_format !== undefined
          ? refuse(response, "extra fields not permitted: response_format")
          : void response.end(completion("Sure:\n```json\n{\"count\": 2}\n```"))
      )
      const { value } = yield* LanguageModel.generateObject({ prompt, schema: Schema.Struct({ count: Schema.Int }) })
        .pipe(Effect.provide(model(apiUrl)))
      assert.deepEqual(value, { count: 2 })
      assert.include(JSON.stringify(bodies.at(-1)), "It conforms to this JSON Schema")
    }).pipe(Effect.scoped))

  it.live("can stream without a request, and return its text in parts", () =>
    Effect.gen(function*() {
      const events = ["Two ", "ships", "."].map((content) => ({ choices: [{ index: 0, delta: { content } }] }))
      const stream = (response: ServerResponse, end: ReadonlyArray<object>) => {
        response.writeHead(200, { "content-type": "text/event-stream" })
        response.write(": keep-alive\n\n")
        for (const event of [...events, ...end]) response.write(`data: ${JSON.stringify(event)}\n\n`)
        response.end("data: [DONE]\n\n")
      }
      const finish = { choices: [{ index: 0, delta: {}, finish_reason: "stop" }] }
      const whole = yield* serve((_, response) => stream(response, [finish]))
      const { text } = yield* LanguageModel.generateText({ prompt }).pipe(Effect.provide(model(whole.apiUrl)))
      assert.strictEqual(text, "Two ships.")
      const cut = yield* serve((_, response) => stream(response, []))
      const error = yield* Effect.flip(
        LanguageModel.generateText({ prompt }).pipe(Effect.provide(model(cut.apiUrl)))
      )
      assert.strictEqual(error.reason._tag, "InvalidOutputError")
      const parts = yield* serve((_, response) =>
        void response.end(JSON.stringify({
          choices: [{ message: { content: [{ type: "text", text: "Two" }, { type: "text", text: " ships" }] } }]
        }))
      )
      const joined = yield* LanguageModel.generateText({ prompt }).pipe(Effect.provide(model(parts.apiUrl)))
      assert.strictEqual(joined.text, "Two ships")
    }).pipe(Effect.scoped))

  it.live("streams on request", () =>
    Effect.gen(function*() {
      // the rest is said only once the beginning has been read
      let goOn = () => {}
      const { apiUrl, bodies } = yield* serve((_, response) => {
        goOn = () => {
          response.write(`data: ${JSON.stringify({ choices: [{ delta: { content: " ships" } }] })}\n\n`)
          response.end(`data: ${JSON.stringify({ choices: [{ delta: {}, finish_reason: "length" }] })}\n\n`)
        }
        response.writeHead(200, { "content-type": "text/event-stream" })
        response.write(`data: ${JSON.stringify({ choices: [{ delta: { content: "Two" } }] })}\n\n`)
      })
      const parts = yield* LanguageModel.streamText({ prompt }).pipe(
        Stream.tap((part) => Effect.sync(() => part.type === "text-delta" && part.delta === "Two" && goOn())),
        Stream.runCollect,
        Effect.provide(model(apiUrl))
      )
      assert.deepEqual(parts.flatMap((part) => part.type === "text-delta" ? [part.delta] : []), ["Two", " ships"])
      assert.deepEqual(parts.flatMap((part) => part.type === "finish" ? [part.reason] : []), ["length"])
      assert.isTrue(bodies[0]?.stream)
    }).pipe(Effect.scoped))

  it.live("is reported with its error, without the request", () =>
    Effect.gen(function*() {
      const cases = [[401, "AuthenticationError"], [404, "InvalidRequestError"], [
        500,
        "InternalProviderError"
      ]] as const
      for (const [status, tag] of cases) {
        const { apiUrl } = yield* serve((_, response) => refuse(response, "How many? You sent: How many?", status))
        const error = yield* Effect.flip(
          LanguageModel.generateText({ prompt }).pipe(Effect.provide(model(apiUrl)))
        )
        assert.strictEqual(error.reason._tag, tag)
        assert.notInclude(error.message, "How many")
        assert.notInclude(error.message, "secret")
      }
    }).pipe(Effect.scoped))
})
