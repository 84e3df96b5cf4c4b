import * as Schema from "effect/Schema"

export class NotWritten extends Schema.TaggedError<NotWritten>()("NotWritten", {
  flags: Schema.String,
  cause: Schema.Defect()
}) {
  override get message(): string {
    return `cannot write the pages that were read. Fix the output, then resume with ${this.flags}`
  }
}
