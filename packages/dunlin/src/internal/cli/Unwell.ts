import * as Schema from "effect/Schema"

/** Something that was asked for is not there; what was said finding by finding. */
export class Unwell extends Schema.TaggedError<Unwell>()("Unwell", { wrong: Schema.Int }) {
  override get message(): string {
    return this.wrong === 1 ? "one finding is wrong" : `${this.wrong} findings are wrong`
  }
}
