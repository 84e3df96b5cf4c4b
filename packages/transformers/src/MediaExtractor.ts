/**
 * Takes the sound or the video of a page: what the `audio` and `video` formats are made of.
 *
 * @since 0.1.0
 */
import type { Blob } from "@dunlin/schema/RawPage"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/**
 * A program is missing.
 *
 * @category errors
 * @since 0.1.0
 */
export class Unavailable extends Schema.TaggedError<Unavailable>()("Unavailable", {
  /** What is missing and which setting names it. */
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
 * The page has no media, or none that the extractors in use know.
 *
 * @category errors
 * @since 0.1.0
 */
export class Unsupported extends Schema.TaggedError<Unsupported>()("Unsupported", {}) {
  override get message(): string {
    return "the page has no media that can be taken"
  }
  get isRetryable(): boolean {
    return false
  }
}

/**
 * The media is larger than may be kept.
 *
 * @category errors
 * @since 0.1.0
 */
export class TooLarge extends Schema.TaggedError<TooLarge>()("TooLarge", {
  /** Most bytes that are kept. */
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
 * It took longer than it may.
 *
 * @category errors
 * @since 0.1.0
 */
export class TookTooLong extends Schema.TaggedError<TookTooLong>()("TookTooLong", {}) {
  override get message(): string {
    return "the media did not arrive in time"
  }
  get isRetryable(): boolean {
    return true
  }
}

/**
 * The site refused, an address may not be reached, or the media is damaged.
 *
 * @category errors
 * @since 0.1.0
 */
export class Failed extends Schema.TaggedError<Failed>()("Failed", {}) {
  override get message(): string {
    return "the media could not be loaded"
  }
  get isRetryable(): boolean {
    return true
  }
}

/**
 * Why there is no media.
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
  /** `audio` is an MP3, `video` the best there is of picture and sound in one file. */
  readonly kind: "audio" | "video"
  /** Within which it must be done. */
  readonly timeout: Duration.Input
}

/**
 * What an extractor is. Interrupting `extract` ends every process and removes every file.
 *
 * @category models
 * @since 0.1.0
 */
export interface Extractor {
  readonly extract: (request: MediaRequest) => Effect.Effect<Blob, MediaError>
}

/**
 * The extractor to use; none by default.
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
          new MediaError({ reason: new Unavailable({ detail: "no extractor of media is set up; it needs yt-dlp" }) })
        )
    })
  }
)
