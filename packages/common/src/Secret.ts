/**
 * Keys, passwords and addresses that hold one, as options take them.
 *
 * @since 0.2.0
 */
import * as Redacted from "effect/Redacted"

/**
 * A text, or one that was wrapped so that nothing prints it, which whoever logs options does before.
 *
 * @category models
 * @since 0.2.0
 */
export type Secret = string | Redacted.Redacted

/**
 * The text of a secret. What JavaScript may give instead is named by a `TypeError`, which does not repeat it.
 *
 * @category accessors
 * @since 0.2.0
 */
export const text = (secret: Secret, option: string): string => {
  const value: unknown = Redacted.isRedacted(secret) ? Redacted.value(secret) : secret
  if (typeof value === "string") return value
  throw new TypeError(`\`${option}\` has to be a string, or one wrapped with \`Redacted.make\` of effect`)
}

/**
 * The secret, wrapped.
 *
 * @category constructors
 * @since 0.2.0
 */
export const wrapped = (secret: Secret, option: string): Redacted.Redacted => Redacted.make(text(secret, option))
