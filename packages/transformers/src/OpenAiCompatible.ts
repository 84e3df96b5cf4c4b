/**
 * An `effect/ai` language model on any endpoint that speaks the OpenAI chat completions API: Ollama, vLLM, llama.cpp,
 * hosted ones.
 *
 * @since 0.1.0
 */
import * as AiError from "effect/ai/AiError"
import * as LanguageModel from "effect/ai/LanguageModel"
import * as OpenAiStructuredOutput from "effect/ai/OpenAiStructuredOutput"
import type * as Prompt from "effect/ai/Prompt"
import type * as Response from "effect/ai/Response"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import type * as HttpClientError from "effect/http/HttpClientError"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"

/**
 * @category options
 * @since 0.1.0
 */
export type Options = {
  /** Where the API is, up to and including `/v1`. */
  readonly apiUrl: string
  /** Name of the model, as the endpoint knows it. */
  readonly model: string
  /** @default none: local endpoints need no key */
  readonly apiKey?: Redacted.Redacted | undefined
  /**
   * Most tokens of one answer, sent as `max_tokens`; some hosted models know that only by another name.
   *
   * @default what the endpoint has set
   */
  readonly maxTokens?: number | undefined
}

/** Longest answer that is read, in bytes; no answer to a question about a page is as long. */
const maxBytes = 4 * 1024 * 1024

const Completion = Schema.Struct({
  choices: Schema.NonEmptyArray(Schema.Struct({
    finish_reason: Schema.optionalKey(Schema.NullOr(Schema.String)),
    message: Schema.Struct({ content: Schema.NullOr(Schema.String) })
  })),
  usage: Schema.optionalKey(Schema.NullOr(Schema.Struct({
    prompt_tokens: Schema.optionalKey(Schema.Int),
    completion_tokens: Schema.optionalKey(Schema.Int)
  })))
})

/**
 * @category constructors
 * @since 0.1.0
 */
export const make = Effect.fnUntraced(function*(options: Options) {
  const client = (yield* HttpClient.HttpClient).pipe(
    HttpClient.mapRequest((request) => {
      const addressed = HttpClientRequest.prependUrl(request, options.apiUrl.replace(/\/+$/, ""))
      return options.apiKey === undefined ? addressed : HttpClientRequest.bearerToken(addressed, options.apiKey)
    }),
    HttpClient.filterStatusOk
  )

  const generateText = (
    request: LanguageModel.ProviderOptions
  ): Effect.Effect<Array<Response.PartEncoded>, AiError.AiError> =>
    HttpClientRequest.post("/chat/completions").pipe(
      HttpClientRequest.bodyJsonUnsafe(toBody(options, request)),
      client.execute,
      Effect.flatMap(bodyOf),
      Effect.flatMap(Schema.decodeEffect(Schema.fromJsonString(Completion))),
      Effect.mapError((error) => error instanceof TooLong ? tooLong : toAiError(error)),
      Effect.map(toParts)
    )

  return yield* LanguageModel.make({
    codecTransformer: OpenAiStructuredOutput.toCodecOpenAI,
    generateText,
    streamText: (request) =>
      Stream.unwrap(Effect.map(generateText(request), (parts) => Stream.fromIterable(parts.flatMap(toStream))))
  })
})

class TooLong extends Data.TaggedError("TooLong") {}

const bodyOf = (response: HttpClientResponse.HttpClientResponse) => {
  const decoder = new TextDecoder()
  return response.stream.pipe(
    Stream.runFoldEffect(
      () => ({ size: 0, text: "" }),
      ({ size, text }, chunk) =>
        size + chunk.length > maxBytes
          ? Effect.fail(new TooLong())
          : Effect.succeed({ size: size + chunk.length, text: text + decoder.decode(chunk, { stream: true }) })
    ),
    Effect.map(({ text }) => text + decoder.decode())
  )
}

const toBody = ({ maxTokens, model }: Options, { prompt, responseFormat }: LanguageModel.ProviderOptions) => ({
  model,
  ...(maxTokens === undefined ? {} : { max_tokens: maxTokens }),
  messages: prompt.content.map((message) => ({ role: message.role, content: textOf(message.content) })),
  ...(responseFormat.type !== "json" ? {} : {
    response_format: {
      type: "json_schema",
      json_schema: {
        name: responseFormat.objectName,
        strict: true,
        schema: OpenAiStructuredOutput.toCodecOpenAI(responseFormat.schema).jsonSchema
      }
    }
  })
})

const textOf = (content: string | ReadonlyArray<Prompt.Part>): string =>
  typeof content === "string" ? content : content.map((part) => part.type === "text" ? part.text : "").join("")

const toParts = ({ choices: [choice], usage }: typeof Completion.Type): Array<Response.PartEncoded> => [
  { type: "text", text: withoutThoughts(choice.message.content ?? "") },
  {
    type: "finish",
    reason: choice.finish_reason === "length" ? "length" : "stop",
    usage: {
      inputTokens: { uncached: undefined, total: usage?.prompt_tokens, cacheRead: undefined, cacheWrite: undefined },
      outputTokens: { total: usage?.completion_tokens, text: undefined, reasoning: undefined }
    },
    response: undefined
  }
]

/** Models that think aloud put it between these marks, before their answer. */
const withoutThoughts = (text: string): string => {
  const end = /^\s*<think>/.test(text) ? text.indexOf("</think>") : -1
  return end < 0 ? text : text.slice(end + "</think>".length)
}

const toStream = (part: Response.PartEncoded): Array<Response.StreamPartEncoded> =>
  part.type === "text"
    ? [
      { type: "text-start", id: "0" },
      { type: "text-delta", id: "0", delta: part.text },
      { type: "text-end", id: "0" }
    ]
    : part.type === "finish"
    ? [part]
    : []

const fail = (reason: AiError.AiErrorReason) =>
  AiError.make({ module: "OpenAiCompatible", method: "generateText", reason })

// A second answer would be as long.
const tooLong = fail(new AiError.InvalidRequestError({ description: "the answer is too long" }))

const toAiError = (error: HttpClientError.HttpClientError | Schema.SchemaError): AiError.AiError => {
  if (error._tag === "SchemaError") {
    return fail(new AiError.InvalidOutputError({ description: "the answer is no chat completion" }))
  }
  const status = error.response?.status
  if (status === 429) {
    const seconds = Number(error.response?.headers["retry-after"] ?? "")
    return fail(new AiError.RateLimitError(seconds > 0 ? { retryAfter: Duration.seconds(seconds) } : {}))
  }
  if (status === 401 || status === 403) return fail(new AiError.AuthenticationError({ kind: "InvalidKey" }))
  if (status !== undefined && status < 500) {
    return fail(new AiError.InvalidRequestError({ description: `the endpoint answered ${status}` }))
  }
  return fail(new AiError.InternalProviderError({ description: "the endpoint failed or could not be reached" }))
}

/**
 * @category layers
 * @since 0.1.0
 */
export const layer = (
  options: Options
): Layer.Layer<LanguageModel.LanguageModel, never, HttpClient.HttpClient> =>
  Layer.effect(LanguageModel.LanguageModel, make(options))
