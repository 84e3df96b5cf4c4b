/** Clients of one language, of every generation, against one server and over stdio: what its test file runs. */
import { assert, it } from "@effect/vitest"
import { createClient } from "dunlin"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll } from "vitest"
import { program } from "./commandLine.ts"
import type { Target } from "./mcpClients.ts"
import { type Generation, generations, talk, type Transport } from "./mcpGenerations.ts"
import { type Running, start } from "./serverProcess.ts"

const folder = mkdtempSync(join(tmpdir(), "dunlin-mcp-generations-"))
const data = join(folder, "data")

/** The server of the tests, and one test of all generations of a language, or of those that are named. */
export const testGenerations = (
  language: Generation["language"],
  tested: ReadonlyArray<Generation> = generations.filter((one) => one.language === language)
): () => Running => {
  let server: Running
  beforeAll(async () => {
    const client = createClient({ data })
    await client.index([{ url: "https://example.com/rivers", title: "Rivers", text: "The longest river is the Tay." }])
    await client.close()
    server = await start({ DUNLIN_DATA: data })
  })
  afterAll(async () => {
    await server.stop("SIGTERM")
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  const targetOf = (transport: Transport): Target =>
    transport === "stdio"
      ? {
        command: process.execPath,
        args: [program, "--data", data, "mcp"],
        env: { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "" }
      }
      : { url: `${server.url}/mcp` }

  const listens = async (generation: Generation, transport: Transport): Promise<string | undefined> => {
    const talking = () => talk(generation, transport, targetOf(transport))
    // a connection on which a busy client sent nothing for 30 seconds is closed with 408, and the client sends again
    const heard = await talking().catch((error: unknown) => {
      if (!String(error).includes("HTTP 408")) throw error
      return talking()
    })
    if (typeof heard === "string") return heard
    const about = `${generation.language} ${generation.version} over ${transport}`
    assert.strictEqual(heard.revision, generation.revision, about)
    assert.deepStrictEqual(heard.tools, ["search", "read"], about)
    assert.include(heard.found, "The longest river is the Tay.", about)
    assert.include(heard.refused, "BAD_ARGUMENTS", about)
    return undefined
  }

  it(`of ${language} agree on their own revision and call tools, over every transport that they have`, async ({ skip }) => {
    const missing: Array<string> = []
    for (const generation of tested) {
      for (const transport of generation.transports) {
        missing.push(...[await listens(generation, transport) ?? []].flat())
      }
    }
    if (missing.length > 0 && process.env.REQUIRE_REAL !== "1") return skip(missing.join(" "))
    assert.deepStrictEqual(missing, [])
  })
  return () => server
}
