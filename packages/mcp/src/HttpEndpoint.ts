/**
 * Adds MCP over HTTP to an existing server, as one function from a request to a response. Sessions are limited in
 * number and survive a restart. The existing server does authentication, rate limits and limits of the body.
 *
 * @since 0.1.0
 */
import type { Answerer } from "@dunlin/pipeline/Answerer"
import type * as Caller from "@dunlin/pipeline/Caller"
import type { Reader } from "@dunlin/pipeline/Reader"
import * as McpServer from "effect/ai/McpServer"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { randomUUID } from "node:crypto"
import { withoutAbsent } from "./internal/capabilities.ts"
import * as Envelope from "./internal/envelope.ts"
import * as EventStreams from "./internal/eventStreams.ts"
import { info, protocols, registrations } from "./internal/registration.ts"
import * as Sessions from "./internal/sessions.ts"
import { watched } from "./internal/watched.ts"

/** Also the maximum number of streams of revision 2024-11-05. */
const DEFAULT_MAX_SESSIONS = 200

/**
 * @category options
 * @since 0.1.0
 */
export interface Options {
  /**
   * Hosts, without port, that a request may name. Set them for a server on a local machine. Otherwise, a page in a
   * browser can reach the server through a domain that resolves to it (DNS rebinding).
   *
   * @default any
   */
  readonly allowedHosts?: ReadonlyArray<string> | undefined
  /** Origins of pages that may send requests. Programs other than browsers send no origin. @default none */
  readonly allowedOrigins?: ReadonlyArray<string> | undefined
  /** Maximum number of sessions that are kept. @default 200 */
  readonly maxSessions?: number | undefined
}

/**
 * @category models
 * @since 0.1.0
 */
