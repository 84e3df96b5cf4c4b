/**
 * Provides an `effect/ai` language model for any OpenAI-compatible chat completions endpoint: Ollama, vLLM,
 * llama.cpp, hosted services. The underlying client detects the features of an endpoint.
 *
 * @since 0.1.0
 */
import * as ChatCompletions from "@dunlin/common/ChatCompletions"
import * as AiError from "effect/ai/AiError"
import * as LanguageModel from "effect/ai/LanguageModel"
import * as OpenAiStructuredOutput from "effect/ai/OpenAiStructuredOutput"
import type * as Prompt from "effect/ai/Prompt"
import type * as Response from "effect/ai/Response"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { parseJson } from "../internal/model/parseJson.ts"
import { AnswerFormat } from "./AnswerFormat.ts"

/**
 * @category options
 * @since 0.1.0
 */
export interface Options extends ChatCompletions.Options {}

/**
 * @category constructors
 * @since 0.1.0
 */
export const make = Effect.fnUntraced(function*(options: Options) {
  const chat = yield* ChatCompletions.make(options)

  const generateText = (
    request: LanguageModel.ProviderOptions
  ): Effect.Effect<Array<Response.PartEncoded>, AiError.AiError> =>
    callOf(request).pipe(
      Effect.flatMap(chat.complete),
      Effect.mapError(errorOf),
      Effect.map((completion) => {
        const value = request.responseFormat.type === "json" ? parseJson(completion.text) : undefined
        return [
          { type: "text", text: value === undefined ? completion.text : JSON.stringify(value) },
          finish(completion)
        ]
      })
    )

  const streamText = (
    request: LanguageModel.ProviderOptions
  ): Stream.Stream<Response.StreamPartEncoded, AiError.AiError> =>
    Stream.unwrap(Effect.map(callOf(request), chat.stream)).pipe(
      Stream.mapError(errorOf),
      Stream.flatMap((answer) =>
        Stream.fromIterable<Response.StreamPartEncoded>([
          ...(answer.text === "" ? [] : [{ type: "text-delta" as const, id: "0", delta: answer.text }]),
          ...(answer.finishReason === undefined ? [] : [{ type: "text-end" as const, id: "0" }, finish(answer)])
        ])
      ),
      (parts) => Stream.concat(Stream.succeed<Response.StreamPartEncoded>({ type: "text-start", id: "0" }), parts)
    )

  return yield* LanguageModel.make({
    codecTransformer: OpenAiStructuredOutput.toCodecOpenAI,
    generateText,
    streamText
  })
})

const callOf = ({ prompt, responseFormat }: LanguageModel.ProviderOptions): Effect.Effect<ChatCompletions.Call> =>
  Effect.map(AnswerFormat, (form) => ({
    messages: prompt.content.map(({ content, role }) => ({ role, content: textOf(content) })),
    form: responseFormat.type === "json"
      ? {
        type: "schema",
        schema: OpenAiStructuredOutput.toCodecOpenAI(responseFormat.schema).jsonSchema as ChatCompletions.Fields
      }
      : form,
    isFormSaid: responseFormat.type !== "json"
  }))

const textOf = (content: string | ReadonlyArray<Prompt.Part>): string =>
  typeof content === "string" ? content : content.map((part) => part.type === "text" ? part.text : "").join("")

const finish = (
  { finishReason, inputTokens, outputTokens }: ChatCompletions.Completion
): Response.FinishPartEncoded => ({
  type: "finish",
  reason: finishReason === "length" ? "length" : finishReason === "content_filter" ? "content-filter" : "stop",
  usage: {
    inputTokens: { uncached: undefined, total: inputTokens, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: outputTokens, text: undefined, reasoning: undefined }
  },
  response: undefined
})

const errorOf = ({ reason }: ChatCompletions.ChatError): AiError.AiError =>
  AiError.make({ module: "OpenAiCompatible", method: "generateText", reason: reasonOf(reason) })

const reasonOf = (reason: ChatCompletions.ChatErrorReason): AiError.AiErrorReason => {
  const description = reason.message
  switch (reason._tag) {
    case "Unreachable":
      return new AiError.InternalProviderError({ description })
    case "TooLong":
      return new AiError.InvalidRequestError({ description })
    case "NoCompletion":
      return new AiError.InvalidOutputError({ description })
    case "Refused": {
      const { retryAfterMillis, status } = reason
      if (status === 429) {
        return new AiError.RateLimitError(
          retryAfterMillis === undefined ? {} : { retryAfter: Duration.millis(retryAfterMillis) }
        )
      }
      if (status === 401 || status === 403) return new AiError.AuthenticationError({ kind: "InvalidKey" })
      return status < 500
        ? new AiError.InvalidRequestError({ description })
        : new AiError.InternalProviderError({ description })
    }
  }
}

/**
 * @category layers
 * @since 0.1.0
 */
export const layer = (
  options: Options
): Layer.Layer<LanguageModel.LanguageModel, never, HttpClient.HttpClient> =>
  Layer.effect(LanguageModel.LanguageModel, make(options))
