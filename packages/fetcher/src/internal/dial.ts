import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as NodeNet from "node:net"
import * as NodeTls from "node:tls"
import type { Address, EgressGuard } from "../EgressGuard.ts"
import { ConnectError, Timeout } from "../FetchError.ts"
import { basicCredentials } from "./userInfo.ts"

/** Where connections are handed over instead of being dialled directly; set by the operator, so not guarded. */
export type Upstream = {
  readonly hostname: string
  readonly port: number
  readonly secure: boolean
  /** Value of `proxy-authorization`, if any. */
  readonly authorization: string | undefined
}

export type DialCallback = (error: Error | null, socket?: NodeNet.Socket) => void

/** Ends the attempt, whatever it is doing; its callback is not called any more. */
export type Cancel = () => void

export type Dial = (host: string, port: number, callback: DialCallback) => Cancel

export const parseUpstream = (proxy: string): Upstream | undefined => {
  const url = URL.parse(proxy)
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) return undefined
  const secure = url.protocol === "https:"
  return {
    hostname: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port === "" ? (secure ? 443 : 80) : Number(url.port),
    secure,
    authorization: basicCredentials(url)
  }
}

/** A lookup for `net.connect` that knows nothing but the addresses that were checked. */
const pinned = (addresses: ReadonlyArray<Address>): NodeNet.LookupFunction => (_hostname, options, callback) => {
  const first = addresses[0]!
  return options.all === true
    ? callback(null, addresses as Array<Address>)
    : callback(null, first.address, first.family)
}

const headLimit = 16 * 1024

/** Asks an upstream proxy for a tunnel to one checked address. */
const tunnel = (
  socket: NodeNet.Socket,
  address: Address,
  port: number,
  upstream: Upstream,
  callback: DialCallback
): void => {
  const authority = address.family === 6 ? `[${address.address}]:${port}` : `${address.address}:${port}`
  let head = Buffer.alloc(0)
  const fail = () => {
    socket.destroy()
    callback(new ConnectError({}))
  }
  const onReadable = () => {
    let chunk: Buffer | null
    while ((chunk = socket.read() as Buffer | null) !== null) {
      head = Buffer.concat([head, chunk])
      const end = head.indexOf("\r\n\r\n")
      if (end !== -1) {
        socket.off("readable", onReadable).off("end", fail)
        if (!/^HTTP\/1\.[01] 2\d\d/.test(head.toString("latin1", 0, 16))) return fail()
        const rest = head.subarray(end + 4)
        if (rest.length > 0) socket.unshift(rest)
        return callback(null, socket)
      }
      if (head.length > headLimit) return fail()
    }
  }
  socket.on("readable", onReadable).once("end", fail)
  const authorization = upstream.authorization === undefined
    ? ""
    : `Proxy-Authorization: ${upstream.authorization}\r\n`
  socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${authorization}\r\n`)
}

/**
 * The one place where sockets to pages are opened: inspect, resolve once, dial what was checked.
 * With an upstream proxy the checked address is what the tunnel is asked for.
 */
export const makeDial = (options: {
  readonly guard: EgressGuard["Service"]
  readonly upstream: Upstream | undefined
  readonly connectTimeout: number
}): Dial =>
(host, port, callback) => {
  let done = false
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
  const open = (addresses: ReadonlyArray<Address>) => {
    if (done) return
    const { upstream } = options
    const first = addresses[0]!
    if (upstream === undefined) {
      socket = NodeNet.connect({
        host,
        port,
        lookup: pinned(addresses),
        autoSelectFamily: true,
        keepAlive: true,
        noDelay: true,
        ...(NodeNet.isIP(host) === 0 ? {} : { host: first.address })
      })
      socket.once("connect", () => finish(null, socket))
    } else {
      socket = upstream.secure
        ? NodeTls.connect({ host: upstream.hostname, port: upstream.port, servername: upstream.hostname })
        : NodeNet.connect({ host: upstream.hostname, port: upstream.port, keepAlive: true, noDelay: true })
      socket.once(
        upstream.secure ? "secureConnect" : "connect",
        () => tunnel(socket!, first, port, upstream, finish)
      )
    }
    socket.on("error", (error) => finish(error))
    socket.once("close", () => finish(new ConnectError({})))
  }
  const destination = options.guard.inspect(host, port)
  if (destination._tag === "Failure") {
    process.nextTick(finish, destination.failure)
  } else {
    stopResolving = Effect.runCallback(options.guard.resolve(destination.success), {
      onExit: (exit) => {
        if (Exit.isSuccess(exit)) return open(exit.value)
        const error = Cause.squash(exit.cause)
        return finish(error instanceof Error ? error : new ConnectError({}))
      }
    })
  }
  return () => {
    if (done) return
    done = true
    clearTimeout(timer)
    stopResolving?.()
    socket?.destroy()
  }
}
