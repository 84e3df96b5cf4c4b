import * as Effect from "effect/Effect"
import type { IncomingMessage } from "node:http"
import type { ApiError } from "../ApiError.ts"
import { interrupted, tooLarge, unpackedTextOf } from "./body.ts"
import { type Request, SMALL_BODY } from "./request.ts"

/**
 * Buffers the body on arrival. A large body, or the rest of one that becomes large, stays unread until it is needed.
 */
export class NodeRequest implements Request {
  readonly url: string
  readonly closing: Array<Effect.Effect<void>> = []
  private readonly incoming: IncomingMessage
  private readonly chunks: Array<Buffer> = []
  private body: (() => Effect.Effect<Buffer, ApiError>) | undefined
  private waiting: Array<() => void> = []
  private size = 0
  private isRead = false
  private isAsked = false
  private readonly maxBytes: number

  constructor(incoming: IncomingMessage, maxBytes: number) {
    this.incoming = incoming
    this.maxBytes = maxBytes
    this.url = pathOf(incoming.url ?? "/")
    // An aborted request is noticed even if its body is never read.
    incoming.on("close", () => this.settle(() => Effect.fail(interrupted())))
  }

  get headers(): Request["headers"] {
    // Node's type allows lists for `set-cookie`, which requests do not have.
    return this.incoming.headers as Request["headers"]
  }

  get bytes(): Effect.Effect<Buffer, ApiError> {
    return this.body?.() ?? Effect.callback<Buffer, ApiError>((resume) => this.onBody(() => resume(this.body!())))
  }

  get text(): Effect.Effect<string, ApiError> {
    const { incoming, maxBytes } = this
    return Effect.flatMapEager(
      this.bytes,
      (body) => unpackedTextOf(body, incoming.headers["content-encoding"], maxBytes)
    )
  }

  get isLarge(): boolean {
    return this.body === undefined && Math.max(this.size, announced(this.incoming)) > SMALL_BODY
  }

  isWaiting(): boolean {
    return !this.incoming.socket.destroyed
  }

  onClose(effect: Effect.Effect<void>): Effect.Effect<void> {
    return Effect.sync(() => {
      this.closing.push(effect)
    })
  }

  /** Rejects the request before all of a too large body has arrived. */
  refuse(): void {
    this.chunks.length = 0
    // Paused, so that the client receives the response before it sends more.
    this.incoming.pause()
    this.settle(() => Effect.fail(tooLarge()))
  }

  /** A request without a body may not have ended when its response is sent. */
  get hasRest(): boolean {
    const { complete, destroyed, headers } = this.incoming
    if (complete || destroyed) return false
    return headers["transfer-encoding"] !== undefined || announced(this.incoming) > 0
  }

  get rest(): Effect.Effect<void> {
    return Effect.callback((resume) => {
      const { incoming } = this
      if (!this.hasRest) return resume(Effect.void)
      this.settle(() => Effect.fail(interrupted()))
      this.chunks.length = 0
      const done = () => resume(Effect.void)
      incoming.once("end", done).once("close", done).resume()
      return Effect.sync(() => incoming.off("end", done).off("close", done))
    })
  }

  onBody(callback: () => void): void {
    if (this.body !== undefined) return callback()
    this.isAsked = true
    this.waiting.push(callback)
    this.read()
    this.incoming.resume()
  }

  onSmallBody(callback: () => void): void {
    if (this.body !== undefined) return callback()
    this.waiting.push(callback)
    this.read()
  }

  private read(): void {
    if (this.isRead) return
    this.isRead = true
    this.incoming.on("data", (chunk: Buffer) => this.take(chunk))
    this.incoming.on("end", () => this.settle(() => this.whole()))
  }

  private take(chunk: Buffer): void {
    if (this.body !== undefined) return
    this.size += chunk.length
    if (this.size > this.maxBytes) return this.refuse()
    this.chunks.push(chunk)
    if (this.size <= SMALL_BODY || this.isAsked) return
    this.incoming.pause()
    this.goOn()
  }

  private whole(): Effect.Effect<Buffer, ApiError> {
    const { chunks } = this
    // Joined once for all later reads.
    if (chunks.length !== 1) chunks.splice(0, chunks.length, Buffer.concat(chunks))
    return Effect.succeed(chunks[0]!)
  }

  private settle(body: () => Effect.Effect<Buffer, ApiError>): void {
    if (this.body !== undefined) return
    this.body = body
    this.goOn()
  }

  private goOn(): void {
    const waiting = this.waiting
    this.waiting = []
    for (const callback of waiting) callback()
  }
}

/** Proxies may send the whole URL instead of the path. */
const pathOf = (target: string): string => {
  if (target.startsWith("/")) return target
  const address = URL.parse(target)
  return address === null ? target : `${address.pathname}${address.search}`
}

const announced = ({ headers }: IncomingMessage): number => Number(headers["content-length"] ?? 0)

export const isAnnouncedTooLarge = (incoming: IncomingMessage, maxBytes: number): boolean =>
  announced(incoming) > maxBytes

/** Starts a request with a large or missing body at once, and others when the body has arrived. */
export const whenReadable = (
  incoming: IncomingMessage,
  maxBytes: number,
  begin: (request: NodeRequest) => void
): void => {
  const request = new NodeRequest(incoming, maxBytes)
  const length = announced(incoming)
  if (isAnnouncedTooLarge(incoming, maxBytes)) request.refuse()
  const isChunked = incoming.headers["transfer-encoding"] !== undefined
  if (isChunked || length > 0 && length <= Math.min(SMALL_BODY, maxBytes)) {
    // A client that has disconnected gets no response.
    request.onSmallBody(() => {
      if (incoming.complete || !incoming.destroyed) begin(request)
    })
  } else {
    begin(request)
  }
}
