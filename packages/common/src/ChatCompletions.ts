/**
 * A client of the OpenAI chat completions API: Ollama, vLLM, llama.cpp and most hosted models speak it.
 *
 * Endpoints differ in what they understand. A call that is refused (400 or 422) is made again in another dialect:
 * with the form of the answer as `json_schema`, as `json_object` or not at all, with the limit of the answer under
 * its other name, without a temperature, with the system message as part of the first one. Unsupported features of
 * the endpoint are remembered.
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
  /** Name of the model, as the endpoint knows it. */
  readonly model: string
  /** @default none: local endpoints need no key */
  readonly apiKey?: Secret.Secret | undefined
  /**
   * Most tokens of one answer, sent as `max_tokens`, or `max_completion_tokens` where that is refused.
   *
   * @default what the endpoint has set
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
 * The form of an answer: free text, any JSON object, or JSON that conforms to a schema whose root is an object.
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
 * One question to a model.
 *
 * @category models
 * @since 0.1.0
 */
export interface Call {
  readonly messages: ReadonlyArray<Message>
  /** @default free text */
  readonly form?: Form | undefined
  /**
   * Whether the messages themselves say which form is wanted. Where they do not, an endpoint that takes no schema is
   * told in a message.
   *
   * @default false
   */
  readonly isFormSaid?: boolean | undefined
  /**
   * Randomness of the answer, from 0; models that know no other than their own are asked without.
   *
   * @default what the endpoint has set
   */
  readonly temperature?: number | undefined
  /** Further fields of the body, for endpoints that know more than chat; they are sent as they are, in every dialect. */
  readonly fields?: Fields | undefined
}

/**
 * The response of a model, or one part of it in a stream.
 *
 * @category models
 * @since 0.1.0
 */
export interface Completion {
  /** The text of the first choice; `""` where it has none. */
  readonly text: string
  /** `stop`, `length` (cut off at the limit), `content_filter` or another word of the endpoint. */
  readonly finishReason: string | undefined
  /** Tokens of the messages, as the endpoint counts them. */
  readonly inputTokens: number | undefined
  /** Tokens of the answer, as the endpoint counts them. */
  readonly outputTokens: number | undefined
}

/**
 * The endpoint could not be reached, or the connection broke within its answer.
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
 * The endpoint answered with a status that is no success.
 *
 * @category errors
 * @since 0.1.0
 */
export class Refused extends Schema.TaggedError<Refused>()("Refused", {
  /** HTTP status of the answer. */
  status: Schema.Int,
  /** Milliseconds after which another attempt makes sense, when the endpoint said so in seconds. */
  retryAfterMillis: Schema.optionalKey(Schema.Int)
}) {
  override get message(): string {
    return this.status === 404
      ? "it answered 404: the address of the API or the name of the model is wrong"
      : `it answered ${this.status}`
  }

  get isRetryable(): boolean {
    return this.status === 408 || this.status === 429 || this.status >= 500
  }
}

/**
 * The answer is longer than the 4 MiB that are read.
 *
 * @category errors
 * @since 0.1.0
 */
export class TooLong extends Schema.TaggedError<TooLong>()("TooLong", {}) {
  override get message(): string {
    return "its answer is too long"
  }

  get isRetryable(): boolean {
    return false
  }
}

/**
 * The answer is no chat completion, or a stream that broke off.
 *
 * @category errors
 * @since 0.1.0
 */
export class NoCompletion extends Schema.TaggedError<NoCompletion>()("NoCompletion", {}) {
  override get message(): string {
    return "its answer is no chat completion"
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
 * Why a call has no answer. Its message never contains the request.
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
  /** Asks and waits for the whole answer. What a model thinks aloud before it (`<think>`) is left out. */
  readonly complete: (call: Call) => Effect.Effect<Completion, ChatError>
  /** Asks and hands on the parts of the answer as they come. The last part has the `finishReason`. */
  readonly stream: (call: Call) => Stream.Stream<Completion, ChatError>
}

/** Longest answer that is read, in bytes; no answer to a question about a page is as long. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024

/** Of a refusal only the beginning matters; in bytes. */
const MAX_REFUSAL_BYTES = 4096

/** Dialects that are tried for one call: the common one, and one for each thing that can be refused. */
const MAX_DIALECTS = 6

/** A model that did not begin its answer in this time counts as silent when its caller gives up. */
const SILENT_AFTER = "20 seconds"

/** Whole answers take seconds; requests that wait for longer ones run into their deadlines. */
const SLOW_AFTER = "15 seconds"

/** A model that refuses a question answers; one that refuses a key, or has no room, does not work. */
const faultOf = (error: unknown): Fault.Fault | undefined =>
  error instanceof ChatError && error.reason._tag === "Unreachable"
    ? Fault.make("down", "it cannot be reached")
    : Fault.of(error)

/**
 * A client of one model.
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
    consequence: "summaries, answers and extractions fail",
    slowAfter: SLOW_AFTER,
    silentAfter: SILENT_AFTER,
    faultOf
  })

  const send = Effect.fnUntraced(function*(question: Call, isStreamed: boolean) {
    const call: Dialect.Asked = { ...question, model: options.model, maxTokens: options.maxTokens }
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

  const asked = (call: Call, isStreamed: boolean) => observed(send(call, isStreamed))

  return {
    complete: (call) =>
      asked(call, false).pipe(
        Effect.flatMap((response) => textOf(response, MAX_ANSWER_BYTES)),
        Effect.flatMap((body) =>
          Option.match(Completions.read(body), { onNone: () => Effect.fail(noCompletion), onSome: Effect.succeed })
        ),
        Effect.map((said) => ({ ...said, text: Completions.withoutThoughts(said.text) }))
      ),
    stream: (call) =>
      Stream.unwrap(Effect.map(asked(call, true), ({ stream }) =>
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

// A second answer would be as long.
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
