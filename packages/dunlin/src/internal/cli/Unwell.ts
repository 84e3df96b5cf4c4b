import * as Schema from "effect/Schema"

export class Unwell extends Schema.TaggedError<Unwell>()("Unwell", { wrong: Schema.Int }) {
  override get message(): string {
    return this.wrong === 1 ? "1 check failed" : `${this.wrong} checks failed`
  }
}
