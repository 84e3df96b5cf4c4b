/**
 * Downloads the audio or video of a page, for the `audio` and `video` formats.
 *
 * @since 0.1.0
 */
import type { Blob } from "@dunlin/schema/RawPage"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

/**
 * A required program is missing.
 *
 * @category errors
 * @since 0.1.0
 */
export class Unavailable extends Schema.TaggedError<Unavailable>()("Unavailable", {
  /** The missing program, and the setting for its path. */
  detail: Schema.String
}) {
  override get message(): string {
    return this.detail
  }
  get isRetryable(): boolean {
    return false
  }
}

/**
 * The page has no media that the extractors support.
 *
 * @category errors
 * @since 0.1.0
 */
export class Unsupported extends Schema.TaggedError<Unsupported>()("Unsupported", {
  /** The reason why existing media is not supported, for example a live stream or a protected one. */
  detail: Schema.optionalKey(Schema.String)
}) {
  override get message(): string {
    return this.detail === undefined
      ? "the page contains no downloadable media"
      : `the page's media cannot be downloaded: ${this.detail}`
  }
  get isRetryable(): boolean {
    return false
  }
}

/**
 * The media exceeds the size limit.
 *
 * @category errors
 * @since 0.1.0
 */
export class TooLarge extends Schema.TaggedError<TooLarge>()("TooLarge", {
  /** The maximum bytes. */
  limit: Schema.Number
}) {
  override get message(): string {
    return `the media is larger than ${Math.round(this.limit / 1024 / 1024)} MiB`
  }
  get isRetryable(): boolean {
    return false
  }
}

/**
 * The extraction timed out.
 *
 * @category errors
 * @since 0.1.0
 */
export class TookTooLong extends Schema.TaggedError<TookTooLong>()("TookTooLong", {}) {
  override get message(): string {
    return "the media download timed out"
  }
  get isRetryable(): boolean {
    return true
  }
}

/**
 * The site rejected the request, a URL is blocked, or the media is damaged.
 *
 * @category errors
 * @since 0.1.0
 */
export class Failed extends Schema.TaggedError<Failed>()("Failed", {}) {
  override get message(): string {
    return "the media could not be downloaded"
  }
  get isRetryable(): boolean {
    return true
  }
}

/**
 * Reasons why there is no media.
 *
 * @category errors
 * @since 0.1.0
 */
export class MediaError extends Schema.TaggedError<MediaError>()("MediaError", {
  reason: Schema.Union([Unavailable, Unsupported, TooLarge, TookTooLong, Failed])
}) {
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
export interface MediaRequest {
  readonly url: string
  /** The URLs of media that the page names, best first, from `MediaSources`. Absent if none is known. */
  readonly sources?: ReadonlyArray<string> | undefined
  /** `audio` is an MP3. `video` is one file with the best available picture and its audio. */
  readonly kind: "audio" | "video"
  readonly timeout: Duration.Input
}

/**
 * Extracts media. Interrupting `extract` stops every process and deletes every file.
 *
 * @category models
 * @since 0.1.0
 */
export interface Extractor {
  readonly extract: (request: MediaRequest) => Effect.Effect<Blob, MediaError>
}

/**
 * The extractor of this context. By default none exists.
 *
 * @category references
 * @since 0.1.0
 */
export const MediaExtractor: Context.Reference<Extractor> = Context.Reference(
  "@dunlin/transformers/MediaExtractor",
  {
    defaultValue: (): Extractor => ({
      extract: () =>
        Effect.fail(
          new MediaError({
            reason: new Unavailable({
              detail: "no media extractor is configured; use DirectMedia, or YtDlp with the program yt-dlp"
            })
          })
        )
    })
  }
)

/**
 * Returns the error of a missing program.
 *
 * @category constructors
 * @since 0.1.0
 */
export const missing = (program: string, variable: string): Unavailable =>
  new Unavailable({ detail: `program ${program} is missing; install it, or set ${variable} to its path` })

/**
 * Uses one extractor, and then the next if the first does not support the page's media or could not load it. Both share
 * the request's timeout. If both fail, the error is that of the first, and names the program that may have helped.
 *
 * @category combinators
 * @since 0.1.0
 */
export const orElse = (first: Extractor, next: Extractor): Extractor => ({
  extract: Effect.fnUntraced(function*(request) {
    const timeout = Duration.toMillis(request.timeout)
    const start = yield* Clock.currentTimeMillis
    const taken = yield* Effect.result(first.extract(request))
    if (Result.isSuccess(taken)) return taken.success
    const { reason } = taken.failure
    const isFinal = reason._tag === "Unsupported" ? reason.detail !== undefined : reason._tag !== "Failed"
    if (isFinal) return yield* taken.failure
    const left = Math.max(1, timeout - ((yield* Clock.currentTimeMillis) - start))
    return yield* Effect.mapError(next.extract({ ...request, timeout: left }), (error) =>
      reason._tag === "Failed"
        ? taken.failure
        : error.reason._tag === "Unavailable"
        ? new MediaError({
          reason: new Unavailable({ detail: `the page links no media directly, and ${error.message}` })
        })
        : error)
  })
})
