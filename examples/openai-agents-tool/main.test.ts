import { type Model, setTracingDisabled, Usage } from "@openai/agents"
import { assert, it } from "vitest"
import { program } from "./main.ts"

/** Asks for a search first, and then says what it found. */
const scripted: Model = {
  getResponse: async ({ input }) => {
    const found = typeof input === "string" ? undefined : input.find((item) => item.type === "function_call_result")
    return {
      usage: new Usage(),
      output: found === undefined
        ? [{
          type: "function_call",
          callId: "1",
          name: "search",
          arguments: `{"query":"how does the dunlin find prey"}`
        }]
        : [{
          type: "message",
          role: "assistant",
          status: "completed",
          content: [{ type: "output_text", text: JSON.stringify(found.output) }]
        }]
    }
  },
  getStreamedResponse: () => {
    throw new Error("the example does not stream")
  }
}

it("answers an agent of the OpenAI Agents SDK", async () => {
  setTracingDisabled(true)
  const answer = await program("How does it find its prey?", scripted)
  assert.include(answer, "https://example.com/dunlin")
  assert.include(answer, "The dunlin feels its prey in mud.")
})
