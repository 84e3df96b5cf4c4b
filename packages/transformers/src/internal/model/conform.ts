import { type Schema as JsonSchema, type SchemaDraft, Validator } from "@cfworker/json-schema"
import type * as Schema from "effect/Schema"
import type { Fields } from "./fields.ts"

export type Faults = ReadonlyArray<string>

/** A larger schema is not written for a model. */
const MAX_SCHEMA_CHARACTERS = 100_000

const tooLarge = "the schema is too large"

export const inapplicable = "the schema cannot be applied"

export const isInapplicable = (faults: Faults): boolean =>
  faults[0]?.startsWith(inapplicable) === true || faults[0] === tooLarge

const MAX_REPORTED_ERRORS = 10

/** Returns the draft that a schema names, or else the newest. */
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

/** The validator interprets the schema instead of compiling it. Its time is unlimited, and `compare.ts` limits it. */
export const conform = (schema: Fields, values: ReadonlyArray<Schema.Json>): ReadonlyArray<Faults> => {
  if (JSON.stringify(schema).length > MAX_SCHEMA_CHARACTERS) return values.map(() => [tooLarge])
  try {
    const validator = new Validator(schema as JsonSchema, draftOf(schema), false)
    // References and patterns are resolved at the first validation.
    validator.validate(null)
    return values.map((value) => {
      const { errors, valid } = validator.validate(value)
      return valid
        ? []
        : errors.slice(0, MAX_REPORTED_ERRORS).map(({ error, instanceLocation }) => `${instanceLocation}: ${error}`)
    })
  } catch {
    return values.map(() => [inapplicable])
  }
}
