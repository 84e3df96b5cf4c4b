/**
 * Sends requests to the OpenAI chat completions API, which Ollama, vLLM, llama.cpp and most hosted models support. A
 * rejected request (400 or 422) is repeated in another dialect, because endpoints support different fields.
 * Unsupported features are remembered per endpoint.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Option from "effect/Option"
import * as Ref from "effect/Ref"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as Fault from "./Fault.ts"
import * as Health from "./Health.ts"
import * as Completions from "./internal/chat/completion.ts"
import * as Dialect from "./internal/chat/dialect.ts"
import type * as Secret from "./Secret.ts"

/**
 * @category options
 * @since 0.1.0
 */
export interface Options {
  /** Base URL of the API, up to and including `/v1`. */
  readonly apiUrl: string
  readonly model: string
  /** @default none: local endpoints need no key */
  readonly apiKey?: Secret.Secret | undefined
  /**
   * The token limit of a response, sent as `max_tokens`, or as `max_completion_tokens` if that is rejected.
   *
   * @default the limit of the endpoint
   */
  readonly maxTokens?: number | undefined
}

/**
 * A JSON object.
 *
 * @category models
 * @since 0.1.0
 */
export interface Fields {
  readonly [key: string]: Schema.Json
}

/**
 * The format of a response: free text, any JSON object, or JSON that conforms to a schema whose root is an object.
 *
 * @category models
 * @since 0.1.0
 */
export type Form =
  | { readonly type: "text" }
  | { readonly type: "json" }
  | { readonly type: "schema"; readonly schema: Fields }

/**
 * @category models
 * @since 0.1.0
 */
export interface Message {
  /** `system`, `user` or `assistant`. */
  readonly role: string
  readonly content: string
}

/**
 * A request to a model.
 *
 * @category models
 * @since 0.1.0
 */
export interface Call {
  readonly messages: ReadonlyArray<Message>
  /** @default free text */
  readonly form?: Form | undefined
  /**
   * Whether the messages describe the response format. Otherwise the client adds a message with it for endpoints that
   * support no schema.
   *
   * @default false
   */
  readonly isFormSaid?: boolean | undefined
  /**
   * Randomness of the response, from 0. It is omitted for models that accept only their default.
   *
   * @default what the endpoint has set
   */
  readonly temperature?: number | undefined
  /** Additional fields of the body, for extensions of an endpoint. They are sent unchanged in every dialect. */
  readonly fields?: Fields | undefined
}

/**
 * The response of a model, or one part of it in a stream.
 *
 * @category models
 * @since 0.1.0
 */
export interface Completion {
  /** The text of the first choice, or `""`. */
  readonly text: string
  /** `stop`, `length` (cut at the limit), `content_filter` or a value of the endpoint. */
  readonly finishReason: string | undefined
  /** Tokens of the messages, as counted by the endpoint. */
  readonly inputTokens: number | undefined
  /** Tokens of the response, as counted by the endpoint. */
  readonly outputTokens: number | undefined
}

/**
 * The endpoint is unreachable, or the connection broke during its response.
 *
 * @category errors
 * @since 0.1.0
 */
export class Unreachable extends Schema.TaggedError<Unreachable>()("Unreachable", {}) {
  override get message(): string {
    return "it could not be reached"
  }

  get isRetryable(): boolean {
    return true
  }
}

/**
 * The endpoint returned an error status.
 *
 * @category errors
 * @since 0.1.0
 */
export class Refused extends Schema.TaggedError<Refused>()("Refused", {
  status: Schema.Int,
  /** Milliseconds from the `Retry-After` header of the endpoint. */
  retryAfterMillis: Schema.optionalKey(Schema.Int)
}) {
  override get message(): string {
    return this.status === 404
      ? "it returned 404: the API's URL or the model name is wrong"
      : `it returned ${this.status}`
  }

  get isRetryable(): boolean {
    return this.status === 408 || this.status === 429 || this.status >= 500
  }
}

/**
 * The response is longer than the limit of 4 MiB.
 *
 * @category errors
 * @since 0.1.0
 */
export class TooLong extends Schema.TaggedError<TooLong>()("TooLong", {}) {
  override get message(): string {
    return "its response is too long"
  }

  get isRetryable(): boolean {
    return false
  }
}

/**
 * The response is not a chat completion, or its stream was interrupted.
 *
 * @category errors
 * @since 0.1.0
 */
export class NoCompletion extends Schema.TaggedError<NoCompletion>()("NoCompletion", {}) {
  override get message(): string {
    return "its response is not a chat completion"
  }

  get isRetryable(): boolean {
    return false
  }
}

/**
 * @category errors
 * @since 0.1.0
 */
export const ChatErrorReason = Schema.Union([Unreachable, Refused, TooLong, NoCompletion])

/**
 * @category errors
 * @since 0.1.0
 */
export type ChatErrorReason = typeof ChatErrorReason.Type

/**
 * The error type of a chat request. Its message never contains the request.
 *
 * @category errors
 * @since 0.1.0
 */
export class ChatError extends Schema.TaggedError<ChatError>()("ChatError", { reason: ChatErrorReason }) {
  override get message(): string {
    return this.reason.message
  }

