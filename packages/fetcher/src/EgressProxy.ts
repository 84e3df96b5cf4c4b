/**
 * A filtering forward proxy: the only way out for a browser.
 *
 * Page scripts reach the network in dozens of ways that no interception inside
 * the browser sees (redirects, WebSockets, workers, prefetch). All of them end
 * here, where the name is resolved once, checked, and the checked address is
 * dialled.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import * as NodeCrypto from "node:crypto"
import * as NodeHttp from "node:http"
import type * as NodeNet from "node:net"
import { EgressGuard } from "./EgressGuard.ts"
import type { Reason } from "./FetchError.ts"
import { makeDial, type Upstream } from "./internal/dial.ts"
import { fromNetwork } from "./internal/reasons.ts"

/**
 * @category options
 * @since 0.1.0
 */
export type Options = {
  /** Asked for each host in lower case; `true` refuses it, as an ad blocker does. */
  readonly isUnwanted?: ((host: string) => boolean) | undefined
  /**
   * Most bytes one connection may bring back.
   *
   * @default 134217728 (128 MiB)
   */
  readonly maxBytes?: number | undefined
  /**
   * Milliseconds a connection may take to open.
   *
   * @default 10000
   */
  readonly connectTimeout?: number | undefined
  /**
   * What clients authenticate with (Basic); others are answered 407. Not for a Chromium: it forgets the password when a
   * site sends `Clear-Site-Data` or a 407 of its own.
   *
   * @default none: whoever may connect to loopback ports of this machine is served
   */
  readonly credentials?: { readonly username: string; readonly password: Redacted.Redacted<string> } | undefined
  /** The proxy behind this one. */
  readonly upstream?: Upstream | undefined
}

/**
 * A running proxy.
 *
 * @category models
 * @since 0.1.0
 */
export type EgressProxy = {
  /** `http://127.0.0.1:<port>` */
  readonly url: string
  /** Why the last connection to `host:port` failed, if it did. */
  readonly failure: (host: string, port: number) => Reason | undefined
  /** Connections opened and refused since the start. */
  readonly counts: () => { readonly opened: number; readonly refused: number; readonly open: number }
}

const rememberedFailures = 1_000

