import { ChatCompletions } from "@dunlin/common"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { HttpClient, HttpClientResponse } from "effect/http"

interface Body {
  readonly max_tokens?: number
  readonly max_completion_tokens?: number
  readonly temperature?: number
  readonly messages: ReadonlyArray<ChatCompletions.Message>
  readonly response_format?: { readonly type: string; readonly json_schema?: { readonly strict: boolean } }
}

/** An endpoint that refuses a body with this message, and the bodies that it got. */
const endpoint = (refusal: (body: Body) => string | undefined, status = 400) => {
  const bodies: Array<Body> = []
  const client = HttpClient.make((request) =>
    Effect.sync(() => {
      if (request.body._tag !== "Uint8Array") throw new Error("a body of JSON is sent")
      const body = JSON.parse(new TextDecoder().decode(request.body.body)) as Body
      bodies.push(body)
      const message = refusal(body)
      const answer = message === undefined
        ? new Response(JSON.stringify({ choices: [{ message: { content: "done" }, finish_reason: "stop" }] }))
        : new Response(JSON.stringify({ error: { message } }), { status })
      return HttpClientResponse.fromWeb(request, answer)
    })
  )
  const model = ChatCompletions.make({ apiUrl: "http://model.example/v1", model: "small", maxTokens: 50 })
  return { bodies, model: Effect.provideService(model, HttpClient.HttpClient, client) }
}

const call: ChatCompletions.Call = {
  messages: [{ role: "system", content: "Be short." }, { role: "user", content: "Tea?" }],
  temperature: 0
}

const withSchema = (schema: ChatCompletions.Fields): ChatCompletions.Call => ({
  ...call,
  form: { type: "schema", schema }
})

describe("the dialect of an endpoint", () => {
  it.effect("omits each rejected part, and remembers it", () =>
    Effect.gen(function*() {
      const { bodies, model } = endpoint((body) =>
        body.max_tokens !== undefined
          ? "max_tokens is not supported"
          : body.temperature !== undefined
          ? "temperature is not supported"
          : body.messages.some(({ role }) => role === "system")
          ? "the role system is not supported"
          : undefined
      )
      const chat = yield* model
      assert.strictEqual((yield* chat.complete(call)).text, "done")
      assert.strictEqual(bodies.length, 4)
      const last = {
        model: "small",
        max_completion_tokens: 50,
        messages: [{ role: "user", content: "Be short.\n\nTea?" }]
      }
      assert.deepStrictEqual(bodies.at(-1), last as unknown as Body)
      yield* chat.complete(call)
      assert.strictEqual(bodies.length, 5, "the second call is right at once")
    }))

  it.effect("requests a schema, then an object, then text, and describes the schema in the prompt if it is not sent", () =>
    Effect.gen(function*() {
      const { bodies, model } = endpoint((body) => body.response_format === undefined ? undefined : "invalid schema")
      const chat = yield* model
      yield* chat.complete(withSchema({ type: "object" }))
      assert.deepStrictEqual(bodies.map(({ response_format }) => response_format?.type), [
        "json_schema",
        "json_object",
        undefined
      ])
      const isSaid = bodies.map(({ messages }) => messages[0]!.content.includes("\"type\":\"object\""))
      assert.deepStrictEqual(isSaid, [false, true, true])
      yield* chat.complete(withSchema({ type: "object" }))
      assert.strictEqual(bodies[3]!.response_format?.type, "json_schema", "a fault of one schema is not remembered")
    }))

  it.effect("changes after 422 for a rejected part, and after no other status", () =>
    Effect.gen(function*() {
      const refusal = (body: Body) => body.temperature === undefined ? undefined : "temperature is not supported"
      const unprocessable = endpoint(refusal, 422)
      assert.strictEqual((yield* (yield* unprocessable.model).complete(call)).text, "done")
      assert.lengthOf(unprocessable.bodies, 2)
      const forbidden = endpoint(refusal, 403)
      yield* Effect.flip((yield* forbidden.model).complete(call))
      assert.lengthOf(forbidden.bodies, 1)
    }))

  it.effect("fails with the endpoint's error if no part can be the cause", () =>
    Effect.gen(function*() {
      const { bodies, model } = endpoint(() => "the question is refused")
      const error = yield* Effect.flip((yield* model).complete(call))
      assert.strictEqual(error.reason._tag, "Refused")
      assert.strictEqual(bodies.length, 1)

      // what the call does not have cannot be at fault
      const warm = endpoint(() => "the temperature of this model is fixed")
      yield* Effect.flip((yield* warm.model).complete({ messages: call.messages }))
      assert.strictEqual(warm.bodies.length, 1)
    }))
})

describe("a schema", () => {
  const closed = { type: "object", additionalProperties: false }
  const cases: ReadonlyArray<readonly [name: string, schema: ChatCompletions.Fields, isStrict: boolean]> = [
    ["that requires all its keys", { ...closed, properties: { a: { type: "string" } }, required: ["a"] }, true],
    ["with a key that may be absent", { ...closed, properties: { a: { type: "string" } }, required: [] }, false],
    ["without a list of required keys", { ...closed, properties: { a: { type: "string" } } }, false],
    ["that allows other keys", { type: "object", properties: {}, required: [] }, false],
    [
      "with more parts than are checked",
      { ...closed, required: [], enum: Array.from({ length: 6000 }, () => "a") },
      false
    ],
    ["with an open object inside", {
      ...closed,
      properties: { list: { type: "array", items: { type: "object" } } },
      required: ["list"]
    }, false]
  ]
  for (const [name, schema, isStrict] of cases) {
    it.effect(`${name} is ${isStrict ? "" : "not "}enforced strictly`, () =>
      Effect.gen(function*() {
        const { bodies, model } = endpoint(() => undefined)
        yield* (yield* model).complete(withSchema(schema))
        assert.strictEqual(bodies[0]!.response_format?.json_schema?.strict, isStrict)
      }))
  }
})