export interface Incoming {
  readonly method: string
  /**
   * Path and query of the request. Clients of revision 2024-11-05 need them: the event stream contains a URL with a
   * query, and they send messages to it.
   *
   * @default none: these clients are not served
   */
  readonly url?: string | undefined
  /** Header values by name, in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
  readonly caller: Caller.Caller
}

/**
 * @category models
 * @since 0.1.0
 */
export interface HttpEndpoint {
  /** Handles a request; the response body may be a stream. Interruption stops the call and releases its resources. */
  readonly handle: (request: Incoming) => Effect.Effect<HttpServerResponse.HttpServerResponse>
  readonly sessions: () => number
}

/**
 * Whether a request calls a tool. Other requests are not charged, so limits and credits ignore them.
 *
 * @category getters
 * @since 0.1.0
 */
export const isCall = (body: string): boolean => {
  // Most bodies do not contain the method, so only a few are parsed twice.
  if (!body.includes("tools/call")) return false
  const envelope = Envelope.read(body)
  return envelope._tag === "Messages" && envelope.isCall
}

/**
 * Responds to the call in a body with an error that the model can read.
 *
 * @category constructors
 * @since 0.1.0
 */
export const toolError = (body: string, text: string): HttpServerResponse.HttpServerResponse => {
  const envelope = Envelope.read(body)
  const messages = envelope._tag === "Messages" ? envelope.messages : []
  const call = messages.find(Envelope.isCall) as { readonly id?: unknown } | undefined
  const result = { content: [{ type: "text", text }], isError: true }
  return HttpServerResponse.jsonUnsafe({ jsonrpc: "2.0", id: call?.id ?? null, result })
}

/**
 * Starts the server, which stops when the scope closes.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = Effect.fnUntraced(function*(
  options: Options = {}
): Effect.fn.Return<HttpEndpoint, never, Scope.Scope | Answerer | Reader> {
  const callers = new Map<string, Caller.Caller>()
  const services = yield* Effect.context<Answerer | Reader>()
  const callerOf = (meta: Readonly<Record<string, unknown>> | undefined) =>
    callers.get(String(meta?.[Envelope.callerField]))
  const web = yield* Effect.acquireRelease(
    Effect.sync(() =>
      HttpRouter.toWebHandler(
        Layer.orDie(McpServer.layerHttp({
          ...info,
          path: "/mcp",
          protocols,
          allowedOrigins: options.allowedOrigins ?? [],
          allowSessionTermination: true,
          registrations: registrations(callerOf).pipe(Layer.provide(Layer.succeedContext(services)))
        })),
        { disableLogger: true }
      )
    ),
    ({ dispose }) => Effect.promise(dispose)
  )
  const ask = async (request: Request) => {
    const response = await web.handler(request)
    const { headers, status } = response
    // A message about the server itself is the whole response. Event streams may continue and stay unchanged.
    if (!(headers.get("content-type") ?? "").startsWith("application/json")) return response
    const own = new Headers(headers)
    own.delete("content-length")
    return new Response(withoutAbsent(await response.text()), { status, headers: own })
  }
  const maxSessions = options.maxSessions ?? DEFAULT_MAX_SESSIONS
  const sessions = Sessions.make(ask, maxSessions)
  const { allowedHosts } = options

  const respond = ({ body, caller, headers, method }: Incoming): Effect.Effect<Response> => {
    let text: string | undefined
    const handle = randomUUID()
    if (method === "POST") {
      const envelope = Envelope.read(body)
      if (envelope._tag === "Refused") return refuse(envelope.status, envelope.code, envelope.why)
      if (envelope.isCall) callers.set(handle, caller)
      text = Envelope.withCaller(envelope, handle)
    }
    const controller = new AbortController()
    const end = (outcome: "read" | "broken off") => {
      callers.delete(handle)
      if (outcome === "broken off") controller.abort()
    }
    const toRequest = (session: string | undefined) => {
      const own = new Headers()
      for (const name of passedOn) if (headers[name] !== undefined) own.set(name, headers[name])
      if (session !== undefined) {
        own.set(Sessions.sessionHeader, session)
        // A session uses the revision that was negotiated, whatever the header names.
        if (Sessions.isRevision(headers["mcp-protocol-version"])) own.delete("mcp-protocol-version")
      }
      return new Request("http://mcp.internal/mcp", {
        method,
        headers: own,
        signal: controller.signal,
        ...(text === undefined ? {} : { body: text })
      })
    }
    return sessions.run({
      owner: caller.team,
      session: headers[Sessions.sessionHeader],
      version: headers["mcp-protocol-version"],
      isEnd: method === "DELETE" && isAllowed(headers.origin, options.allowedOrigins),
      toRequest
    }).pipe(
      Effect.map((response) => watched(response, end)),
      Effect.onInterrupt(() => Effect.sync(() => end("broken off")))
    )
  }
  const streams = yield* EventStreams.make(respond, maxSessions)

  const handle = (request: Incoming): Effect.Effect<HttpServerResponse.HttpServerResponse> => {
    if (allowedHosts !== undefined && !allowedHosts.includes(hostOf(request.headers.host))) {
      return Effect.map(
        refuse(403, -32600, "Forbidden: unknown host name"),
        HttpServerResponse.fromWeb
      )
    }
    return Effect.map(streams.answer(request) ?? respond(request), HttpServerResponse.fromWeb)
  }
  return { handle, sessions: sessions.size }
})

const isAllowed = (origin: string | undefined, allowed: ReadonlyArray<string> = []): boolean =>
  origin === undefined || allowed.includes(origin)

const passedOn = [
  "accept",
  "content-type",
  "origin",
  "mcp-protocol-version",
  "mcp-method",
  "mcp-name",
  "last-event-id"
] as const

const hostOf = (host: string | undefined): string => {
  const name = URL.parse(`http://${host ?? ""}/`)?.hostname ?? ""
  return name.replace(/^\[|\]$/g, "")
}

const refuse = (status: number, code: number, why: string) =>
  Effect.succeed(
    new Response(Envelope.refusal(code, why), { status, headers: { "content-type": "application/json" } })
  )
