import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { read } from "../src/internal/chat/completion.ts"

const event = (content: string, finish_reason: string | null = null, usage?: object) =>
  `data: ${JSON.stringify({ choices: [{ delta: { content }, finish_reason }], usage })}\n\n`

const answer = (message: object, more: object = {}) => JSON.stringify({ choices: [{ message, ...more }] })

const nothing = { inputTokens: undefined, outputTokens: undefined }

describe("the response of a chat model", () => {
  const rows: ReadonlyArray<readonly [name: string, body: string, expected: object | undefined]> = [
    ["JSON", answer({ content: "Hello" }, { finish_reason: "stop" }), {
      text: "Hello",
      finishReason: "stop",
      ...nothing
    }],
    ["parts", answer({ content: [{ text: "Hel" }, {}, { text: "lo" }] }), {
      text: "Hello",
      finishReason: undefined,
      ...nothing
    }],
    ["no content", answer({ content: null }), { text: "", finishReason: undefined, ...nothing }],
    ["a whole stream", `: comment\n${event("Hel")}${event("lo", "stop")}data: [DONE]\n`, {
      text: "Hello",
      finishReason: "stop",
      ...nothing
    }],
    ["a stream without a reason to finish", event("Hel") + event("lo"), undefined],
    ["an empty stream", "data: [DONE]\n", undefined],
    ["an error page", "<html>busy</html>", undefined],
    ["other JSON", "{\"choices\":[]}", undefined],
    ["no body", "", undefined]
  ]
  it.each(rows)("is parsed if it is complete: %s", (_, body, expected) => {
    assert.deepStrictEqual(Option.getOrUndefined(read(body)), expected)
  })
})
