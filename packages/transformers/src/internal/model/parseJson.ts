import type * as Schema from "effect/Schema"

/** Deeper values cannot be serialized again. */
const MAX_DEPTH_OF_JSON = 100

const MAX_RESPONSE_CHARACTERS = 2_000_000

export const parseJson = (answer: string): Schema.Json | undefined => {
  if (answer.length > MAX_RESPONSE_CHARACTERS) return undefined
  const text = answer.trim()
  for (const candidate of [text, fenced(text), between(text, "{", "}"), between(text, "[", "]")]) {
    if (candidate === undefined || isTooDeep(candidate)) continue
    try {
      const value: Schema.Json = JSON.parse(candidate)
      if (isFinite(value)) return value
    } catch {
      // Tries the next candidate.
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

/** `JSON.stringify` would write `1e999` as null. */
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
      if (++depth > MAX_DEPTH_OF_JSON) return true
    } else if (character === "]" || character === "}") depth--
  }
  return false
}
