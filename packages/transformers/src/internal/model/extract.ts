import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import type { Form } from "../../model/AnswerFormat.ts"
import { combine, relaxed, usable } from "./combine.ts"
import { type Faults, isInapplicable } from "./conform.ts"
import type { Fields } from "./fields.ts"
import { parseJson } from "./parseJson.ts"
import { overParts } from "./parts.ts"
import { type Page, partly } from "./source.ts"

const cutOff = "the response was truncated"
const noJson = "the response was not JSON"

export interface Extracted {
  readonly value?: Schema.Json
  readonly warnings: ReadonlyArray<string>
}

export interface Wanted {
  readonly schema?: Fields | undefined
  readonly prompt?: string | undefined
  readonly systemPrompt?: string | undefined
}

export const aboutOf = ({ prompt, schema }: Wanted): string =>
  prompt ?? Object.keys((schema?.properties ?? {}) as object).join(" ")

export const extract = Effect.fnUntraced(function*(
  page: Page,
  { prompt: question, schema, systemPrompt }: Wanted,
  name: string
): Effect.fn.Return<Extracted> {
  const [problem = []] = schema === undefined ? [] : yield* page.compare(schema, [null])
  if (isInapplicable(problem)) return { warnings: [`${name}: ${problem[0]}.`] }
  const about = aboutOf({ prompt: question, schema })
  const prompt = [systemPrompt, question].filter((text) => text !== undefined).join("\n\n") || undefined
  const whole = yield* extractParts(page, { prompt, schema, about })
  if (whole?.value !== undefined && whole.faults.length === 0) {
    return { value: whole.value, warnings: partly(page, name, whole.share) }
  }
  const source = whole?.value === undefined
    ? { markdown: page.shown, about }
    : { markdown: JSON.stringify(whole.value) }
  const task = taskOf(prompt, schema, "the page")
  let instruction = whole?.value === undefined
    ? task
    : `${task}\n\nThe text below contains the data of all parts of the page. It does not conform to the schema: ${
      listed(whole.faults)
    }.`
  let faults: ReadonlyArray<string> = []
  // The second round repairs invalid data.
  for (let round = 0; round < 2; round++) {
    const reply = yield* page.ask({ instruction, ...source, form: formOf(schema) })
    if (Result.isFailure(reply)) return { warnings: [`${name}: ${reply.failure}.`] }
    const value = parseJson(reply.success.text)
    faults = value === undefined
      ? [reply.success.isCut ? cutOff : noJson]
      : yield* faultsOf(page, value, schema)
    const share = whole?.value === undefined ? reply.success.share : whole.share
    if (value !== undefined && faults.length === 0) return { value, warnings: partly(page, name, share) }
    instruction = `${task}\n\nYour last answer could not be used: ${listed(faults)}. Answer again with JSON that can.`
  }
  const why = faults[0] === cutOff
    ? "was cut off"
    : faults[0] === noJson
    ? "was not JSON"
    : "did not match the schema"
  return { warnings: [`${name}: the language model returned no usable response in two attempts; the last one ${why}.`] }
})

const taskOf = (prompt: string | undefined, schema: Fields | undefined, source: string): string =>
  [
    `Extract data from ${source} and answer with JSON alone. What it does not say is null, or left out.`,
    ...(prompt === undefined ? [] : [prompt]),
    ...(schema === undefined ? [] : [`The JSON conforms to this JSON Schema:\n${JSON.stringify(schema)}`])
  ].join("\n\n")

/** Some endpoints enforce a schema only if its root is an object. */
const formOf = (schema: Fields | undefined): Form =>
  schema === undefined
    ? { type: "json" }
    : schema.type === "object" && schema.$ref === undefined
    ? { type: "schema", schema }
    : { type: "text" }

interface Whole {
  readonly value: Schema.Json | undefined
  readonly share: number
  readonly faults: ReadonlyArray<string>
}

/** Returns `undefined` for a page that fits into the model's input. */
const extractParts = Effect.fnUntraced(function*(
  page: Page,
  { about, prompt, schema }: {
    readonly prompt: string | undefined
    readonly schema: Fields | undefined
    readonly about: string
  }
): Effect.fn.Return<Whole | undefined> {
  const partly = schema === undefined ? undefined : relaxed(schema)
  const parts = yield* overParts(page, {
    instruction: taskOf(prompt, partly, "this part of a long page"),
    about,
    form: formOf(partly)
  })
  if (parts === undefined) return undefined
  let value: Schema.Json | undefined
  for (const text of parts.texts) {
    const parsed = parseJson(text)
    const part = parsed === undefined ? undefined : yield* usable(page.compare, parsed, partly)
    if (part !== undefined) value = value === undefined ? part : combine(value, part)
  }
  return { value, share: parts.share, faults: value === undefined ? [] : yield* faultsOf(page, value, schema) }
})

const faultsOf = Effect.fnUntraced(function*(
  page: Page,
  value: Schema.Json,
  schema: Fields | undefined
): Effect.fn.Return<Faults> {
  const [faults = []] = schema === undefined ? [] : yield* page.compare(schema, [value])
  return [...faults, ...dictated(page, value)]
})

const listed = (faults: ReadonlyArray<string>): string => faults.join("; ").slice(0, 500)

/**
 * Returns strings that the page contains only in sentences for a model. These were probably dictated (prompt
 * injection).
 */
const dictated = (page: Page, value: Schema.Json): ReadonlyArray<string> => {
  if (page.addressed.length === 0) return []
  const attempts = page.addressed.map(({ end, start }) => page.markdown.slice(start, end)).join("\n").toLowerCase()
  const others = page.shown.toLowerCase()
  const isDictated = (text: string) => text.length > 2 && attempts.includes(text) && !others.includes(text)
  const open: Array<Schema.Json> = [value]
  while (open.length > 0) {
    const next = open.pop()!
    if (typeof next === "string" && isDictated(next.trim().toLowerCase())) {
      return ["a value comes from instructions in the page"]
    }
    if (typeof next === "object" && next !== null) { for (const inner of Object.values(next)) open.push(inner) }
  }
  return []
}
