import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Completion } from "../../ChatCompletions.ts"

const Content = Schema.NullOr(Schema.Union([
  Schema.String,
  Schema.Array(Schema.Struct({ text: Schema.optionalKey(Schema.String) }))
]))

const Usage = Schema.Struct({
  prompt_tokens: Schema.optionalKey(Schema.NullOr(Schema.Finite)),
  completion_tokens: Schema.optionalKey(Schema.NullOr(Schema.Finite))
})

const Answer = Schema.Struct({
  choices: Schema.NonEmptyArray(Schema.Struct({
    finish_reason: Schema.optionalKey(Schema.NullOr(Schema.String)),
    message: Schema.Struct({ content: Schema.optionalKey(Content) })
  })),
  usage: Schema.optionalKey(Schema.NullOr(Usage))
})

const Chunk = Schema.Struct({
  choices: Schema.Array(Schema.Struct({
    finish_reason: Schema.optionalKey(Schema.NullOr(Schema.String)),
    delta: Schema.optionalKey(Schema.Struct({ content: Schema.optionalKey(Content) }))
  })),
  usage: Schema.optionalKey(Schema.NullOr(Usage))
})

const decodeAnswer = Schema.decodeUnknownOption(Schema.fromJsonString(Answer))
const decodeChunk = Schema.decodeUnknownOption(Schema.fromJsonString(Chunk))

const textOf = (content: typeof Content.Type | undefined): string =>
  typeof content === "string" ? content : (content ?? []).map(({ text }) => text ?? "").join("")

const tokensOf = (usage: typeof Usage.Type | null | undefined): Pick<Completion, "inputTokens" | "outputTokens"> => ({
  inputTokens: usage?.prompt_tokens ?? undefined,
  outputTokens: usage?.completion_tokens ?? undefined
})

/** Also reads a stream that was not requested. Returns none if the body is no chat completion. */
export const read = (body: string): Option.Option<Completion> => {
  if (/^\s*(?:data|event|id|retry)?:/.test(body)) {
    const events = body.split("\n").flatMap((line) => Option.toArray(readEvent(line)))
    // A truncated response does not count.
    return events.some(({ finishReason }) => finishReason !== undefined) ? Option.some(join(events)) : Option.none()
  }
  return Option.map(decodeAnswer(body), ({ choices: [{ finish_reason, message }], usage }) => ({
    text: textOf(message.content),
    finishReason: finish_reason ?? undefined,
    ...tokensOf(usage)
  }))
}

const FIELD = "data:"

export const readEvent = (line: string): Option.Option<Completion> =>
  line.startsWith(FIELD)
    ? Option.map(decodeChunk(line.slice(FIELD.length).trim()), ({ choices: [choice], usage }) => ({
      text: textOf(choice?.delta?.content),
      finishReason: choice?.finish_reason ?? undefined,
      ...tokensOf(usage)
    }))
    : Option.none()

const join = (events: ReadonlyArray<Completion>): Completion => ({
  text: events.map(({ text }) => text).join(""),
  finishReason: events.findLast(({ finishReason }) => finishReason !== undefined)?.finishReason,
  inputTokens: events.findLast(({ inputTokens }) => inputTokens !== undefined)?.inputTokens,
  outputTokens: events.findLast(({ outputTokens }) => outputTokens !== undefined)?.outputTokens
})

/** Some models put their reasoning between these marks. */
export const withoutThoughts = (text: string): string => {
  const end = /^\s*<think>/.test(text) ? text.indexOf("</think>") : -1
  return end < 0 ? text : text.slice(end + "</think>".length)
}
