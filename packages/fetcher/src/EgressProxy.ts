/**
 * Runs a filtering forward proxy, which is a browser's only connection to the network. It resolves a name once,
 * checks the IP addresses, and connects to a checked one. Interception inside the browser would miss redirects,
 * WebSockets, workers and prefetches.
 *
 * @since 0.1.0
 */
import * as FairSemaphore from "@dunlin/common/FairSemaphore"
import * as Secret from "@dunlin/common/Secret"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as NodeCrypto from "node:crypto"
import * as NodeHttp from "node:http"
import type * as NodeNet from "node:net"
import { EgressGuard } from "./EgressGuard.ts"
import { BrowserUnavailable, DecodeError, type Reason } from "./FetchError.ts"
import { type Dial, makeDial, type Upstream } from "./internal/dial.ts"
import { hasTooManyCodings } from "./internal/http/decodeBody.ts"
import { fromNetwork } from "./internal/reasons.ts"

/**
 * @category options
 * @since 0.1.0
 */
export interface Options {
  /** Called for each host, in lower case. If it returns `true`, the host is blocked, as by an ad blocker. */
  readonly isUnwanted?: ((host: string) => boolean) | undefined
  /**
   * The maximum bytes that one connection may receive.
   *
   * @default 134217728 (128 MiB)
   */
  readonly maxBytes?: number | undefined
  /**
   * The timeout for opening a connection, in milliseconds.
   *
   * @default 10000
   */
  readonly connectTimeout?: number | undefined
  /**
   * The Basic credentials that clients must send. Other clients receive 407. Do not use them with Chromium, because
   * it forgets the password if a site sends `Clear-Site-Data` or a 407.
   *
   * @default none: any program on this machine may use the proxy
   */
  readonly credentials?: { readonly username: string; readonly password: Secret.Secret } | undefined
  readonly upstream?: Upstream | undefined
}

/**
 * A running proxy.
 *
 * @category models
 * @since 0.1.0
 */
export interface EgressProxy {
  /** The URL `http://127.0.0.1:<port>`, even if the proxy is for remote clients. These use another host name. */
  readonly url: string
  /** Returns the reason why the last connection to `host:port` failed, if it failed. */
  readonly failure: (host: string, port: number) => Reason | undefined
  readonly counts: () => { readonly opened: number; readonly refused: number; readonly open: number }
}

const MAX_REMEMBERED_FAILURES = 1_000

const DEFAULT_MAX_BYTES_OF_RESPONSES = 128 * 1024 * 1024

const DEFAULT_CONNECT_TIMEOUT_MS = 10_000
const IDLE_TIMEOUT_MS = 5_000

/** The proxy does not know which team opened a connection, so all lookups have the default tenant. */
const tenant = FairSemaphore.Tenant.defaultValue()

const MAX_FREE_SOCKETS = 64

const MAX_PROXY_HEADER_BYTES = 64 * 1024

