/**
 * Wrong settings.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"

/**
 * A setting that cannot be used: which variable, and why. The message has the value only where it can hold no secret.
 *
 * @category errors
 * @since 0.1.0
 */
export class SettingsError extends Schema.TaggedError<SettingsError>()("SettingsError", {
  variable: Schema.String,
  why: Schema.String
}) {
  override get message(): string {
    return `${this.variable}: ${this.why}`
  }

  get isRetryable(): boolean {
    return false
  }
}
