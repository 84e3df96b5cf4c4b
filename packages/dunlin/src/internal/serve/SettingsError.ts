import * as Schema from "effect/Schema"

/** A setting that cannot be used: which one, and why. */
export class SettingsError extends Schema.TaggedError<SettingsError>()("SettingsError", {
  variable: Schema.String,
  why: Schema.String
}) {
  override get message(): string {
    return `${this.variable}: ${this.why}`
  }
}
