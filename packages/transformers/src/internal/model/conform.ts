import { type Schema as JsonSchema, type SchemaDraft, Validator } from "@cfworker/json-schema"
import type * as Schema from "effect/Schema"
import * as vm from "node:vm"

interface Fields {
  readonly [key: string]: Schema.Json
}

/** A schema longer than this is not looked at: it is not meant for a model. */
const maxSchemaLength = 100_000

/** Milliseconds that one comparison may take: a pattern or a reference of a foreign schema can ask for any number. */
const maxTime = 250

/** What is said of a schema that asks for too much, or for what is not there: no other value need be tried. */
export const inapplicable: ReadonlyArray<string> = ["the schema cannot be applied"]

/** Deeper values cannot be written as JSON again. */
const maxDepth = 100

const sandbox: { task: (() => void) | undefined } = { task: undefined }
let context: vm.Context | undefined
const script = new vm.Script("task()")

// The engine ends whatever runs inside, also a regular expression that does not come to an end.
const bounded = <A>(compute: () => A): A => {
  let result: { readonly value: A } | undefined
  sandbox.task = () => {
    result = { value: compute() }
  }
  try {
    context ??= vm.createContext(sandbox)
    script.runInContext(context, { timeout: maxTime })
  } finally {
    sandbox.task = undefined
  }
  return result!.value
}

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

const validatorOf = (schema: Fields): Validator => new Validator(schema as JsonSchema, draftOf(schema), false)

/**
 * What keeps a value from conforming to a JSON Schema that a caller sent; empty when it conforms, and
 * {@link inapplicable} when that cannot be told. The validator interprets the schema, it never makes code of it, and it is
 * stopped when it takes too long.
 */
export const conform = (value: Schema.Json, schema: Fields): ReadonlyArray<string> => {
  const problem = unusable(schema)
  if (problem !== undefined) return problem === inapplicable[0] ? inapplicable : [problem]
  try {
    const { errors, valid } = bounded(() => validatorOf(schema).validate(value))
    return valid ? [] : errors.slice(0, 10).map(({ error, instanceLocation }) => `${instanceLocation}: ${error}`)
  } catch {
    return inapplicable
  }
}

/** Why a schema is not worth asking a model about; undefined when it is. */
export const unusable = (schema: Fields): string | undefined => {
  try {
    if (JSON.stringify(schema).length > maxSchemaLength) return "the schema is too large"
    // References are looked up, and patterns are read, when something is validated.
    bounded(() => validatorOf(schema).validate(null))
    return undefined
  } catch {
    return inapplicable[0]
  }
}

/** Most characters of an answer that are parsed. */
const maxAnswerLength = 2_000_000

/** The JSON in an answer of a model: alone, in a fence, or with prose around it. Undefined when there is none. */
export const parseJson = (answer: string): Schema.Json | undefined => {
  if (answer.length > maxAnswerLength) return undefined
  const text = answer.trim()
  for (const candidate of [text, fenced(text), between(text, "{", "}"), between(text, "[", "]")]) {
    if (candidate === undefined || isTooDeep(candidate)) continue
    try {
      const value: Schema.Json = JSON.parse(candidate)
      if (isFinite(value)) return value
    } catch {
      // The next candidate may be the one.
    }
  }
  return undefined
}

const fenced = (text: string): string | undefined => {
  const open = text.indexOf("```")
  const start = text.indexOf("\n", open)
  const end = text.lastIndexOf("```")
  return open < 0 || start < 0 || end <= start ? undefined : text.slice(start + 1, end)
}

const between = (text: string, open: string, close: string): string | undefined => {
  const start = text.indexOf(open)
  const end = text.lastIndexOf(close)
  return start < 0 || end <= start ? undefined : text.slice(start, end + 1)
}

/** Whether all numbers are numbers: `1e999` is none, and would be written as null. */
const isFinite = (value: Schema.Json): boolean => {
  const open: Array<Schema.Json> = [value]
  while (open.length > 0) {
    const next = open.pop()!
    if (typeof next === "number" && !Number.isFinite(next)) return false
    if (typeof next === "object" && next !== null) { for (const inner of Object.values(next)) open.push(inner) }
  }
  return true
}

const isTooDeep = (text: string): boolean => {
  let depth = 0
  let inString = false
  for (let index = 0; index < text.length; index++) {
    const character = text[index]
    if (inString) {
      if (character === "\\") index++
      else if (character === "\"") inString = false
    } else if (character === "\"") inString = true
    else if (character === "[" || character === "{") {
      if (++depth > maxDepth) return true
    } else if (character === "]" || character === "}") depth--
  }
  return false
}
