/** Published versions of the official clients of MCP, from the first to the newest, each with the revision it asks for. */
import { execFile } from "node:child_process"
import { createRequire } from "node:module"
import { join } from "node:path"
import { promisify } from "node:util"
import { pythonWith } from "../../common/test/pythonWith.ts"
import type { Target } from "./mcpClients.ts"

export type Transport = "stdio" | "http" | "events"

export interface Generation {
  readonly language: "TypeScript" | "Python"
  readonly version: string
  /** The revision that is agreed on. */
  readonly revision: string
  /** `events` is the HTTP transport of revision 2024-11-05. */
  readonly transports: ReadonlyArray<Transport>
  /** Further packages of PyPI. */
  readonly more?: ReadonlyArray<string>
}

/** Some versions import what newer ones of pydantic do not have. */
const olderPydantic = ["pydantic==2.11.7"]

/** Versions whose newest revision differs; the SDKs of the workspace are in `mcpClients.ts` with every revision. */
export const generations: ReadonlyArray<Generation> = [
  { language: "TypeScript", version: "1.0.4", revision: "2024-11-05", transports: ["stdio", "events"] },
  { language: "TypeScript", version: "1.12.3", revision: "2025-03-26", transports: ["stdio", "http", "events"] },
  { language: "TypeScript", version: "1.17.5", revision: "2025-06-18", transports: ["stdio", "http", "events"] },
  { language: "Python", version: "1.0.0", revision: "2024-11-05", transports: ["stdio", "events"] },
  {
    language: "Python",
    version: "1.9.4",
    revision: "2025-03-26",
    transports: ["stdio", "http", "events"],
    more: olderPydantic
  },
  {
    language: "Python",
    version: "1.16.0",
    revision: "2025-06-18",
    transports: ["stdio", "http", "events"],
    more: olderPydantic
  },
  { language: "Python", version: "1.30.0", revision: "2025-11-25", transports: ["stdio", "http", "events"] },
  { language: "Python", version: "2.3.0", revision: "2025-11-25", transports: ["stdio", "http"] }
]

export interface Talk {
  readonly revision: string
  readonly tools: ReadonlyArray<string>
  readonly found: string
  readonly refused: string
}

const client = { name: "generation", version: "1" }

const textOf = ({ content }: { readonly content: ReadonlyArray<{ readonly text?: string }> }): string =>
  content.map(({ text }) => text ?? "").join("")

/** Milliseconds that a talk may take: a busy machine starts a server in a minute. */
const PATIENCE_MS = 300_000
const patient = { timeout: PATIENCE_MS }

/** The implementation that later versions depend on. */
const eventSource = (): any => {
  const later = createRequire(import.meta.url).resolve("mcp-sdk-1.12/client/sse.js")
  return createRequire(later)("eventsource").EventSource
}

const inTypeScript = async (version: string, transport: Transport, target: Target): Promise<Talk> => {
  const name = `mcp-sdk-${version.split(".").slice(0, 2).join(".")}`
  const load = (path: string): Promise<any> => import(`${name}/client/${path}.js`)
  const { Client } = await load("index")
  const open = async () => {
    if (!("url" in target)) {
      const { StdioClientTransport } = await load("stdio")
      return new StdioClientTransport({ ...target, args: [...target.args], stderr: "ignore" })
    }
    if (transport === "http") {
      const { StreamableHTTPClientTransport } = await load("streamableHttp")
      return new StreamableHTTPClientTransport(new URL(target.url))
    }
    // the first versions leave it to the program to bring the `EventSource` of browsers
    globalThis.EventSource ??= eventSource()
    const { SSEClientTransport } = await load("sse")
    return new SSEClientTransport(new URL(target.url))
  }
  const opened = await open()
  let revision = ""
  const connected = new Client(client, { capabilities: {} })
  const started = connected.connect(opened, patient)
  // the SDK installs its reader as it starts; the first answer that has a revision is that of `initialize`
  const read = opened.onmessage
  Object.assign(opened, {
    onmessage: (message: any, ...rest: Array<unknown>) => {
      revision ||= message.result?.protocolVersion ?? ""
      return read(message, ...rest)
    }
  })
  await started
  const call = (name: string, args: object) => connected.callTool({ name, arguments: args }, undefined, patient)
  try {
    const { tools } = await connected.listTools({}, patient)
    return {
      revision,
      tools: tools.map(({ name }: { name: string }) => name),
      found: textOf(await call("search", { query: "longest river Tay" })),
      refused: textOf(await call("read", { url: "ftp://example.com/" }))
    }
  } finally {
    await connected.close()
  }
}

const inPython = async (
  { more, version }: Generation,
  transport: Transport,
  target: Target
): Promise<Talk | string> => {
  const installed = pythonWith("mcp", version, more)
  if ("missing" in installed) return installed.missing
  const asked = "url" in target ? { transport, url: target.url } : { transport, ...target }
  const script = join(import.meta.dirname, "mcpGeneration.py")
  const { stdout } = await promisify(execFile)(installed.program, [script, JSON.stringify(asked)], {
    env: installed.env,
    timeout: PATIENCE_MS
  })
  return JSON.parse(stdout) as Talk
}

/** Connects, lists the tools, calls one that works and one that refuses; a sentence where the client is missing. */
export const talk = (generation: Generation, transport: Transport, target: Target): Promise<Talk | string> =>
  generation.language === "TypeScript"
    ? inTypeScript(generation.version, transport, target)
    : inPython(generation, transport, target)
