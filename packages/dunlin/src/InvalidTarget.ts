/**
 * Defines the error of a target that cannot be indexed.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"

/**
 * The target is neither an http(s) URL nor a readable folder or file, its site disallows crawling, or it contains
 * nothing to index.
 *
 * @category errors
 * @since 0.1.0
 */
export class InvalidTarget extends Schema.TaggedError<InvalidTarget>()("InvalidTarget", {
  target: Schema.String,
  why: Schema.String
}) {
  override get message(): string {
    return `${this.target} cannot be indexed: ${this.why}`
  }

  get isRetryable(): boolean {
    return false
  }
}
