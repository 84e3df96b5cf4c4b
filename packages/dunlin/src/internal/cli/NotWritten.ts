import * as Schema from "effect/Schema"

/** What was read cannot be written: the disk is full, for example. The run waits to go on. */
export class NotWritten extends Schema.TaggedError<NotWritten>()("NotWritten", {
  /** The flags that the run goes on with. */
  flags: Schema.String,
  cause: Schema.Defect()
}) {
  override get message(): string {
    return `pages that were read cannot be written; when they can be, go on with ${this.flags}`
  }
}
