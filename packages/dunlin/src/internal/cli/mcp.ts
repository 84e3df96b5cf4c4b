import * as StdioServer from "@dunlin/mcp/StdioServer"
import { Redaction } from "@dunlin/mcp/Tools"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Services from "../../Services.ts"
import { forAgents } from "../settings/redaction.ts"
import { settings } from "./root.ts"

export const mcp = Command.make(
  "mcp",
  {
    redact: Flag.Boolean("redact").pipe(
      Flag.withDescription("Take personal data out of every answer (default: DUNLIN_MCP_REDACT)"),
      Flag.optional
    )
  },
  Effect.fn("dunlin.mcp")(function*({ redact }) {
    const environment = yield* settings
    const agentsRedact = Option.match(redact, {
      onNone: () => environment.agentsRedact,
      onSome: (isOn) => isOn ? "on" : "off"
    })
    yield* StdioServer.run.pipe(
      Effect.provideService(Redaction, forAgents({ agentsRedact })),
      Effect.provide(Services.layerConfig({ settings: environment }))
    )
  })
).pipe(
  Command.withDescription("Serve the tools search and read to an agent, over stdin and stdout (MCP)"),
  Command.withExamples([
    {
      command: "claude mcp add dunlin -- npx dunlin mcp",
      description: "In Claude Code"
    },
    {
      command: "dunlin mcp --redact",
      description: "For agents that may see no names, addresses, numbers and secrets of people"
    }
  ])
)
