/**
 * Defines the form in which options accept keys, passwords and URLs with a password.
 *
 * @since 0.2.0
 */
import * as Redacted from "effect/Redacted"

/**
 * A string, or a `Redacted` string, which logs do not print. Wrap secrets before you log options.
 *
 * @category models
 * @since 0.2.0
 */
export type Secret = string | Redacted.Redacted

/**
 * Returns the string of a secret. For any other value it throws a `TypeError` that names the type but not the value.
 *
 * @category accessors
 * @since 0.2.0
 */
export const text = (secret: Secret, option: string): string => {
  const value: unknown = Redacted.isRedacted(secret) ? Redacted.value(secret) : secret
  if (typeof value === "string") return value
  throw new TypeError(`\`${option}\` must be a string, or a string wrapped with \`Redacted.make\` from effect`)
}

/**
 * The secret, wrapped.
 *
 * @category constructors
 * @since 0.2.0
 */
export const wrapped = (secret: Secret, option: string): Redacted.Redacted => Redacted.make(text(secret, option))