const parseAuthority = (authority: string): { readonly host: string; readonly port: number } | undefined => {
  const match = /^(\[[0-9a-fA-F:.]{2,45}\]|[^:/?#@\s]{1,255}):(\d{1,5})$/.exec(authority)
  if (match === null) return undefined
  // `URL` normalizes every numeric form of an IP address.
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
  const forwarded: NodeHttp.OutgoingHttpHeaders = { ...headers }
  for (const name of hopByHop) delete forwarded[name]
  return forwarded
}

const challenge = "Basic realm=\"egress\""
const refusal = `HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: ${challenge}\r\n` +
  "Content-Length: 0\r\nConnection: close\r\n\r\n"

const authorization = (credentials: Options["credentials"]) => {
  if (credentials === undefined) return () => true
  const pair = `${credentials.username}:${Secret.text(credentials.password, "password")}`
  const expected = Buffer.from(`Basic ${Buffer.from(pair).toString("base64")}`)
  return ({ headers }: NodeHttp.IncomingMessage): boolean => {
    const given = Buffer.from(headers["proxy-authorization"] ?? "")
    return given.length === expected.length && NodeCrypto.timingSafeEqual(given, expected)
  }
}

const ledger = () => {
  const sockets = new Set<NodeNet.Socket>()
  const failures = new Map<string, Reason>()
  let opened = 0
  let refused = 0
  const keyOf = (host: string, port: number) => `${host.replace(/^\[|\]$/g, "")} ${port}`
  const fail = (host: string, port: number, reason: Reason) => {
    const key = keyOf(host, port)
    failures.delete(key)
    if (failures.size >= MAX_REMEMBERED_FAILURES) failures.delete(failures.keys().next().value!)
    failures.set(key, reason)
  }
  return {
    track: <S extends NodeNet.Socket>(socket: S): S => {
      sockets.add(socket)
      socket.unref()
      socket.once("close", () => sockets.delete(socket))
      socket.on("error", () => socket.destroy())
      return socket
    },
    refuse: () => {
      refused++
    },
    dialled: (host: string, port: number, error: Error | undefined) => {
      if (error === undefined) {
        opened++
        failures.delete(keyOf(host, port))
        return
      }
      refused++
      fail(host, port, fromNetwork(error, { headers: 0 }))
    },
    fail,
    failure: (host: string, port: number) => failures.get(keyOf(host, port)),
    counts: () => ({ opened, refused, open: sockets.size }),
    destroyAll: () => {
      for (const socket of sockets) socket.destroy()
    }
  }
}

type Ledger = ReturnType<typeof ledger>

interface Way {
  readonly dial: Dial
  readonly connections: Ledger
  readonly isAuthorized: (request: NodeHttp.IncomingMessage) => boolean
  readonly isUnwanted: (host: string) => boolean
  readonly maxBytes: number
}

const bound = (stream: NodeJS.ReadableStream, socket: NodeNet.Socket, maxBytes: number): void => {
  let received = 0
  stream.on("data", (chunk: Buffer) => {
    received += chunk.length
    if (received > maxBytes) socket.destroy()
  })
}

const noSocket = () => new Error("no socket")

const dialFor = (
  { connections, dial }: Way,
  { host, port }: { readonly host: string; readonly port: number },
  client: NodeNet.Socket,
  onOpen: (socket: NodeNet.Socket) => void
): void => {
  const cancel = dial(host, port, (error, socket) => {
    client.off("close", cancel)
    if (error !== null || socket === undefined) {
      connections.dialled(host, port, error ?? noSocket())
      client.destroy()
      return
    }
    connections.dialled(host, port, undefined)
    connections.track(socket)
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

const checkedAgent = ({ connections, dial }: Way): NodeHttp.Agent => {
  const agent = new NodeHttp.Agent({ keepAlive: true, timeout: IDLE_TIMEOUT_MS, maxFreeSockets: MAX_FREE_SOCKETS })
  agent.createConnection = (target, callback) => {
    const host = target.host ?? ""
    const port = Number(target.port)
    dial(host, port, (error, socket) => {
      connections.dialled(host, port, socket === undefined ? error ?? noSocket() : error ?? undefined)
      callback?.(error, socket === undefined ? undefined! : connections.track(socket))
    })
    return undefined
  }
  return agent
}

const forward = (way: Way, agent: NodeHttp.Agent): NodeHttp.RequestListener => (request, response) => {
  const url = URL.parse(request.url ?? "")
  if (url === null || url.protocol !== "http:") return void request.socket.destroy()
  if (!way.isAuthorized(request)) {
    way.connections.refuse()
    return void request.socket.end(refusal)
  }
  if (way.isUnwanted(url.hostname)) {
    way.connections.refuse()
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
    maxHeaderSize: MAX_PROXY_HEADER_BYTES
  }, (answer) => {
    answer.on("error", () => request.socket.destroy())
    answer.on("aborted", () => request.socket.destroy())
    if (hasTooManyCodings(answer.headers["content-encoding"] ?? "")) {
      way.connections.fail(url.hostname, url.port === "" ? 80 : Number(url.port), new DecodeError({}))
      answer.destroy()
      return void request.socket.destroy()
    }
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, withoutHopByHop(answer.headers))
    bound(answer, request.socket, way.maxBytes)
    answer.pipe(response)
  })
  forwarded.on("error", () => request.socket.destroy())
  forwarded.on("upgrade", () => request.socket.destroy())
  response.on("close", () => forwarded.destroy())
  request.on("error", () => forwarded.destroy())
  return void request.pipe(forwarded)
}

const tunnel = (way: Way) => (request: NodeHttp.IncomingMessage, client: NodeNet.Socket, head: Buffer): void => {
  client.on("error", () => client.destroy())
  const target = parseAuthority(request.url ?? "")
  if (target === undefined) return void client.destroy()
  if (!way.isAuthorized(request)) {
    way.connections.refuse()
    return void client.end(refusal)
  }
  if (way.isUnwanted(target.host)) {
    way.connections.refuse()
    return void client.destroy()
  }
  dialFor(way, target, client, (socket) => {
    client.write("HTTP/1.1 200 Connection Established\r\n\r\n")
    if (head.length > 0) socket.write(head)
    bound(socket, socket, way.maxBytes)
    socket.pipe(client)
    client.pipe(socket)
    socket.once("close", () => client.destroy())
  })
}

interface Listening {
  readonly hosts: readonly [string, ...ReadonlyArray<string>]
  readonly port: number
  readonly isClient: (address: string) => boolean
}

const LOOPBACK: Listening = { hosts: ["127.0.0.1"], port: 0, isClient: () => true }

const start = Effect.fnUntraced(function*(
  options: Options,
  { hosts, isClient, port }: Listening
): Effect.fn.Return<EgressProxy, NodeJS.ErrnoException, EgressGuard | Scope.Scope> {
  const guard = yield* EgressGuard
  const connections = ledger()
  const connectTimeout = options.connectTimeout ?? DEFAULT_CONNECT_TIMEOUT_MS
  const way: Way = {
    dial: makeDial({ guard, upstream: options.upstream, connectTimeout, tenant }),
    connections,
    isAuthorized: authorization(options.credentials),
    isUnwanted: (host) => options.isUnwanted?.(host) === true,
    maxBytes: options.maxBytes ?? DEFAULT_MAX_BYTES_OF_RESPONSES
  }
  const agent = checkedAgent(way)

  const server = NodeHttp.createServer(
    { maxHeaderSize: MAX_PROXY_HEADER_BYTES, requestTimeout: 0 },
    forward(way, agent)
  )
  server.on("connect", tunnel(way))
  server.on("upgrade", (_request, client) => client.destroy())
  server.on("clientError", (_error, client) => client.destroy())
  server.on("connection", (socket) => {
    if (isClient(socket.remoteAddress ?? "")) return void connections.track(socket)
    connections.refuse()
    socket.destroy()
  })

  const listen = (host: string) =>
    Effect.callback<void, NodeJS.ErrnoException>((resume) => {
      const fail = (error: NodeJS.ErrnoException) => resume(Effect.fail(error))
      server.once("error", fail)
      server.unref().listen(port, host, () => {
        server.off("error", fail)
        resume(Effect.void)
      })
    })
  yield* Effect.acquireRelease(
    Effect.firstSuccessOf(hosts.map(listen)),
    () =>
      Effect.callback<void>((resume) => {
        agent.destroy()
        connections.destroyAll()
        server.close(() => resume(Effect.void))
      })
  )
  const address = server.address() as NodeNet.AddressInfo

  return { url: `http://127.0.0.1:${address.port}`, failure: connections.failure, counts: connections.counts }
})

/**
 * Starts a proxy on a free loopback port. It closes with the scope, together with its connections.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (options: Options = {}): Effect.Effect<EgressProxy, never, EgressGuard | Scope.Scope> =>
  Effect.orDie(start(options, LOOPBACK))

/**
 * Starts a proxy for clients on other machines. It listens on every address of this machine, and accepts only clients
 * whose address passes `isClient`. Fails if the port is in use.
 *
 * @category constructors
 * @since 0.2.0
 */
export const makeReachable = (
  options: Options & {
    /** @default a free one */
    readonly port?: number | undefined
    readonly isClient: (address: string) => boolean
  }
): Effect.Effect<EgressProxy, BrowserUnavailable, EgressGuard | Scope.Scope> =>
  Effect.mapError(
    // Machines without IPv6 reject `::`.
    start(options, { hosts: ["::", "0.0.0.0"], port: options.port ?? 0, isClient: options.isClient }),
    ({ code }) =>
      new BrowserUnavailable({
        detail: `the egress proxy for remote browsers cannot listen on port ${options.port ?? 0} (${code ?? "unknown"})`
      })
  )
