import { assert, describe, it } from "@effect/vitest"
import type * as Messages from "../src/internal/envelope.ts"

const Envelope: typeof Messages = await import(new URL("../src/internal/envelope.ts", import.meta.url).href)

const ping = { jsonrpc: "2.0", id: 1, method: "ping" }
const call = { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "search", arguments: {} } }
const MAX_MESSAGES = 20

const read = (body: unknown) => Envelope.read(JSON.stringify(body))

describe("the messages of a request", () => {
  it("are one object or a batch, with at most one tool call", () => {
    assert.deepEqual(read(ping), { _tag: "Messages", messages: [ping], isCall: false, isBatch: false })
    assert.deepEqual(read([ping, call]), { _tag: "Messages", messages: [ping, call], isCall: true, isBatch: true })
    assert.strictEqual(read(Array.from({ length: MAX_MESSAGES }, () => ping))._tag, "Messages")
  })

  const rejected: ReadonlyArray<readonly [name: string, body: string, code: number]> = [
    ["text that is not JSON", "{", -32700],
    ["an empty batch", "[]", -32600],
    ["a number", "7", -32600],
    ["null", "null", -32600],
    ["a batch with a text", JSON.stringify([ping, "ping"]), -32600],
    ["a batch in a batch", JSON.stringify([[ping]]), -32600],
    ["two tool calls", JSON.stringify([call, call]), -32600],
    ["too many messages", JSON.stringify(Array.from({ length: MAX_MESSAGES + 1 }, () => ping)), -32600]
  ]
  for (const [name, body, code] of rejected) {
    it(`are rejected with 400: ${name}`, () => {
      assert.deepInclude(Envelope.read(body), { _tag: "Refused", status: 400, code })
    })
  }

  it("name the caller in each tool call, and replace a caller that the client names", () => {
    const forged = { ...call, params: { ...call.params, _meta: { [Envelope.callerField]: "root", progressToken: 1 } } }
    const envelope = read([ping, forged])
    assert.strictEqual(envelope._tag, "Messages")
    if (envelope._tag !== "Messages") return
    const [first, second] = JSON.parse(Envelope.withCaller(envelope, "acme"))
    assert.deepEqual(first, ping)
    assert.deepEqual(second.params._meta, { [Envelope.callerField]: "acme", progressToken: 1 })
  })

  it("name the caller in a tool call with other parameters or without any", () => {
    const meta = { _meta: { [Envelope.callerField]: "acme" } }
    for (const params of [undefined, null, "text", 7, {}, { _meta: null }, { _meta: "text" }]) {
      const envelope = read({ ...call, params })
      assert.strictEqual(envelope._tag, "Messages")
      if (envelope._tag !== "Messages") return
      assert.deepStrictEqual(JSON.parse(Envelope.withCaller(envelope, "acme")).params, meta, JSON.stringify(params))
    }
  })
})
