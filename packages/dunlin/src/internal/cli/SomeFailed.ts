import * as Schema from "effect/Schema"

/** Some of several pages could not be read; why was said page by page. */
export class SomeFailed extends Schema.TaggedError<SomeFailed>()("SomeFailed", {
  failed: Schema.Int,
  total: Schema.Int
}) {
  override get message(): string {
    return `${this.failed} of ${this.total} pages could not be read`
  }
}
