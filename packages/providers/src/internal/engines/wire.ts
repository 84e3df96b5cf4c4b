/** Provides helpers for descriptions of engines. */
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

export const text = Schema.optionalKey(Schema.NullOr(Schema.String))
export const number = Schema.optionalKey(Schema.NullOr(Schema.Number))
export const list = <S extends Schema.Constraint>(item: S) => Schema.optionalKey(Schema.NullOr(Schema.Array(item)))

export const secret = (apiKey: Redacted.Redacted | undefined): string => Redacted.value(apiKey ?? Redacted.make(""))
