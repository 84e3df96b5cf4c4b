/** Both generations of the official client, over both transports, in every revision they speak. */
import { Client as Second, StreamableHTTPClientTransport as SecondHttp } from "@modelcontextprotocol/client"
import { StdioClientTransport as SecondStdio } from "@modelcontextprotocol/client/stdio"
import { Client as First } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport as FirstStdio } from "@modelcontextprotocol/sdk/client/stdio.js"
import { StreamableHTTPClientTransport as FirstHttp } from "@modelcontextprotocol/sdk/client/streamableHttp.js"

export interface Combination {
  readonly client: "first" | "second"
  readonly revision: string
}

export const combinations: ReadonlyArray<Combination> = [
  ...["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"].map((
    revision
  ) => ({ client: "first", revision } as const)),
  ...["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28", "auto"]
    .map((revision) => ({ client: "second", revision } as const))
]

export type Target =
  | { readonly url: string; readonly key?: string }
  | { readonly command: string; readonly args: ReadonlyArray<string>; readonly env: Record<string, string> }

export interface ToolResult {
  readonly isError: boolean
  readonly text: string
}

export interface Connection {
  readonly tools: () => Promise<ReadonlyArray<{ readonly name: string }>>
  readonly call: (
    name: string,
    args: Record<string, unknown>,
    options?: { readonly signal?: AbortSignal; readonly onProgress?: (message: string) => void }
  ) => Promise<ToolResult>
  readonly close: () => Promise<void>
}

const client = { name: "test", version: "1" }

const patience = 100_000

const toResult = (result: unknown): ToolResult => {
  const { content, isError } = result as { content: ReadonlyArray<{ text: string }>; isError?: boolean }
  return { isError: isError === true, text: content.map(({ text }) => text).join("") }
}

const toOptions = (options: Parameters<Connection["call"]>[2]) => ({
  timeout: patience,
  ...(options?.signal === undefined ? {} : { signal: options.signal }),
  ...(options?.onProgress === undefined
    ? {}
    : { onprogress: ({ message }: { message?: string | undefined }) => options.onProgress?.(message ?? "") })
})

const headersOf = (target: { readonly key?: string }) =>
  target.key === undefined ? {} : { requestInit: { headers: { authorization: `Bearer ${target.key}` } } }

const connectFirst = async (target: Target, revision: string): Promise<Connection> => {
  const transport = "url" in target
    ? new FirstHttp(new URL(target.url), headersOf(target))
    : new FirstStdio({ ...target, args: [...target.args], stderr: "ignore" })
  // This generation always asks for its newest revision.
  const send = transport.send.bind(transport)
  transport.send = (message: any) => {
    if (message.method === "initialize") message.params.protocolVersion = revision
    return send(message)
  }
  const connected = new First(client)
  await connected.connect(transport as never, { timeout: patience })
  return {
    tools: async () => (await connected.listTools()).tools,
    call: async (name, args, options) =>
      toResult(await connected.callTool({ name, arguments: args }, undefined, toOptions(options))),
    close: () => connected.close()
  }
}

const connectSecond = async (target: Target, revision: string): Promise<Connection> => {
  const transport = "url" in target
    ? new SecondHttp(new URL(target.url), headersOf(target))
    : new SecondStdio({ ...target, args: [...target.args], stderr: "ignore" })
  const connected = new Second(
    client,
    revision === "auto"
      ? { versionNegotiation: { mode: "auto" } }
      : revision === "2026-07-28"
      ? { versionNegotiation: { mode: { pin: revision } } }
      : { supportedProtocolVersions: [revision] }
  )
  await connected.connect(transport, { timeout: patience })
  return {
    tools: async () => (await connected.listTools()).tools,
    call: async (name, args, options) =>
      toResult(await connected.callTool({ name, arguments: args }, toOptions(options))),
    close: () => connected.close()
  }
}

export const connect = (target: Target, { client, revision }: Combination): Promise<Connection> =>
  client === "first" ? connectFirst(target, revision) : connectSecond(target, revision)
