import { HttpEndpoint } from "@dunlin/mcp"
import { Caller } from "@dunlin/pipeline"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { services } from "./fixtures.ts"

describe("HttpEndpoint", () => {
  it.effect("supports the protocol version of every host, and offers no completions", () =>
    Effect.gen(function*() {
      const endpoint = yield* HttpEndpoint.make()
      for (const protocolVersion of ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]) {
        const params = { protocolVersion, capabilities: {}, clientInfo: { name: "host", version: "1" } }
        const response = yield* endpoint.handle({
          method: "POST",
          headers: { accept: "application/json, text/event-stream", "content-type": "application/json" },
          body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params }),
          caller: Caller.local
        })
        const text = yield* Effect.promise(() => HttpServerResponse.toWeb(response).text())
        const { result } = JSON.parse(text.replace(/^(?:event: .*\n)?data: /, ""))
        assert.strictEqual(result.protocolVersion, protocolVersion)
        assert.property(result.capabilities, "tools")
        assert.notProperty(result.capabilities, "completions")
      }
    }).pipe(Effect.scoped, Effect.provide(services({}))))
})
