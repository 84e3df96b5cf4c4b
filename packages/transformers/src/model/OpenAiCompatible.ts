/**
 * An `effect/ai` language model on any endpoint that speaks the OpenAI chat completions API: Ollama, vLLM, llama.cpp,
 * hosted ones.
 *
 * Endpoints differ in what they understand. A call that is refused (400 or 422) is made again in another dialect: with
 * the form of the answer as `json_schema`, as `json_object` or not at all, with the limit of the answer under its other
 * name, with the system message as part of the first one. What the endpoint does not support is remembered.
 *
 * @since 0.1.0
 */
import * as AiError from "effect/ai/AiError"
import * as LanguageModel from "effect/ai/LanguageModel"
import * as OpenAiStructuredOutput from "effect/ai/OpenAiStructuredOutput"
import type * as Response from "effect/ai/Response"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import * as Ref from "effect/Ref"
import * as Stream from "effect/Stream"
import * as Completion from "../internal/model/openAi/completion.ts"
import * as Dialect from "../internal/model/openAi/dialect.ts"
import { parseJson } from "../internal/model/parseJson.ts"
import { AnswerFormat } from "./AnswerFormat.ts"

/**
 * @category options
 * @since 0.1.0
 */
export interface Options {
  /** Where the API is, up to and including `/v1`. */
  readonly apiUrl: string
  /** Name of the model, as the endpoint knows it. */
  readonly model: string
  /** @default none: local endpoints need no key */
  readonly apiKey?: Redacted.Redacted | undefined
  /**
   * Most tokens of one answer, sent as `max_tokens`, or `max_completion_tokens` where that is refused.
   *
   * @default what the endpoint has set
   */
  readonly maxTokens?: number | undefined
}

/** Longest answer that is read, in bytes; no answer to a question about a page is as long. */
const maxBytes = 4 * 1024 * 1024

/** Of a refusal only the beginning matters. */
const maxRefusal = 4096

/** Dialects that are tried for one call. */
const maxDialects = 5

/**
 * @category constructors
 * @since 0.1.0
 */
export const make = Effect.fnUntraced(function*(options: Options) {
  const client = (yield* HttpClient.HttpClient).pipe(
    HttpClient.mapRequest((request) => {
      const addressed = HttpClientRequest.prependUrl(request, options.apiUrl.replace(/\/+$/, ""))
      return options.apiKey === undefined ? addressed : HttpClientRequest.bearerToken(addressed, options.apiKey)
    })
  )
  const known = yield* Ref.make(Dialect.common)

  const send = Effect.fnUntraced(function*(request: LanguageModel.ProviderOptions, isStreamed: boolean) {
    const call = Dialect.callOf(options, request, yield* AnswerFormat)
    let dialect = yield* Ref.get(known)
    for (let tries = 1;; tries++) {
      const response = yield* HttpClientRequest.post("/chat/completions").pipe(
        HttpClientRequest.bodyJsonUnsafe(Dialect.bodyOf(call, dialect, isStreamed)),
        client.execute,
        Effect.mapError(() => unreachable)
      )
      const { status } = response
      if (status >= 200 && status < 300) return response
      if ((status !== 400 && status !== 422) || tries === maxDialects) return yield* Effect.fail(refusal(response))
      const message = yield* textOf(response, maxRefusal).pipe(Effect.catch(() => Effect.succeed("")))
      const other = Dialect.adapt(call, dialect, message)
      if (other === undefined) return yield* Effect.fail(refusal(response))
      if (Dialect.isLasting(message)) yield* Ref.set(known, other)
      dialect = other
    }
  })

  const generateText = (
    request: LanguageModel.ProviderOptions
  ): Effect.Effect<Array<Response.PartEncoded>, AiError.AiError> =>
    send(request, false).pipe(
      Effect.flatMap((response) => textOf(response, maxBytes)),
      Effect.flatMap((body) =>
        Option.match(Completion.read(body), { onNone: () => Effect.fail(noCompletion), onSome: Effect.succeed })
      ),
      Effect.map((said) => {
        const text = Completion.withoutThoughts(said.text)
        const value = request.responseFormat.type === "json" ? parseJson(text) : undefined
        return [
          { type: "text", text: value === undefined ? text : JSON.stringify(value) },
          Completion.finish(said)
        ]
      })
    )

  const streamText = (
    request: LanguageModel.ProviderOptions
  ): Stream.Stream<Response.StreamPartEncoded, AiError.AiError> =>
    Stream.unwrap(Effect.map(send(request, true), ({ stream }) =>
      stream.pipe(
        Stream.mapError(() => unreachable),
        Stream.decodeText(),
        Stream.splitLines,
        Stream.map(Completion.readEvent),
        Stream.flatMap((event) => Stream.fromIterable(Option.toArray(event))),
        Stream.flatMap((event) =>
          Stream.fromIterable<Response.StreamPartEncoded>([
            ...(event.text === "" ? [] : [{ type: "text-delta" as const, id: "0", delta: event.text }]),
            ...(event.finishReason === undefined
              ? []
              : [{ type: "text-end" as const, id: "0" }, Completion.finish(event)])
          ])
        ),
        (parts) => Stream.concat(Stream.succeed<Response.StreamPartEncoded>({ type: "text-start", id: "0" }), parts)
      )))

  return yield* LanguageModel.make({
    codecTransformer: OpenAiStructuredOutput.toCodecOpenAI,
    generateText,
    streamText
  })
})

class TooLong extends Data.TaggedError("TooLong") {}

const textOf = (
  response: HttpClientResponse.HttpClientResponse,
  limit: number
): Effect.Effect<string, AiError.AiError> => {
  const decoder = new TextDecoder()
  return response.stream.pipe(
    Stream.runFoldEffect(
      () => ({ size: 0, text: "" }),
      ({ size, text }, chunk) =>
        size + chunk.length > limit
          ? Effect.fail(new TooLong())
          : Effect.succeed({ size: size + chunk.length, text: text + decoder.decode(chunk, { stream: true }) })
    ),
    Effect.map(({ text }) => text + decoder.decode()),
    Effect.mapError((error) => error instanceof TooLong ? tooLong : unreachable)
  )
}

const fail = (reason: AiError.AiErrorReason) =>
  AiError.make({ module: "OpenAiCompatible", method: "generateText", reason })

// A second answer would be as long.
const tooLong = fail(new AiError.InvalidRequestError({ description: "its answer is too long" }))

const noCompletion = fail(new AiError.InvalidOutputError({ description: "its answer is no chat completion" }))

const unreachable = fail(new AiError.InternalProviderError({ description: "it could not be reached" }))

const refusal = ({ headers, status }: HttpClientResponse.HttpClientResponse): AiError.AiError => {
  if (status === 429) {
    const seconds = Number(headers["retry-after"] ?? "")
    return fail(new AiError.RateLimitError(seconds > 0 ? { retryAfter: Duration.seconds(seconds) } : {}))
  }
  if (status === 401 || status === 403) return fail(new AiError.AuthenticationError({ kind: "InvalidKey" }))
  const description = status === 404
    ? "it answered 404: the address of the API or the name of the model is wrong"
    : `it answered ${status}`
  return fail(
    status < 500
      ? new AiError.InvalidRequestError({ description })
      : new AiError.InternalProviderError({ description })
  )
}

/**
 * @category layers
 * @since 0.1.0
 */
export const layer = (
  options: Options
): Layer.Layer<LanguageModel.LanguageModel, never, HttpClient.HttpClient> =>
  Layer.effect(LanguageModel.LanguageModel, make(options))