  get isRetryable(): boolean {
    return this.reason.isRetryable
  }
}

/**
 * @category models
 * @since 0.1.0
 */
export interface ChatCompletions {
  /** Sends a request and waits for the whole response. The model's reasoning (`<think>`) is removed. */
  readonly complete: (call: Call) => Effect.Effect<Completion, ChatError>
  /** Sends a request and streams the parts of the response. The last part has the `finishReason`. */
  readonly stream: (call: Call) => Stream.Stream<Completion, ChatError>
}

/** Larger than any response about a page. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024

/** The reason is at the start of an error response. */
const MAX_REFUSAL_BYTES = 4096

/** The common dialect, and one for each feature that an endpoint may reject. */
const MAX_DIALECTS = 6

/** If a caller cancels a request without any output after this time, the model counts as unresponsive. */
const SILENT_AFTER = "20 seconds"

/** Responses usually take seconds. Requests that wait for a slow model time out. */
const SLOW_AFTER = "15 seconds"

/** A rejected key or an exhausted quota is a fault. A rejected prompt is not. */
const faultOf = (error: unknown): Fault.Fault | undefined =>
  error instanceof ChatError && error.reason._tag === "Unreachable"
    ? Fault.make("down", "it cannot be reached")
    : Fault.of(error)

/**
 * Creates a client of one model.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = Effect.fnUntraced(function*(
  options: Options
): Effect.fn.Return<ChatCompletions, never, HttpClient.HttpClient> {
  const client = (yield* HttpClient.HttpClient).pipe(
    HttpClient.mapRequest((request) => {
      const addressed = HttpClientRequest.prependUrl(request, options.apiUrl.replace(/\/+$/, ""))
      return options.apiKey === undefined ? addressed : HttpClientRequest.bearerToken(addressed, options.apiKey)
    })
  )
  const known = yield* Ref.make(Dialect.common)
  const observed = Health.lazily({
    part: "model",
    use: "chat",
    consequence: "summaries, answers and data extraction fail",
    slowAfter: SLOW_AFTER,
    silentAfter: SILENT_AFTER,
    faultOf
  })

  const send = Effect.fnUntraced(function*(question: Call, isStreamed: boolean) {
    const call: Dialect.ModelCall = { ...question, model: options.model, maxTokens: options.maxTokens }
    let dialect = yield* Ref.get(known)
    for (let tries = 1;; tries++) {
      const response = yield* HttpClientRequest.post("/chat/completions").pipe(
        HttpClientRequest.bodyJsonUnsafe(Dialect.bodyOf(call, dialect, isStreamed)),
        client.execute,
        Effect.mapError(() => unreachable)
      )
      const { status } = response
      if (status >= 200 && status < 300) return response
      if ((status !== 400 && status !== 422) || tries === MAX_DIALECTS) return yield* refusal(response)
      const message = yield* Effect.orElseSucceed(textOf(response, MAX_REFUSAL_BYTES), () => "")
      const other = Dialect.adapt(call, dialect, message)
      if (other === undefined) return yield* refusal(response)
      if (Dialect.isLasting(message)) yield* Ref.set(known, other)
      dialect = other
    }
  })

  const observedCall = (call: Call, isStreamed: boolean) => observed(send(call, isStreamed))

  return {
    complete: (call) =>
      observedCall(call, false).pipe(
        Effect.flatMap((response) => textOf(response, MAX_ANSWER_BYTES)),
        Effect.flatMap((body) =>
          Option.match(Completions.read(body), { onNone: () => Effect.fail(noCompletion), onSome: Effect.succeed })
        ),
        Effect.map((completion) => ({ ...completion, text: Completions.withoutThoughts(completion.text) }))
      ),
    stream: (call) =>
      Stream.unwrap(Effect.map(observedCall(call, true), ({ stream }) =>
        stream.pipe(
          Stream.mapError(() => unreachable),
          Stream.decodeText(),
          Stream.splitLines,
          Stream.map(Completions.readEvent),
          Stream.flatMap((event) => Stream.fromIterable(Option.toArray(event)))
        )))
  }
})

const unreachable = new ChatError({ reason: new Unreachable() })

// Retrying would return the same long response.
const tooLong = new ChatError({ reason: new TooLong() })

const noCompletion = new ChatError({ reason: new NoCompletion() })

const refusal = ({ headers, status }: HttpClientResponse.HttpClientResponse): ChatError => {
  const millis = Math.ceil(Number(headers["retry-after"] ?? "") * 1000)
  return new ChatError({ reason: new Refused({ status, ...(millis > 0 ? { retryAfterMillis: millis } : {}) }) })
}

const textOf = (
  response: HttpClientResponse.HttpClientResponse,
  limit: number
): Effect.Effect<string, ChatError> => {
  const decoder = new TextDecoder()
  return response.stream.pipe(
    Stream.mapError(() => unreachable),
    Stream.runFoldEffect(
      () => ({ size: 0, text: "" }),
      ({ size, text }, chunk) =>
        size + chunk.length > limit
          ? Effect.fail(tooLong)
          : Effect.succeed({ size: size + chunk.length, text: text + decoder.decode(chunk, { stream: true }) })
    ),
    Effect.map(({ text }) => text + decoder.decode())
  )
}
