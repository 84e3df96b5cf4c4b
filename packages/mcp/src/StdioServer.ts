/**
 * Runs the server that an MCP host starts: one message per line on stdin, responses on stdout, logs on stderr.
 *
 * @since 0.1.0
 */
import type { Answerer } from "@dunlin/pipeline/Answerer"
import * as Caller from "@dunlin/pipeline/Caller"
import type { Reader } from "@dunlin/pipeline/Reader"
import * as McpServer from "effect/ai/McpServer"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import { withoutAbsent } from "./internal/capabilities.ts"
import * as Lines from "./internal/lines.ts"
import { info, protocols, registrations } from "./internal/registration.ts"

/**
 * The caller of every tool. Its threat policy lists the domains that an agent may search and read.
 *
 * **Example** (An agent for one domain)
 *
 * ```ts
 * import { StdioServer } from "@dunlin/mcp"
 * import { Caller } from "@dunlin/pipeline"
 * import { Effect } from "effect"
 *
 * const policy = { blacklist: ["*"], whitelist: ["docs.example.com"] }
 * const threatProtection = { ...Caller.local.features.threatProtection, policy }
 * const caller = { ...Caller.local, features: { ...Caller.local.features, threatProtection } }
 * // `StdioServer.run` in a program that a host starts
 * const program = Effect.map(StdioServer.StdioCaller, ({ features }) => features.threatProtection.policy.whitelist)
 * const limited = Effect.provideService(program, StdioServer.StdioCaller, caller)
 * console.log(await Effect.runPromise(limited)) // [ 'docs.example.com' ]
 * ```
 *
 * @category references
 * @since 0.2.0
 */
export const StdioCaller = Context.Reference<Caller.Caller>("@dunlin/mcp/StdioServer/StdioCaller", {
  defaultValue: () => Caller.local
})

/**
 * Serves until stdin ends, and responds to all requests received until then. Lines that are not messages are logged
 * to stderr and skipped. A message larger than 4 MB receives an error.
 *
 * **Example** (A host that lists the tools)
 *
 * ```ts
 * import { StdioServer } from "@dunlin/mcp"
 * import { Services } from "dunlin"
 * import { Effect, Layer, Sink, Stdio, Stream } from "effect"
 *
 * // `NodeStdio.layer` of @effect/platform-node in a program that a host starts
 * const asked = [
 *   { id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "host", version: "1" } } },
 *   { method: "notifications/initialized" },
 *   { id: 2, method: "tools/list", params: {} }
 * ]
 * const answers: Array<string> = []
 * const lines = asked.map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`)
 * const host = Stdio.layerTest({
 *   stdin: Stream.encodeText(Stream.fromIterable(lines)),
 *   stdout: () => Sink.forEach((text) => Effect.sync(() => answers.push(String(text))))
 * })
 * await Effect.runPromise(StdioServer.run.pipe(Effect.provide(Layer.merge(host, Services.layer()))))
 * console.log(answers.join("").includes("\"name\":\"read\"")) // true
 * ```
 *
 * @category running
 * @since 0.1.0
 */
export const run: Effect.Effect<void, never, Stdio.Stdio | Answerer | Reader> = Effect.gen(function*() {
  const io = yield* Stdio.Stdio
  const caller = yield* StdioCaller
  const ended = yield* Deferred.make<void>()
  const pending = Lines.pending()
  const encoder = new TextEncoder()
  const write = (text: string) => Effect.ignore(Stream.run(Stream.make(text), io.stdout({ endOnDone: false })))
  const writeError = (text: string) =>
    Effect.ignore(Stream.run(Stream.make(`${text}\n`), io.stderr({ endOnDone: false })))

  const guarded = Stdio.make({
    ...io,
    stdin: io.stdin.pipe(
      Lines.split(Lines.MAX_LINE_BYTES),
      Stream.mapEffect((line) => {
        const read = Lines.read(line)
        switch (read._tag) {
          case "Message":
            pending.begin(read.asked)
            return Effect.succeed(encoder.encode(`${read.text}\n`))
          case "Refused":
            return Effect.as(
              Effect.andThen(
                writeError(`dunlin mcp: ${read.why}`),
                read.reply === undefined ? Effect.void : write(read.reply)
              ),
              nothing
            )
          case "Empty":
            return Effect.succeed(nothing)
        }
      }),
      Stream.filter((bytes) => bytes.length > 0),
      // Effect's server stops when its input ends, although responses are still being written.
      Stream.concat(Stream.drain(Stream.fromEffect(Deferred.succeed(ended, undefined)))),
      Stream.concat(Stream.never)
    ),
    stdout: () =>
      Lines.watching(
        Lines.changing(io.stdout({ endOnDone: false }), withoutAbsent),
        (text) => pending.end(text)
      )
  })

  const server = McpServer.layerStdio({
    ...info,
    protocols,
    registrations: registrations(() => caller)
  }).pipe(Layer.provide(Layer.succeed(Stdio.Stdio, guarded)))

  const finished = Effect.andThen(Deferred.await(ended), pending.awaitNone)
  yield* Effect.raceFirst(Effect.orDie(Layer.launch(server)), finished)
}).pipe(
  // A line on stdout that is not a message breaks the connection.
  Effect.provide(Logger.layer([Logger.withConsoleError(Logger.formatLogFmt)]))
)

const nothing = new Uint8Array(0)
