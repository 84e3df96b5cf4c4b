import * as Schema from "effect/Schema"

/** Targets of which not one page could be indexed; why was said page by page. */
export class NothingIndexed extends Schema.TaggedError<NothingIndexed>()("NothingIndexed", {
  targets: Schema.Array(Schema.String)
}) {
  override get message(): string {
    return `nothing could be indexed of ${this.targets.join(", ")}`
  }
}
