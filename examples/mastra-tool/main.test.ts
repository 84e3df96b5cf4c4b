import type { MastraModelConfig } from "@mastra/core/llm"
import { MockLanguageModelV4 } from "ai/test"
import { assert, it } from "vitest"
import { program } from "./main.ts"

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 }
}

/** Asks for a search first, and then says what it found. */
const scripted = new MockLanguageModelV4({
  doGenerate: async ({ prompt }) => {
    const found = prompt.flatMap((message) => message.role === "tool" ? message.content : []).at(-1)
    return found === undefined
      ? {
        warnings: [],
        usage,
        finishReason: { unified: "tool-calls", raw: undefined },
        content: [{
          type: "tool-call",
          toolCallId: "1",
          toolName: "search",
          input: `{"query":"how does the dunlin find prey"}`
        }]
      }
      : {
        warnings: [],
        usage,
        finishReason: { unified: "stop", raw: undefined },
        content: [{ type: "text", text: JSON.stringify(found) }]
      }
  }
})

it("answers an agent of Mastra", async () => {
  // The types of both packages say the same model in ways that `exactOptionalPropertyTypes` tells apart.
  const answer = await program("How does it find its prey?", scripted as unknown as MastraModelConfig)
  assert.include(answer, "https://example.com/dunlin")
  assert.include(answer, "The dunlin feels its prey in mud.")
})
