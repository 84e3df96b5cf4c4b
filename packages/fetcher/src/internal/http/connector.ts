import * as NodeNet from "node:net"
import * as NodeTls from "node:tls"
import type { buildConnector } from "undici"
import type { Cancel, Dial } from "../dial.ts"

const informational = /^HTTP\/1\.[01] 100[ \r]/

/**
 * Drops `100 Continue` heads that nobody asked for. undici gives up on them, although a client must be prepared
 * to receive them (RFC 9110 15.2). Looks only at the first bytes that follow a write, never inside a body.
 */
const dropUnsolicitedContinue = <S extends NodeNet.Socket>(socket: S): S => {
  const read = socket.read.bind(socket)
  const write = socket.write.bind(socket) as (...parameters: Array<unknown>) => boolean
  let headExpected = true
  socket.write = ((...parameters: Array<unknown>) => {
    headExpected = true
    return write(...parameters)
  }) as S["write"]
  socket.read = (size?: number) => {
    let chunk = read(size) as Buffer | null
    while (headExpected && chunk !== null) {
      if (chunk[9] !== 0x31 || !informational.test(chunk.toString("latin1", 0, 13))) {
        headExpected = false
        break
      }
      const end = chunk.indexOf("\r\n\r\n")
      if (end === -1) break
      chunk = end + 4 < chunk.length ? chunk.subarray(end + 4) : read() as Buffer | null
    }
    return chunk
  }
  return socket
}

/**
 * An undici connector over `dial`. `onConnecting` is told about each connection that is not yet usable, so that it
 * can be cancelled when nobody waits for it any more; undici itself would let it run into its own timeout.
 */
export const makeConnector = (options: {
  readonly dial: Dial
  readonly rejectUnauthorized: boolean
  readonly handshakeTimeout: number
  readonly onConnecting: (origin: string, cancel: Cancel) => () => void
}): buildConnector.connector =>
(target, callback) => {
  const secure = target.protocol === "https:"
  const hostname = target.hostname.replace(/^\[|\]$/g, "")
  const port = target.port === "" || target.port === undefined ? (secure ? 443 : 80) : Number(target.port)
  const origin = `${target.protocol}//${target.host ?? target.hostname}`
  let cancelDial: Cancel | undefined
  let current: NodeNet.Socket | undefined
  let done = false
  const finish = (error: Error | null, socket?: NodeNet.Socket) => {
    if (done) return
    done = true
    settled()
    if (error !== null) {
      current?.destroy()
      callback(error, null)
    } else {
      callback(null, dropUnsolicitedContinue(socket!))
    }
  }
  const settled = options.onConnecting(origin, () => {
    cancelDial?.()
    finish(new Error("the connection is not needed any more"))
  })
  cancelDial = options.dial(hostname, port, (error, socket) => {
    if (error !== null || socket === undefined) return finish(error ?? new Error("no socket"))
    current = socket
    if (!secure) return finish(null, socket)
    const tls = NodeTls.connect({
      socket,
      servername: NodeNet.isIP(hostname) === 0 ? (target.servername ?? hostname) : "",
      host: hostname,
      rejectUnauthorized: options.rejectUnauthorized,
      ALPNProtocols: ["http/1.1"]
    })
    current = tls
    const timer = setTimeout(
      () => finish(Object.assign(new Error("TLS handshake timed out"), { code: "ETIMEDOUT" })),
      options.handshakeTimeout
    )
    tls.once("secureConnect", () => finish(null, tls))
    tls.on("error", (cause) => finish(Object.assign(cause, { handshake: true })))
    tls.once("close", () => {
      clearTimeout(timer)
      finish(Object.assign(new Error("closed during the TLS handshake"), { handshake: true }))
    })
    tls.once("secureConnect", () => clearTimeout(timer))
  })
}
