import * as StdioServer from "@dunlin/mcp/StdioServer"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Services from "../../Services.ts"
import { settings } from "./root.ts"

export const mcp = Command.make(
  "mcp",
  {},
  Effect.fn("dunlin.mcp")(
    () => StdioServer.run,
    (effect) => Effect.flatMap(settings, (settings) => Effect.provide(effect, Services.layerConfig({ settings })))
  )
).pipe(
  Command.withDescription("Serve the tools search and read to an agent, over stdin and stdout (MCP)"),
  Command.withExamples([
    {
      command: "claude mcp add dunlin -- npx dunlin mcp",
      description: "In Claude Code"
    }
  ])
)
