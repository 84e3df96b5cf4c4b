import * as Schema from "effect/Schema"

/** Some pages could not be read. The reasons were printed for each page. */
export class SomeFailed extends Schema.TaggedError<SomeFailed>()("SomeFailed", {
  failed: Schema.Int,
  total: Schema.Int
}) {
  override get message(): string {
    return `${this.failed} of ${this.total} pages failed`
  }
}
