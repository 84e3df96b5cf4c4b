// Runs published MCP clients, from the first to the newest, over all their transports: npm run bench --
// mcpGenerations
//
// Each negotiates its protocol revision, lists the tools, calls one that works and one that fails. `--write` stores the
// results in `compatibility.json`.
import { createClient } from "dunlin"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { program } from "../../../dunlin/test/commandLine.ts"
import { generations, talk, type Transport } from "../../../dunlin/test/mcpGenerations.ts"
import { start } from "../../../dunlin/test/serverProcess.ts"
import { write } from "./compatibility.ts"
import { figure } from "./report.ts"

const ANSWER = "The longest river is the Tay."

export const run = async (args: ReadonlyArray<string>) => {
  const folder = mkdtempSync(join(tmpdir(), "dunlin-bench-mcp-"))
  const data = join(folder, "data")
  const client = createClient({ data })
  await client.index([{ url: "https://example.com/rivers", title: "Rivers", text: ANSWER }])
  await client.close()
  const server = await start({ DUNLIN_DATA: data })
  const targetOf = (transport: Transport) =>
    transport === "stdio"
      ? {
        command: process.execPath,
        args: [program, "--data", data, "mcp"],
        env: { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "" }
      }
      : { url: `${server.url}/mcp` }
  try {
    const rows = []
    for (const generation of generations) {
      for (const transport of generation.transports) {
        const heard = await talk(generation, transport, targetOf(transport)).catch(String)
        const works = typeof heard !== "string" && heard.revision === generation.revision &&
          heard.tools.join() === "search,read" && heard.found.includes(ANSWER) &&
          heard.refused.includes("BAD_ARGUMENTS")
        const why = works ? "" : JSON.stringify(heard).slice(0, 300)
        const name = `official SDK of ${generation.language}, ${generation.version}`
        rows.push({
          client: name,
          version: generation.version,
          method: `${generation.revision} over ${transport}`,
          works,
          why
        })
        console.log(`${name}: ${generation.revision} over ${transport}: ${works ? "works" : why}`)
      }
    }
    const metric = `revisions and transports that work, of ${rows.length}`
    figure({ area: "clients of MCP", metric, ours: rows.filter(({ works }) => works).length })
    if (args.includes("--write")) write("MCP", rows)
  } finally {
    await server.stop("SIGTERM")
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
