import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { settings } from "./root.ts"

export const mcp = Command.make(
  "mcp",
  {
    redact: Flag.Boolean("redact").pipe(
      Flag.withDescription("Redact personal data in every response (default: DUNLIN_MCP_REDACT)"),
      Flag.optional
    ),
    only: Flag.String("only").pipe(
      Flag.withDescription("Search and read only this domain; repeatable (default: DUNLIN_MCP_DOMAINS)"),
      Flag.filter((domain) => /^[^\s/:]+$/.test(domain), () => "a domain such as example.com or *.example.com"),
      Flag.atLeast(0)
    )
  },
  Effect.fn("dunlin.mcp")(function*({ only, redact }) {
    const environment = yield* settings
    const agentsRedact = Option.match(redact, {
      onNone: () => environment.agentsRedact,
      onSome: (isOn) => isOn ? "on" : "off"
    })
    const domains = only.length > 0 ? only : environment.agentsDomains
    const { run } = yield* Effect.promise(() => import("./mcpServer.ts"))
    yield* run({ ...environment, agentsRedact }, domains)
  })
).pipe(
  Command.withDescription("Serve the MCP tools `search` and `read` to an agent over stdin and stdout"),
  Command.withExamples([
    {
      command: "claude mcp add dunlin -- npx dunlin mcp",
      description: "In Claude Code"
    },
    {
      command: "dunlin mcp --only docs.example.com --only example.org",
      description: "Restrict the agent to these domains"
    },
    {
      command: "dunlin mcp --redact",
      description: "Redact names, addresses, numbers and secrets"
    }
  ])
)
