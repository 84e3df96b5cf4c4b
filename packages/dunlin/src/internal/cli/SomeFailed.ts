import * as Schema from "effect/Schema"

export class SomeFailed extends Schema.TaggedError<SomeFailed>()("SomeFailed", {
  failed: Schema.Int,
  total: Schema.Int
}) {
  override get message(): string {
    return `${this.failed} of ${this.total} pages failed`
  }
}
