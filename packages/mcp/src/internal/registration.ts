/** Registers the tools with the server of Effect. */
import type { Answerer } from "@dunlin/pipeline/Answerer"
import type * as Caller from "@dunlin/pipeline/Caller"
import type { Reader } from "@dunlin/pipeline/Reader"
import * as McpProtocol from "effect/ai/McpProtocol"
import * as McpSchema from "effect/ai/McpSchema"
import * as McpServer from "effect/ai/McpServer"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Tools from "../Tools.ts"
import * as Surface from "./surface.ts"

export const protocols = [
  McpProtocol.v2026_07_28,
  McpProtocol.v2025_11_25,
  McpProtocol.v2025_06_18,
  McpProtocol.v2025_03_26,
  McpProtocol.v2024_11_05
] as const

export const info = { name: "dunlin", version: "0.1.0", instructions: Surface.instructions } as const

type Meta = Readonly<Record<string, unknown>> | undefined

/** Registers the tools. `callerOf` reads the caller from the metadata of a call, where the guard has written it. */
export const registrations = (
  callerOf: (meta: Meta) => Caller.Caller | undefined
): Layer.Layer<never, never, McpServer.McpServer | Answerer | Reader> =>
  Layer.effectDiscard(Effect.gen(function*() {
    const server = yield* McpServer.McpServer
    const services = yield* Effect.context<Answerer | Reader>()
    const add = (
      tool: (typeof Tools.definitions)[number],
      run: (input: unknown, options: Tools.CallOptions) => Effect.Effect<Tools.ToolAnswer, never, Answerer | Reader>
    ) =>
      server.addTool({
        tool: new McpSchema.Tool(structuredClone(tool)),
        annotations: Context.empty(),
        handle: Effect.fnUntraced(function*(input: unknown) {
          const { requestMetadata } = yield* McpSchema.McpRequestContext
          const meta: Meta = requestMetadata
          const caller = callerOf(meta)
          if (caller === undefined) return yield* Effect.die(new Error("a call bypassed the guard"))
          const token = meta?.progressToken
          let last = -1
          const onProgress = typeof token === "string" || typeof token === "number"
            ? (done: number, total: number | undefined, message: string) => {
              // The protocol requires that each progress value is larger than the previous one.
              last = Math.max(done, last + 1)
              return Effect.ignore(server.notifications["notifications/progress"]({
                progressToken: token,
                progress: last,
                ...(total === undefined ? {} : { total: Math.max(total, last) }),
                message
              }))
            }
            : undefined
          const { isError, text } = yield* Effect.provideContext(run(input, { caller, onProgress }), services)
          // Hosts show the model either text or structured content, so only text is returned.
          return new McpSchema.CallToolResult({ content: [{ type: "text", text }], ...(isError ? { isError } : {}) })
        })
      })
    yield* add(Surface.search, Tools.search)
    yield* add(Surface.read, Tools.read)
  }))
