/**
 * Responds with the usual error body to requests that Node rejects.
 *
 * @since 0.1.0
 */
import { randomUUID } from "node:crypto"
import type { Server } from "node:http"
import type { Duplex } from "node:stream"
import * as ApiError from "./ApiError.ts"

const { STATUS_CODES } = process.getBuiltinModule("node:http")

/** Milliseconds for which a rejected connection is still read, so that the client receives the response. */
const LINGERING = 10_000

interface Refusal {
  readonly status: number
  readonly error: ApiError.ApiError
}

const notHttp: Refusal = { status: 400, error: ApiError.make("BAD_REQUEST", "The request is not valid HTTP") }

const refusals: ReadonlyMap<string | undefined, Refusal> = new Map([
  ["HPE_HEADER_OVERFLOW", {
    status: 431,
    error: ApiError.make("REQUEST_TOO_LARGE", "The request headers are too large")
  }],
  ["HPE_CHUNK_EXTENSIONS_OVERFLOW", {
    status: 413,
    error: ApiError.make("REQUEST_TOO_LARGE", "The chunk extensions are too large")
  }],
  ["ERR_HTTP_REQUEST_TIMEOUT", {
    status: 408,
    error: ApiError.make("BAD_REQUEST", "The request did not arrive in time")
  }]
])

const unmet = ApiError.badRequest("Expect", "100-continue")

const bodyOf = (error: ApiError.ApiError): string => JSON.stringify(ApiError.toBody(error, randomUUID()))

/** Connections with a complete response. Their remaining input is discarded. */
const lingering = new WeakSet<Duplex>()

/** Discards the remaining request. Closing the connection earlier could lose the response. */
const write = (socket: Duplex, { error, status }: Refusal, patience: number): void => {
  const body = bodyOf(error)
  lingering.add(socket)
  const cut = setTimeout(() => socket.destroy(), patience)
  socket.once("close", () => clearTimeout(cut)).end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`
  )
}

/** Node has no public property for a response that is being sent. */
const isAnswering = (socket: Duplex): boolean =>
  "_httpMessage" in socket && (socket._httpMessage as { readonly headersSent?: boolean } | null)?.headersSent === true

/**
 * Makes a server respond with the contract's error body to invalid HTTP, headers that are too large, and unsupported
 * expectations. Returns the server. After a response, the rest of the request is read for `patience` milliseconds, so
 * that the response reaches the client; then the connection closes. @default 10 seconds
 *
 * **Example** (On Node's server)
 *
 * ```ts
 * import { ClientErrors } from "@dunlin/http-api"
 * import { once } from "node:events"
 * import { createServer } from "node:http"
 * import { type AddressInfo, connect } from "node:net"
 *
 * const server = ClientErrors.answered(createServer()).listen(0, "127.0.0.1")
 * await once(server, "listening")
 * const socket = connect((server.address() as AddressInfo).port, "127.0.0.1")
 * socket.end("no HTTP\r\n\r\n")
 * const [answer] = await once(socket, "data")
 * console.log(String(answer).split("\r\n")[0]) // HTTP/1.1 400 Bad Request
 * server.close()
 * ```
 *
 * @category combinators
 * @since 0.1.0
 */
export const answered = (server: Server, patience = LINGERING): Server =>
  server
    .on("clientError", (error: NodeJS.ErrnoException, socket) => {
      if (lingering.has(socket)) return
      if (!socket.writable || isAnswering(socket)) socket.destroy(error)
      else write(socket, refusals.get(error.code) ?? notHttp, patience)
    })
    .on("checkExpectation", (request, response) => {
      const body = bodyOf(unmet)
      const cut = setTimeout(() => response.destroy(), patience)
      response.once("close", () => clearTimeout(cut)).writeHead(417, {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
        connection: "close"
      }).write(body)
      // The response is not ended yet, because Node then closes the connection, which resets it if bytes are unread.
      request.once("end", () => response.end()).resume()
    })
