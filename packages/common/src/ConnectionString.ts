/**
 * Addresses of databases, which may hold a password.
 *
 * @since 0.2.0
 */
import * as Redacted from "effect/Redacted"

/**
 * The text of an option that has to be redacted. JavaScript may give a plain text, which this names by a `TypeError`
 * without repeating it.
 *
 * @category accessors
 * @since 0.2.0
 */
export const text = (address: Redacted.Redacted<string>, option: string): string => {
  if (Redacted.isRedacted(address)) return Redacted.value(address)
  throw new TypeError(`\`${option}\` has to be wrapped, so that nothing prints it: Redacted.make("…") of effect`)
}