const parseAuthority = (authority: string): { readonly host: string; readonly port: number } | undefined => {
  const match = /^(\[[0-9a-fA-F:.]{2,45}\]|[^:/?#@\s]{1,255}):(\d{1,5})$/.exec(authority)
  if (match === null) return undefined
  // the URL parser turns every numeric spelling of an address into the address itself
  const url = URL.parse(`http://${match[1]}:${match[2]}/`)
  return url === null ? undefined : { host: url.hostname, port: Number(match[2]) }
}

const hopByHop = [
  "connection",
  "keep-alive",
  "proxy-connection",
  "proxy-authorization",
  "proxy-authenticate",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade"
]

const withoutHopByHop = (headers: NodeHttp.IncomingHttpHeaders): NodeHttp.OutgoingHttpHeaders => {
  const kept: NodeHttp.OutgoingHttpHeaders = { ...headers }
  for (const name of hopByHop) delete kept[name]
  return kept
}

const challenge = "Basic realm=\"egress\""
const refusal = `HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: ${challenge}\r\n` +
  "Content-Length: 0\r\nConnection: close\r\n\r\n"

/** Whether a request carries the credentials, in a time that does not tell how much of them is right. */
const authorization = (credentials: Options["credentials"]) => {
  if (credentials === undefined) return () => true
  const pair = `${credentials.username}:${Redacted.value(credentials.password)}`
  const expected = Buffer.from(`Basic ${Buffer.from(pair).toString("base64")}`)
  return ({ headers }: NodeHttp.IncomingMessage): boolean => {
    const given = Buffer.from(headers["proxy-authorization"] ?? "")
    return given.length === expected.length && NodeCrypto.timingSafeEqual(given, expected)
  }
}

/**
 * Starts a proxy on a free loopback port; it ends with the scope, and every connection with it.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = Effect.fnUntraced(function*(
  options: Options = {}
): Effect.fn.Return<EgressProxy, never, EgressGuard | Scope.Scope> {
  const guard = yield* EgressGuard
  const maxBytes = options.maxBytes ?? 128 * 1024 * 1024
  const dial = makeDial({ guard, upstream: options.upstream, connectTimeout: options.connectTimeout ?? 10_000 })
  const sockets = new Set<NodeNet.Socket>()
  const failures = new Map<string, Reason>()
  const isAuthorized = authorization(options.credentials)
  let opened = 0
  let refused = 0

  const keyOf = (host: string, port: number) => `${host.replace(/^\[|\]$/g, "")} ${port}`

  const remember = (host: string, port: number, error: Error) => {
    refused++
    const key = keyOf(host, port)
    failures.delete(key)
    if (failures.size >= rememberedFailures) failures.delete(failures.keys().next().value!)
    failures.set(key, fromNetwork(error, { headers: 0 }))
  }

  const track = <S extends NodeNet.Socket>(socket: S): S => {
    sockets.add(socket)
    // whoever waits for the browser keeps the process alive; the proxy itself is no reason to
    socket.unref()
    socket.once("close", () => sockets.delete(socket))
    socket.on("error", () => socket.destroy())
    return socket
  }

  /** Ends a connection that brings back too much. */
  const bounded = (stream: NodeJS.ReadableStream, socket: NodeNet.Socket): void => {
    let received = 0
    stream.on("data", (chunk: Buffer) => {
      received += chunk.length
      if (received > maxBytes) socket.destroy()
    })
  }

  /** Dials for one client; gives up when the client goes away. */
  const open = (host: string, port: number, client: NodeNet.Socket, onOpen: (socket: NodeNet.Socket) => void) => {
    if (options.isUnwanted?.(host) === true) {
      refused++
      client.destroy()
      return
    }
    const cancel = dial(host, port, (error, socket) => {
      client.off("close", cancel)
      if (error !== null || socket === undefined) {
        remember(host, port, error ?? new Error("no socket"))
        client.destroy()
        return
      }
      opened++
      failures.delete(keyOf(host, port))
      track(socket)
      const end = () => {
        socket.destroy()
      }
      client.once("close", end)
      socket.once("close", () => client.off("close", end))
      if (client.destroyed) socket.destroy()
      else onOpen(socket)
    })
    client.once("close", cancel)
  }

  // Plain HTTP keeps its connections open: the agent asks for a new one by host and port, and every one is checked.
  const agent = new NodeHttp.Agent({ keepAlive: true, timeout: 5_000, maxFreeSockets: 64 })
  agent.createConnection = (target, callback) => {
    const host = target.host ?? ""
    const port = Number(target.port)
    dial(host, port, (error, socket) => {
      if (error !== null || socket === undefined) remember(host, port, error ?? new Error("no socket"))
      else opened++
      callback?.(error, socket === undefined ? undefined! : track(socket))
    })
    return undefined
  }

  const server = NodeHttp.createServer({ maxHeaderSize: 64 * 1024, requestTimeout: 0 }, (request, response) => {
    const url = URL.parse(request.url ?? "")
    if (url === null || url.protocol !== "http:") return void request.socket.destroy()
    if (!isAuthorized(request)) {
      refused++
      return void request.socket.end(refusal)
    }
    if (options.isUnwanted?.(url.hostname) === true) {
      refused++
      return void request.socket.destroy()
    }
    const forwarded = NodeHttp.request({
      agent,
      host: url.hostname.replace(/^\[|\]$/g, ""),
      port: url.port === "" ? 80 : Number(url.port),
      method: request.method,
      path: url.pathname + url.search,
      headers: { ...withoutHopByHop(request.headers), host: url.host },
      setHost: false,
      maxHeaderSize: 64 * 1024
    }, (answer) => {
      answer.on("error", () => request.socket.destroy())
      answer.on("aborted", () => request.socket.destroy())
      response.writeHead(answer.statusCode ?? 502, answer.statusMessage, withoutHopByHop(answer.headers))
      bounded(answer, request.socket)
      answer.pipe(response)
    })
    forwarded.on("error", () => request.socket.destroy())
    forwarded.on("upgrade", () => request.socket.destroy())
    response.on("close", () => forwarded.destroy())
    request.on("error", () => forwarded.destroy())
    request.pipe(forwarded)
  })

  server.on("connect", (request: NodeHttp.IncomingMessage, client: NodeNet.Socket, head: Buffer) => {
    client.on("error", () => client.destroy())
    const target = parseAuthority(request.url ?? "")
    if (target === undefined) return void client.destroy()
    if (!isAuthorized(request)) {
      refused++
      return void client.end(refusal)
    }
    open(target.host, target.port, client, (socket) => {
      client.write("HTTP/1.1 200 Connection Established\r\n\r\n")
      if (head.length > 0) socket.write(head)
      bounded(socket, socket)
      socket.pipe(client)
      client.pipe(socket)
      socket.once("close", () => client.destroy())
    })
  })
  server.on("upgrade", (_request, client) => client.destroy())
  server.on("clientError", (_error, client) => client.destroy())
  server.on("connection", track)

  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => {
      server.unref().listen(0, "127.0.0.1", () => resume(Effect.void))
    }),
    () =>
      Effect.callback<void>((resume) => {
        agent.destroy()
        for (const socket of sockets) socket.destroy()
        server.close(() => resume(Effect.void))
      })
  )
  const address = server.address() as NodeNet.AddressInfo

  return {
    url: `http://127.0.0.1:${address.port}`,
    failure: (host, port) => failures.get(keyOf(host, port)),
    counts: () => ({ opened, refused, open: sockets.size })
  }
})
