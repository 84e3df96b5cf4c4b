/** Runs the MCP server of `dunlin mcp`. It is a separate module, so that help and other commands do not load it. */
import * as StdioServer from "@dunlin/mcp/StdioServer"
import { Redaction } from "@dunlin/mcp/Tools"
import * as Caller from "@dunlin/pipeline/Caller"
import * as Effect from "effect/Effect"
import * as Services from "../../Services.ts"
import type { Settings } from "../../Settings.ts"
import { forAgents } from "../settings/redaction.ts"

const limitedTo = (whitelist: ReadonlyArray<string>): Caller.Caller => ({
  ...Caller.local,
  features: {
    ...Caller.local.features,
    threatProtection: {
      ...Caller.local.features.threatProtection,
      enforced: true,
      allowOverrides: false,
      policy: { mode: "off", blacklist: ["*"], whitelist }
    }
  }
})

export const run = (settings: Settings, domains: ReadonlyArray<string>) =>
  StdioServer.run.pipe(
    Effect.provideService(StdioServer.StdioCaller, domains.length === 0 ? Caller.local : limitedTo(domains)),
    Effect.provideService(Redaction, forAgents(settings)),
    Effect.provide(Services.layerConfig({ settings }))
  )
