import * as NodeNet from "node:net"
import * as NodeTls from "node:tls"
import type { buildConnector } from "undici"
import { TooLarge } from "../../FetchError.ts"
import type { Cancel, Dial } from "../dial.ts"

const continues = ["HTTP/1.1 100", "HTTP/1.0 100"]
/** The parser handles longer `100 Continue` responses. */
const MAX_CONTINUE_BYTES = 16 * 1024

interface Head {
  readonly rest: Buffer
  readonly isOpen: boolean
}

const behindContinue = (bytes: Buffer): Head => {
  for (let rest = bytes;;) {
    const start = rest.toString("latin1", 0, 12)
    if (!continues.some((head) => head.startsWith(start))) return { rest, isOpen: false }
    const end = rest.indexOf("\r\n\r\n")
    if (end === -1) return { rest, isOpen: rest.length <= MAX_CONTINUE_BYTES }
    rest = rest.subarray(end + 4)
  }
}

/**
 * Filters a socket's data before undici parses it. Drops unsolicited `100 Continue` responses, which clients must
 * accept (RFC 9110, 15.2) but undici rejects.
 *
 * Ends a response above `limit` bytes, including interim responses, chunk extensions and trailers, which no other
 * limit counts. Also tells a reset from the end of a body without a length.
 */
const watched = <S extends NodeNet.Socket>(socket: S, limit: number): S => {
  const read = socket.read.bind(socket)
  const write = socket.write.bind(socket) as (...parameters: Array<unknown>) => boolean
  let headExpected = true
  let received = 0
  let held: Buffer | undefined
  socket.write = ((...parameters: Array<unknown>) => {
    headExpected = true
    received = 0
    return write(...parameters)
  }) as S["write"]
  socket.read = (size?: number) => {
    for (;;) {
      const chunk = read(size) as Buffer | null
      if (chunk === null) return null
      received += chunk.length
      if (received > limit) {
        socket.destroy(new TooLarge({ what: "body", limit }))
        return null
      }
      if (!headExpected) return chunk
      const { isOpen, rest } = behindContinue(held === undefined ? chunk : Buffer.concat([held, chunk]))
      held = isOpen ? rest : undefined
      if (isOpen) continue
      headExpected = false
      return rest
    }
  }
  socket.prependListener("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "ECONNRESET") error.code = "ECONNABORTED"
  })
  return socket
}

/**
 * Returns an undici connector over `dial`. undici cannot cancel a connection that no request needs any longer, so
 * `onConnecting` receives each pending one.
 */
export const makeConnector = (options: {
  readonly dial: Dial
  readonly rejectUnauthorized: boolean
  readonly handshakeTimeout: number
  readonly maxAnswerBytes: number
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
      callback(null, watched(socket!, options.maxAnswerBytes))
    }
  }
  const settled = options.onConnecting(origin, () => {
    cancelDial?.()
    finish(new Error("the connection is no longer needed"))
  })
  cancelDial = options.dial(hostname, port, (error, socket) => {
    if (error !== null || socket === undefined) return finish(error ?? new Error("no socket"))
    current = socket
    if (!secure) return finish(null, socket)
    const tls = NodeTls.connect({
      socket,
      servername: NodeNet.isIP(hostname) === 0 ? (target.servername ?? hostname).replace(/\.$/, "") : "",
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
      finish(Object.assign(new Error("connection closed during the TLS handshake"), { handshake: true }))
    })
    tls.once("secureConnect", () => clearTimeout(timer))
  })
}
