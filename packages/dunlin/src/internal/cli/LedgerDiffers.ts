import * as Schema from "effect/Schema"

/** Some totals of the ledger differ. Each difference was printed. */
export class LedgerDiffers extends Schema.TaggedError<LedgerDiffers>()("LedgerDiffers", {
  differences: Schema.Int,
  teams: Schema.Array(Schema.String)
}) {
  override get message(): string {
    const count = this.differences === 1 ? "1 difference" : `${this.differences} differences`
    return `the ledger has ${count}, for ${this.teams.join(", ")}`
  }
}
