import * as Schema from "effect/Schema"

/** A configured component is not available. Each finding was printed. */
export class Unwell extends Schema.TaggedError<Unwell>()("Unwell", { wrong: Schema.Int }) {
  override get message(): string {
    return this.wrong === 1 ? "1 check failed" : `${this.wrong} checks failed`
  }
}
