/** Parses the messages of an HTTP request: their kinds, and their caller. */

/** The guard writes the caller to this field of `_meta`. A value from a client is replaced. */
export const callerField = "dev.dunlin/caller"

/** Batches exist in revision 2025-03-26. */
const MAX_BATCH_MESSAGES = 20

export type Envelope =
  | {
    readonly _tag: "Messages"
    readonly messages: ReadonlyArray<unknown>
    readonly isCall: boolean
    readonly isBatch: boolean
  }
  | { readonly _tag: "Refused"; readonly status: number; readonly code: number; readonly why: string }

export const isCall = (message: unknown): boolean =>
  typeof message === "object" && message !== null && "method" in message && message.method === "tools/call"

export const read = (body: string): Envelope => {
  let json: unknown
  try {
    json = JSON.parse(body)
  } catch {
    return { _tag: "Refused", status: 400, code: -32700, why: "Parse error: the body is not JSON" }
  }
  const isBatch = Array.isArray(json)
  const messages: ReadonlyArray<unknown> = isBatch ? json as ReadonlyArray<unknown> : [json]
  const isObject = (message: unknown) => typeof message === "object" && message !== null && !Array.isArray(message)
  if (messages.length === 0 || !messages.every(isObject)) {
    return { _tag: "Refused", status: 400, code: -32600, why: "Invalid request: the body is not a JSON-RPC message" }
  }
  const calls = messages.filter(isCall).length
  if (messages.length > MAX_BATCH_MESSAGES || calls > 1) {
    const why = `Invalid request: at most ${MAX_BATCH_MESSAGES} messages and one tool call in a request`
    return { _tag: "Refused", status: 400, code: -32600, why }
  }
  return { _tag: "Messages", messages, isCall: calls > 0, isBatch }
}

export const withCaller = (envelope: Extract<Envelope, { _tag: "Messages" }>, caller: string): string => {
  const named = envelope.messages.map((message) => {
    if (!isCall(message)) return message
    const { params } = message as { readonly params?: unknown }
    const own = typeof params === "object" && params !== null ? params as { readonly _meta?: unknown } : {}
    const meta = typeof own._meta === "object" && own._meta !== null ? own._meta : {}
    return { ...message as object, params: { ...own, _meta: { ...meta, [callerField]: caller } } }
  })
  return JSON.stringify(envelope.isBatch ? named : named[0])
}

export const refusal = (code: number, message: string): string =>
  JSON.stringify({ jsonrpc: "2.0", id: null, error: { code, message } })
