import * as Schema from "effect/Schema"

export class NotDrained extends Schema.TaggedError<NotDrained>()("NotDrained", { held: Schema.Int }) {
  override get message(): string {
    const pages = this.held === 1 ? "1 page is" : `${this.held} pages are`
    return `${pages} still leased by workers. The jobs stay paused; drain again with a longer --timeout, or resume them`
  }
}
