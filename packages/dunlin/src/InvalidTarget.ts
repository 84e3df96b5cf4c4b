/**
 * Something that cannot be indexed.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"

/**
 * The target is neither an http(s) URL nor a folder or file that can be read, its site does not want to be read, or it
 * holds nothing to index.
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
