import type * as Schema from "effect/Schema"
import type { Call, Fields, Form, Message } from "../../ChatCompletions.ts"

/**
 * Features on which endpoints differ: a schema for the response, "a JSON object" or neither; the name of the token
 * limit; a system message; a temperature.
 */
export interface Dialect {
  readonly format: "schema" | "object" | "none"
  readonly limit: "max_tokens" | "max_completion_tokens"
  readonly hasSystem: boolean
  readonly hasTemperature: boolean
}

export const common: Dialect = { format: "schema", limit: "max_tokens", hasSystem: true, hasTemperature: true }

export interface ModelCall extends Call {
  readonly model: string
  readonly maxTokens: number | undefined
}

export const bodyOf = (call: ModelCall, dialect: Dialect, isStreamed: boolean): Fields => ({
  model: call.model,
  ...(call.maxTokens === undefined ? {} : { [dialect.limit]: call.maxTokens }),
  ...(call.temperature === undefined || !dialect.hasTemperature ? {} : { temperature: call.temperature }),
  ...(isStreamed ? { stream: true } : {}),
  messages: messagesOf(call, dialect).map(({ content, role }) => ({ role, content })),
  ...responseFormat(call.form, dialect),
  ...call.fields
})

const responseFormat = (form: Form | undefined, { format }: Dialect): Fields => {
  if (form === undefined || form.type === "text" || format === "none") return {}
  if (form.type === "json" || format === "object") return { response_format: { type: "json_object" } }
  return {
    response_format: {
      type: "json_schema",
      json_schema: { name: "data", strict: isStrict(form.schema), schema: form.schema }
    }
  }
}

const messagesOf = ({ form, isFormSaid, messages }: Call, dialect: Dialect): ReadonlyArray<Message> => {
  const isLeftOut = form?.type === "schema" && isFormSaid !== true && dialect.format !== "schema"
  const contentPart = isLeftOut
    ? [{
      role: "system",
      content: `Answer with JSON alone. It conforms to this JSON Schema:\n${JSON.stringify(form.schema)}`
    }, ...messages]
    : messages
  const system = contentPart.filter(({ role }) => role === "system").map(({ content }) => content).join("\n\n")
  const others = contentPart.filter(({ role }) => role !== "system")
  if (system === "") return others
  if (dialect.hasSystem) return [{ role: "system", content: system }, ...others]
  const [first, ...rest] = others
  return [{ role: "user", content: first === undefined ? system : `${system}\n\n${first.content}` }, ...rest]
}

/** A larger schema is not enforced strictly, because checking it takes time. */
const MAX_SCHEMA_NODES = 5000

/** Whether strict output is possible: each object must require all its keys and allow no others. */
const isStrict = (schema: Fields): boolean => {
  const open: Array<Schema.Json> = [schema]
  for (let count = 0; open.length > 0; count++) {
    const node = open.pop()!
    if (count > MAX_SCHEMA_NODES) return false
    if (typeof node !== "object" || node === null) continue
    const { additionalProperties, properties, required, type } = node as Fields
    if (type === "object" || properties !== undefined) {
      const names = typeof properties === "object" && properties !== null ? Object.keys(properties) : []
      const listed = new Set(Array.isArray(required) ? required : [])
      if (additionalProperties !== false || names.some((name) => !listed.has(name))) return false
    }
    for (const inner of Object.values(node as Fields)) open.push(inner)
  }
  return true
}

/**
 * Returns a dialect without the rejected feature, which the endpoint's message names. By default it is the response
 * format. Returns `undefined` if no dialect would help.
 */
export const adapt = (call: ModelCall, dialect: Dialect, message: string): Dialect | undefined => {
  if (call.maxTokens !== undefined && dialect.limit === "max_tokens" && /max_(?:completion_)?tokens/.test(message)) {
    return { ...dialect, limit: "max_completion_tokens" }
  }
  if (call.temperature !== undefined && dialect.hasTemperature && /\btemperature\b/.test(message)) {
    return { ...dialect, hasTemperature: false }
  }
  const hasSystem = messagesOf(call, dialect).some(({ role }) => role === "system")
  if (hasSystem && /\bsystem\b|\broles?\b/i.test(message)) return { ...dialect, hasSystem: false }
  if (call.form === undefined || call.form.type === "text" || dialect.format === "none") return undefined
  return { ...dialect, format: call.form.type === "json" || dialect.format === "object" ? "none" : "object" }
}

/**
 * Whether the endpoint rejects the feature in general, and not only for this schema. Later requests then use the
 * other dialect.
 */
export const isLasting = (message: string): boolean =>
  /support|unavailable|unknown|unrecogni[sz]ed|not permitted|unexpected|extra|roles?\b|max_tokens|temperature/i.test(
    message
  ) &&
  !/invalid schema/i.test(message)
