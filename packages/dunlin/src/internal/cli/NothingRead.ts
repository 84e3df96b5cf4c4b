import * as Schema from "effect/Schema"

export class NothingRead extends Schema.TaggedError<NothingRead>()("NothingRead", { failed: Schema.Int }) {
  override get message(): string {
    return this.failed === 1 ? "the page could not be read" : `all ${this.failed} pages failed`
  }
}
