import * as FairSemaphore from "@dunlin/common/FairSemaphore"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as NodeNet from "node:net"
import * as NodeTls from "node:tls"
import type { Address, EgressGuard } from "../EgressGuard.ts"
import { ConnectError, Timeout } from "../FetchError.ts"
import { basicCredentials } from "./userInfo.ts"

/** The operator configures the upstream proxy, so it is not guarded. */
export interface Upstream {
  readonly hostname: string
  readonly port: number
  readonly secure: boolean
  readonly authorization: string | undefined
}

export type DialCallback = (error: Error | null, socket?: NodeNet.Socket) => void

export type Cancel = () => void

export type Dial = (host: string, port: number, callback: DialCallback) => Cancel

export const parseUpstream = (proxy: string): Upstream => {
  const url = URL.parse(proxy)
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) {
    throw new TypeError("proxy: expected http://user:password@host:port, or https:")
  }
  const secure = url.protocol === "https:"
  return {
    hostname: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port === "" ? (secure ? 443 : 80) : Number(url.port),
    secure,
    authorization: basicCredentials(url)
  }
}

const pinned = (addresses: ReadonlyArray<Address>): NodeNet.LookupFunction => (_hostname, options, callback) => {
  const first = addresses[0]!
  return options.all === true
    ? callback(null, addresses as Array<Address>)
    : callback(null, first.address, first.family)
}

const MAX_HEAD_BYTES = 16 * 1024

const MAX_TUNNELS = 4

/** With these statuses, a proxy rejects its client for any target. Some proxies use 401. */
const notTheAddress = new Set([401, 407])

/**
 * Requests a tunnel from an upstream proxy to one checked IP address. Calls back with `undefined` on success, with
 * the proxy's status if it refuses, or with 0 without a valid response.
 */
const tunnel = (
  socket: NodeNet.Socket,
  address: Address,
  port: number,
  upstream: Upstream,
  callback: (status: number | undefined) => void
): void => {
  const authority = address.family === 6 ? `[${address.address}]:${port}` : `${address.address}:${port}`
  let head = Buffer.alloc(0)
  const settle = (status: number | undefined) => {
    socket.off("readable", onReadable).off("end", onEnd)
    callback(status)
  }
  const onEnd = () => settle(0)
  const onReadable = () => {
    let chunk: Buffer | null
    while ((chunk = socket.read() as Buffer | null) !== null) {
      head = Buffer.concat([head, chunk])
      const end = head.indexOf("\r\n\r\n")
      if (end !== -1) {
        const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(head.toString("latin1", 0, 16))?.[1] ?? 0)
        if (status < 200 || status > 299) return settle(status)
        const rest = head.subarray(end + 4)
        if (rest.length > 0) socket.unshift(rest)
        return settle(undefined)
      }
      if (head.length > MAX_HEAD_BYTES) return settle(0)
    }
  }
  socket.on("readable", onReadable).once("end", onEnd)
  const authorization = upstream.authorization === undefined
    ? ""
    : `Proxy-Authorization: ${upstream.authorization}\r\n`
  socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${authorization}\r\n`)
}

/**
 * Returns the only function that opens sockets to pages. It inspects the target, resolves it once, and connects to the
 * checked addresses. With an upstream proxy, the tunnel is requested for the checked IP address.
 */
export const makeDial = (options: {
  readonly guard: EgressGuard["Service"]
  readonly upstream: Upstream | undefined
  readonly connectTimeout: number
  readonly tenant: string
}): Dial =>
(host, port, callback) => {
  let done = false
  let hasReturned = false
  let socket: NodeNet.Socket | undefined
  let stopResolving: (() => void) | undefined
  const timer = setTimeout(() => finish(new Timeout({ phase: "connect" })), options.connectTimeout)
  const finish: DialCallback = (error, connected) => {
    if (done) return
    done = true
    clearTimeout(timer)
    if (error !== null) socket?.destroy()
    callback(error, connected)
  }
  const watch = (opened: NodeNet.Socket, named: (error: Error) => Error = (error) => error) => {
    socket = opened
    opened.on("error", (error) => opened === socket && finish(named(error)))
    opened.once("close", () => opened === socket && finish(named(new ConnectError({}))))
  }
  const direct = (addresses: ReadonlyArray<Address>) => {
    const opened = NodeNet.connect({
      host: NodeNet.isIP(host) === 0 ? host : addresses[0]!.address,
      port,
      lookup: pinned(addresses),
      autoSelectFamily: true,
      keepAlive: true,
      noDelay: true
    })
    watch(opened)
    opened.once("connect", () => finish(null, opened))
  }
  /** Tries one address after the other, because the upstream proxy may not support one address family. */
  const through = (upstream: Upstream, [address, ...others]: ReadonlyArray<Address>) => {
    const opened = upstream.secure
      ? NodeTls.connect({ host: upstream.hostname, port: upstream.port, servername: upstream.hostname })
      : NodeNet.connect({ host: upstream.hostname, port: upstream.port, keepAlive: true, noDelay: true })
    watch(opened, () => new ConnectError({ code: "PROXY_UNREACHABLE" }))
    opened.once(
      upstream.secure ? "secureConnect" : "connect",
      () =>
        tunnel(opened, address!, port, upstream, (refusal) => {
          if (done) return
          if (refusal === undefined) return finish(null, opened)
          if (notTheAddress.has(refusal) || others.length === 0) {
            return finish(new ConnectError({ code: `PROXY_${refusal}` }))
          }
          through(upstream, others)
          opened.destroy()
        })
    )
  }
  const open = (addresses: ReadonlyArray<Address>) => {
    if (done) return
    if (options.upstream === undefined) direct(addresses)
    else through(options.upstream, addresses.slice(0, MAX_TUNNELS))
  }
  const fail = (error: Error) => {
    if (hasReturned) finish(error)
    else process.nextTick(finish, error)
  }
  const destination = options.guard.inspect(host, port)
  if (destination._tag === "Failure") {
    fail(destination.failure)
  } else {
    const resolved = Effect.provideService(
      options.guard.resolve(destination.success),
      FairSemaphore.Tenant,
      options.tenant
    )
    stopResolving = Effect.runCallback(resolved, {
      onExit: (exit) => {
        if (Exit.isSuccess(exit)) return open(exit.value)
        const error = Cause.squash(exit.cause)
        return fail(error instanceof Error ? error : new ConnectError({}))
      }
    })
  }
  hasReturned = true
  return () => {
    if (done) return
    done = true
    clearTimeout(timer)
    stopResolving?.()
    socket?.destroy()
  }
}
