/**
 * Defines the error of an invalid setting.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"

/**
 * A setting that cannot be used: the variable and the reason. The message includes the value only if it cannot
 * contain a secret.
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
