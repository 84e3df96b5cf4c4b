import * as Schema from "effect/Schema"

/** No page of the targets could be indexed. The reasons were printed for each page. */
export class NothingIndexed extends Schema.TaggedError<NothingIndexed>()("NothingIndexed", {
  targets: Schema.Array(Schema.String)
}) {
  override get message(): string {
    return `found nothing to index in ${this.targets.join(", ")}`
  }
}
