import * as Schema from "effect/Schema"

/** Pages cannot be written, for example because the disk is full. The run can be resumed. */
export class NotWritten extends Schema.TaggedError<NotWritten>()("NotWritten", {
  /** The flags that resume the run. */
  flags: Schema.String,
  cause: Schema.Defect()
}) {
  override get message(): string {
    return `cannot write the pages that were read. Fix the output, then resume with ${this.flags}`
  }
}
