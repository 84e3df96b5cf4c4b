import { type Schema as JsonSchema, type SchemaDraft, Validator } from "@cfworker/json-schema"
import type * as Schema from "effect/Schema"
import type { Fields } from "./fields.ts"

/** What keeps a value from conforming; empty when it does. */
export type Faults = ReadonlyArray<string>

/** Characters of a schema; a longer one is not looked at: it is not meant for a model. */
const maxSchemaLength = 100_000

const tooLarge = "the schema is too large"

/** The fault of a schema that is too costly, or that refers to a missing definition. */
export const inapplicable = "the schema cannot be applied"

/** Whether these are no faults of a value but of the schema: no other value need be tried. */
export const isInapplicable = (faults: Faults): boolean =>
  faults[0]?.startsWith(inapplicable) === true || faults[0] === tooLarge

/** Most faults of one value that are reported. */
const maxFaults = 10

/** The edition a schema names; the newest when it names none. */
const draftOf = ({ $schema }: Fields): SchemaDraft =>
  typeof $schema !== "string"
    ? "2020-12"
    : /draft-0?4/.test($schema)
    ? "4"
    : /draft-0?[67]/.test($schema)
    ? "7"
    : $schema.includes("2019-09")
    ? "2019-09"
    : "2020-12"

/**
 * The faults of each value against a JSON Schema of a caller. The validator interprets the schema and never compiles it.
 * Its time depends on the schema and has no limit here: see `compare.ts`.
 */
export const conform = (schema: Fields, values: ReadonlyArray<Schema.Json>): ReadonlyArray<Faults> => {
  if (JSON.stringify(schema).length > maxSchemaLength) return values.map(() => [tooLarge])
  try {
    const validator = new Validator(schema as JsonSchema, draftOf(schema), false)
    // references and patterns are resolved at the first validation
    validator.validate(null)
    return values.map((value) => {
      const { errors, valid } = validator.validate(value)
      return valid
        ? []
        : errors.slice(0, maxFaults).map(({ error, instanceLocation }) => `${instanceLocation}: ${error}`)
    })
  } catch {
    return values.map(() => [inapplicable])
  }
}
