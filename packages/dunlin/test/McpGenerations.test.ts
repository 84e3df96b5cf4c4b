import { assert, describe, it } from "@effect/vitest"
import { testGenerations } from "./mcpGenerationTests.ts"

describe("clients of every generation", () => {
  const server = testGenerations("TypeScript")

  it("receive no response in the stream of another team, or in a closed one", async () => {
    const controller = new AbortController()
    const stream = await fetch(`${server().url}/mcp`, {
      headers: { accept: "text/event-stream" },
      signal: controller.signal
    })
    const { value } = await stream.body!.getReader().read()
    const address = /data: (\?session=\S+)/.exec(new TextDecoder().decode(value))?.[1] ?? ""
    const post = (query: string) =>
      fetch(`${server().url}/mcp${query}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" })
      })
    assert.strictEqual((await post(address)).status, 202)
    assert.strictEqual((await post("?session=unknown")).status, 404)
    controller.abort()
    let status = 202
    while (status === 202) status = (await post(address)).status
    assert.strictEqual(status, 404)
  })
})
