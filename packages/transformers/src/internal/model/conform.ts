import { type Schema as JsonSchema, Validator } from "@cfworker/json-schema"
import type * as Schema from "effect/Schema"

/** A schema longer than this is not looked at: it is not meant for a model. */
const maxSchemaLength = 100_000

/**
 * What keeps a value from conforming to a JSON Schema that a caller sent; empty when it conforms. The validator
 * interprets the schema, it never makes code of it.
 */
export const conform = (
  value: Schema.Json,
  schema: { readonly [key: string]: Schema.Json }
): ReadonlyArray<string> => {
  if (JSON.stringify(schema).length > maxSchemaLength) return ["the schema is too large"]
  try {
    const { errors, valid } = new Validator(schema as JsonSchema, "2020-12", false).validate(value)
    return valid ? [] : errors.slice(0, 10).map(({ error, instanceLocation }) => `${instanceLocation}: ${error}`)
  } catch {
    return ["the schema cannot be read"]
  }
}

/** Most characters of an answer that are parsed. */
const maxAnswerLength = 2_000_000

/** The JSON in an answer of a model: alone, in a fence, or with prose around it. Undefined when there is none. */
export const parseJson = (answer: string): Schema.Json | undefined => {
  const text = answer.slice(0, maxAnswerLength).trim()
  const fenced = /^```(?:json)?[ \t]*\n([\s\S]*)\n```$/.exec(text)?.[1]
  for (const candidate of [text, fenced, between(text, "{", "}"), between(text, "[", "]")]) {
    if (candidate === undefined) continue
    try {
      return JSON.parse(candidate)
    } catch {
      // The next candidate may be the one.
    }
  }
  return undefined
}

const between = (text: string, open: string, close: string): string | undefined => {
  const start = text.indexOf(open)
  const end = text.lastIndexOf(close)
  return start < 0 || end <= start ? undefined : text.slice(start, end + 1)
}
