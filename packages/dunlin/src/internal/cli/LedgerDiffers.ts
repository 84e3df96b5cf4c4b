import * as Schema from "effect/Schema"

export class LedgerDiffers extends Schema.TaggedError<LedgerDiffers>()("LedgerDiffers", {
  differences: Schema.Int,
  teams: Schema.Array(Schema.String)
}) {
  override get message(): string {
    const count = this.differences === 1 ? "1 difference" : `${this.differences} differences`
    return `the ledger has ${count}, for ${this.teams.join(", ")}`
  }
}
