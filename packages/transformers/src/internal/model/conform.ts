import { type Schema as JsonSchema, Validator } from "@cfworker/json-schema"
import type * as Schema from "effect/Schema"
import * as vm from "node:vm"

type Fields = { readonly [key: string]: Schema.Json }

/** A schema longer than this is not looked at: it is not meant for a model. */
const maxSchemaLength = 100_000

/** Milliseconds that one comparison may take: a pattern or a reference of a foreign schema can ask for any number. */
const maxTime = 250

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

/**
 * What keeps a value from conforming to a JSON Schema that a caller sent; empty when it conforms. The validator
 * interprets the schema, it never makes code of it, and it is stopped when it takes too long.
 */
export const conform = (value: Schema.Json, schema: Fields): ReadonlyArray<string> => {
  const problem = unusable(schema)
  if (problem !== undefined) return [problem]
  try {
    const { errors, valid } = bounded(() => new Validator(schema as JsonSchema, "2020-12", false).validate(value))
    return valid ? [] : errors.slice(0, 10).map(({ error, instanceLocation }) => `${instanceLocation}: ${error}`)
  } catch {
    return ["the schema cannot be applied"]
  }
}

/** Why a schema is not worth asking a model about; undefined when it is. */
export const unusable = (schema: Fields): string | undefined => {
  try {
    if (JSON.stringify(schema).length > maxSchemaLength) return "the schema is too large"
    // References are looked up, and patterns are read, when something is validated.
    bounded(() => new Validator(schema as JsonSchema, "2020-12", false).validate(null))
    return undefined
  } catch {
    return "the schema cannot be applied"
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
      return JSON.parse(candidate)
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
