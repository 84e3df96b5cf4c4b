import { StdioServer } from "@dunlin/mcp"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Sink, Stdio, Stream } from "effect"
import { hit, services } from "./fixtures.ts"

interface Message {
  readonly id?: number
  readonly method?: string
  readonly params?: { readonly progressToken: string | number; readonly progress: number; readonly total?: number }
  readonly result?: {
    readonly tools?: ReadonlyArray<{ readonly name: string }>
    readonly content?: ReadonlyArray<{ readonly type: string; readonly text: string }>
    readonly isError?: boolean
  }
}

const hello = [
  {
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "host", version: "1" } }
  },
  { method: "notifications/initialized" }
]

const page = { body: "<title>Avocets</title><main><p>Avocets sweep their bills through shallow water.</p></main>" }

/** Sends lines to the server and returns its messages and what it logs, once it has ended. */
const talk = (lines: ReadonlyArray<string>) =>
  Effect.gen(function*() {
    let out = ""
    let log = ""
    const host = Stdio.layerTest({
      stdin: Stream.encodeText(Stream.fromIterable(lines)),
      stdout: () =>
        Sink.forEach((text) =>
          Effect.sync(() => {
            out += String(text)
          })
        ),
      stderr: () =>
        Sink.forEach((text) =>
          Effect.sync(() => {
            log += String(text)
          })
        )
    })
    yield* StdioServer.run.pipe(
      Effect.provide(
        Layer.merge(host, services({ hits: [hit("avocet")], pages: { "https://example.com/avocet": page } }))
      )
    )
    const messages = out.split("\n").filter((line) => line !== "").map((line): Message => JSON.parse(line))
    return { messages, log }
  })

const line = (message: object): string => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`

describe("StdioServer", () => {
  it.effect("supports the protocol version of every host, and offers no completions", () =>
    Effect.gen(function*() {
      for (const protocolVersion of ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]) {
        const params = { protocolVersion, capabilities: {}, clientInfo: { name: "host", version: "1" } }
        const { messages } = yield* talk([
          line({ id: 1, method: "initialize", params }),
          line({ method: "notifications/initialized" }),
          line({ id: 2, method: "tools/list", params: {} })
        ])
        const [{ result: hello } = {}, { result: list } = {}] = messages as ReadonlyArray<{ readonly result?: any }>
        assert.strictEqual(hello.protocolVersion, protocolVersion)
        assert.property(hello.capabilities, "tools")
        assert.notProperty(hello.capabilities, "completions")
        assert.lengthOf(list.tools, 2)
      }
    }))

  it.effect("lists both tools and runs one", () =>
    Effect.gen(function*() {
      const { messages } = yield* talk([
        ...hello,
        { id: 2, method: "tools/list", params: {} },
        { id: 3, method: "tools/call", params: { name: "search", arguments: { query: "avocet" } } }
      ].map(line))
      const resultOf = (id: number) => messages.find((message) => message.id === id)?.result
      assert.deepStrictEqual(resultOf(2)?.tools?.map(({ name }) => name).toSorted(), ["read", "search"])
      const answer = resultOf(3)
      assert.strictEqual(answer?.isError, undefined)
      assert.include(answer?.content?.[0]?.text, "https://example.com/avocet")
    }))

  it.effect("marks the result of an invalid call as an error", () =>
    Effect.gen(function*() {
      const call = { id: 2, method: "tools/call", params: { name: "read", arguments: { url: "no address" } } }
      const { messages } = yield* talk([...hello, call].map(line))
      assert.strictEqual(messages.find(({ id }) => id === 2)?.result?.isError, true)
    }))

  it.effect("reports progress on request, with a string or a number as token", () =>
    Effect.gen(function*() {
      for (const progressToken of ["first", 2]) {
        const call = {
          id: 2,
          method: "tools/call",
          params: { name: "read", arguments: { url: "https://example.com/avocet" }, _meta: { progressToken } }
        }
        const { messages } = yield* talk([...hello, call].map(line))
        const steps = messages.filter(({ method }) => method === "notifications/progress").map(({ params }) => params!)
        for (const step of steps) assert.strictEqual(step.progressToken, progressToken)
        assert.strictEqual(steps[0]?.total, 1)
      }
    }))

  it.effect("answers running calls when its input ends", () =>
    Effect.gen(function*() {
      const calls = Array.from({ length: 5 }, (_, at) => ({
        id: 10 + at,
        method: "tools/call",
        params: { name: "search", arguments: { query: `avocet ${at}` } }
      }))
      const { messages } = yield* talk([...hello, ...calls].map(line))
      for (const { id } of calls) assert.isDefined(messages.find((message) => message.id === id)?.result)
    }))

  it.effect("reports a line that is not a message, and reads the next ones", () =>
    Effect.gen(function*() {
      const { log, messages } = yield* talk([
        ...hello.map(line),
        "this is no JSON\n",
        "\n",
        line({ id: 2, method: "tools/list", params: {} })
      ])
      assert.include(log, "dunlin mcp: ")
      assert.isDefined(messages.find(({ id }) => id === 2)?.result)
    }))
})
