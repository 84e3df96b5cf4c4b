import { type Document, Format } from "@dunlin/schema"
import { ModelFormats, OpenAiCompatible } from "@dunlin/transformers"
import { NodeHttpClient } from "@effect/platform-node"
import { Effect, Layer, Schema, type Scope } from "effect"
import type { ServerResponse } from "node:http"
import { listen } from "./listen.ts"

/** One call as it reached the endpoint. */
export interface Call {
  readonly model: string
  readonly authorization: string | undefined
  readonly system: string
  /** The task, without the page. */
  readonly task: string
  /** The page, without its marks. */
  readonly page: string
  /** Calls before this one. */
  readonly index: number
}

/** What the endpoint does with a call: says a text, or writes the response itself. */
export type Behaviour = (call: Call, response: ServerResponse) => string | undefined

/** The body of a chat completion, as the protocol has it. */
export const completion = (content: string | null, finishReason = "stop") =>
  JSON.stringify({
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1,
    model: "stub",
    choices: [{ index: 0, finish_reason: finishReason, message: { role: "assistant", content, refusal: null } }],
    usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 }
  })

/** An endpoint on loopback that speaks the chat completions protocol and behaves as it is told. */
export const serve = Effect.fnUntraced(function*(behaviour: Behaviour): Effect.fn.Return<
  { readonly apiUrl: string; readonly calls: Array<Call> },
  never,
  Scope.Scope
> {
  const calls: Array<Call> = []
  const port = yield* listen((request, response) => {
    let body = ""
    request.setEncoding("utf8")
    request.on("data", (chunk) => body += chunk)
    request.on("end", () => {
      if (request.method !== "POST" || request.url !== "/v1/chat/completions") return void response.writeHead(404).end()
      const { messages, model } = JSON.parse(body)
      const user: string = messages[1].content
      const open = /\n\n<page-([0-9a-f]{16})>\n/.exec(user)
      const start = open === null ? user.length : open.index
      const call: Call = {
        model,
        authorization: request.headers.authorization,
        system: messages[0].content,
        task: user.slice(0, start),
        page: open === null ? "" : user.slice(start + open[0].length, user.lastIndexOf(`\n</page-${open[1]}>`)),
        index: calls.length
      }
      calls.push(call)
      const text = behaviour(call, response)
      if (text === undefined) return
      response.writeHead(200, { "content-type": "application/json" }).end(completion(text))
    })
  })
  return { apiUrl: `http://127.0.0.1:${port}/v1/`, calls }
})

/** The formats over such an endpoint, through a real client. */
export const formats = (
  apiUrl: string,
  options?: ModelFormats.Options & Partial<OpenAiCompatible.Options>
): Layer.Layer<ModelFormats.ModelFormats> =>
  ModelFormats.layer(options).pipe(
    Layer.provide(OpenAiCompatible.layer({ apiUrl, model: "stub", ...options })),
    Layer.provide(NodeHttpClient.layerUndici)
  )

/** All that a model makes of the page of a harbour. */
export const deriveHarbour = (apiUrl: string, markdown: string, schema: typeof Format.JsonSchemaObject.Type) =>
  ModelFormats.ModelFormats.use((models) =>
    models.derive({
      url: "https://harbour.example/",
      markdown,
      document: {},
      options: {
        formats: [
          { type: "summary" },
          { type: "json", schema },
          { type: "question", question: "What does a berth cost?" },
          { type: "highlights", query: "price of a berth for a night" }
        ],
        onlyCleanContent: true
      }
    })
  ).pipe(Effect.provide(formats(apiUrl)))

/** What is asked for a page. */
export interface Asked {
  readonly markdown?: string
  readonly formats?: ReadonlyArray<typeof Format.Format.Encoded>
  readonly onlyCleanContent?: boolean
  readonly timeout?: number
  readonly document?: Document.Document
  readonly options?: Parameters<typeof formats>[1]
}

/** What comes of a page when the endpoint behaves like this, and what the endpoint was asked. */
export const derive = (behaviour: Behaviour, asked: Asked) =>
  Effect.gen(function*() {
    const { apiUrl, calls } = yield* serve(behaviour)
    const derived = yield* Effect.gen(function*() {
      const models = yield* ModelFormats.ModelFormats
      return yield* models.derive({
        url: "https://example.com/",
        markdown: asked.markdown ?? "",
        document: asked.document ?? {},
        options: {
          formats: (asked.formats ?? []).map((format) => Schema.decodeSync(Format.Format)(format)),
          onlyCleanContent: asked.onlyCleanContent ?? false
        },
        timeout: asked.timeout
      })
    }).pipe(Effect.provide(formats(apiUrl, asked.options)))
    return { ...derived, calls }
  }).pipe(Effect.scoped)
