import * as Effect from "effect/Effect"
import type { IncomingHttpHeaders } from "node:http"
import type { Dispatcher } from "undici"
import { ProtocolError, type Reason, TooLarge } from "../../FetchError.ts"
import { largeBytes } from "../../PageMemory.ts"
import { opaque } from "../opaque.ts"
import { fromNetwork } from "../reasons.ts"

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Uint8Array
}

export interface Failure {
  readonly reason: Reason
  /** If no byte of a response arrived, the request may be repeated. */
  readonly answered: boolean
}

/** Reads a short redirect body, so that the connection can be used again. */
const MAX_REDIRECT_DRAIN_BYTES = 64 * 1024
const MAX_REDIRECT_DRAIN_MS = 1_000

export const isRedirect = (status: number): boolean =>
  status === 301 || status === 302 || status === 303 || status === 307 || status === 308

/** Copies the chunks into one array. Each chunk is a view on a larger buffer that would stay in memory. */
const joined = (chunks: ReadonlyArray<Uint8Array>, size: number): Uint8Array => {
  const body = new Uint8Array(size)
  let offset = 0
  for (const chunk of chunks) {
    body.set(chunk, offset)
    offset += chunk.length
  }
  return body
}

export const exchange = (options: {
  readonly dispatcher: Dispatcher
  readonly url: URL
  readonly headers: Record<string, string>
  readonly maxBytes: number
  readonly maxHeaderBytes: number
  readonly onPhase: (phase: "headers" | "body") => void
  readonly whenRoom: (goOn: () => void) => () => void
}): Effect.Effect<Answer, Failure> =>
  Effect.callback<Answer, Failure>((resume) => {
    let controller: Dispatcher.DispatchController | undefined
    let settled = false
    let answered = false
    let status = 0
    let headers: IncomingHttpHeaders = {}
    let size = 0
    let draining = false
    let drainTimer: NodeJS.Timeout | undefined
    const chunks: Array<Uint8Array> = []
    let giveUpRoom: (() => void) | undefined
    const waitForRoom = (from: Dispatcher.DispatchController) => {
      from.pause()
      giveUpRoom = options.whenRoom(() => from.resume())
    }

    const fail = (reason: Reason) => {
      if (settled) return
      settled = true
      resume(Effect.fail({ reason, answered }))
    }
    const succeed = (body: Uint8Array) => {
      if (settled) return
      settled = true
      resume(Effect.succeed({ status, headers, body }))
    }
    const giveUp = (reason: Reason) => {
      fail(reason)
      controller?.abort(new Error("not wanted"))
    }
    const tooLarge = () => giveUp(new TooLarge({ what: "body", limit: options.maxBytes }))

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: (started) => {
        controller = started
        if (settled) return started.abort(new Error("not wanted"))
        options.onPhase("headers")
      },
      onRequestUpgrade: (_controller, _status, _headers, socket) => {
        socket.destroy()
        fail(new ProtocolError({}))
      },
      onResponseStart: (from, statusCode, responseHeaders) => {
        answered = true
        if (statusCode < 200) return
        status = statusCode
        headers = responseHeaders
        options.onPhase("body")
        if (isRedirect(statusCode) && headers.location !== undefined) {
          draining = true
          drainTimer = setTimeout(() => controller?.abort(new Error("not wanted")), MAX_REDIRECT_DRAIN_MS)
          return succeed(new Uint8Array())
        }
        const declared = Number(headers["content-length"])
        if (declared > options.maxBytes) tooLarge()
        else if (declared > largeBytes) waitForRoom(from)
      },
      onResponseData: (from, chunk) => {
        if (settled && !draining) return
        size += chunk.length
        if (draining) {
          if (size > MAX_REDIRECT_DRAIN_BYTES) controller?.abort(new Error("not wanted"))
          return
        }
        if (size > options.maxBytes) return tooLarge()
        chunks.push(chunk)
        if (size > largeBytes && giveUpRoom === undefined) waitForRoom(from)
      },
      onResponseEnd: () => {
        clearTimeout(drainTimer)
        if (settled) return
        succeed(joined(chunks, size))
      },
      onResponseError: (_controller, error) => {
        clearTimeout(drainTimer)
        // undici reports the length even if the headers were invalid, before any response was announced.
        const inHead = !answered && (error as NodeJS.ErrnoException).code === "UND_ERR_RES_CONTENT_LENGTH_MISMATCH"
        fail(inHead ? new ProtocolError(opaque(error)) : fromNetwork(error, { headers: options.maxHeaderBytes }))
      }
    }

    options.dispatcher.dispatch({
      origin: options.url.origin,
      path: options.url.pathname + options.url.search,
      method: "GET",
      headers: options.headers
    }, handler)

    return Effect.sync(() => {
      settled = true
      draining = false
      giveUpRoom?.()
      controller?.abort(new Error("not wanted"))
    })
  })
