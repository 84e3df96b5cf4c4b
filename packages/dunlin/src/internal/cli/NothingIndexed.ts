import * as Schema from "effect/Schema"

export class NothingIndexed extends Schema.TaggedError<NothingIndexed>()("NothingIndexed", {
  targets: Schema.Array(Schema.String)
}) {
  override get message(): string {
    return `found nothing to index in ${this.targets.join(", ")}`
  }
}
