import * as Effect from "effect/Effect"
import type { IncomingMessage } from "node:http"
import type { ApiError } from "../ApiError.ts"
import { interrupted, tooLarge } from "./body.ts"
import type { Request } from "./request.ts"

/** Bodies up to this size are read before the work begins, which then does not have to wait. */
const smallBody = 64 * 1024

/** What is read beyond the largest body, so that the client sees the answer before the connection ends. */
const overrun = 1024 * 1024

/** How long a client that does not stop may take to read the answer, in milliseconds. */
const patience = 2000

/** A request of `node:http`. Its body is kept as it arrives. */
export class NodeRequest implements Request {
  readonly url: string
  readonly closing: Array<Effect.Effect<void>> = []
  private readonly incoming: IncomingMessage
  private readonly chunks: Array<Buffer> = []
  private body: (() => Effect.Effect<string, ApiError>) | undefined
  private waiting: Array<() => void> = []
  private size = 0

  constructor(incoming: IncomingMessage, maxBytes: number) {
    this.incoming = incoming
    this.url = pathOf(incoming.url ?? "/")
    incoming.on("data", (chunk: Buffer) => this.take(chunk, maxBytes))
    incoming.on("end", () => this.settle(() => Effect.succeed(decode(this.chunks))))
    incoming.on("close", () => this.settle(() => Effect.fail(interrupted())))
  }

  get headers(): Request["headers"] {
    // Only `set-cookie`, which no request has, is a list.
    return this.incoming.headers as Request["headers"]
  }

  get text(): Effect.Effect<string, ApiError> {
    return this.body?.() ?? Effect.callback<string, ApiError>((resume) => this.onBody(() => resume(this.body!())))
  }

  isWaiting(): boolean {
    return !this.incoming.socket.destroyed
  }

  onClose(effect: Effect.Effect<void>): Effect.Effect<void> {
    return Effect.sync(() => {
      this.closing.push(effect)
    })
  }

  /** Answers before the body came: it is announced to be larger than any that is read. */
  refuse(): void {
    this.settle(() => Effect.fail(tooLarge()))
  }

  /** Calls back when the body is there, or will never be. */
  onBody(callback: () => void): void {
    if (this.body === undefined) this.waiting.push(callback)
    else callback()
  }

  private take(chunk: Buffer, maxBytes: number): void {
    this.size += chunk.length
    if (this.size <= maxBytes) {
      this.chunks.push(chunk)
      return
    }
    this.chunks.length = 0
    this.settle(() => Effect.fail(tooLarge()))
    if (this.size > maxBytes + overrun) {
      const { socket } = this.incoming
      this.incoming.pause()
      socket.end()
      const timer = setTimeout(() => socket.destroy(), patience)
      socket.once("close", () => clearTimeout(timer))
    }
  }

  private settle(body: () => Effect.Effect<string, ApiError>): void {
    if (this.body !== undefined) return
    this.body = body
    const waiting = this.waiting
    this.waiting = []
    for (const callback of waiting) callback()
  }
}

/** Proxies may send the whole address. */
const pathOf = (target: string): string => {
  if (target.startsWith("/")) return target
  const address = URL.parse(target)
  return address === null ? target : `${address.pathname}${address.search}`
}

const decode = (chunks: ReadonlyArray<Buffer>): string => {
  const text = (chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)).toString("utf8")
  // A byte order mark is not part of the text.
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
}

/** Hands a request over: at once, or when its body is there if that is small. */
export const whenReadable = (
  incoming: IncomingMessage,
  maxBytes: number,
  begin: (request: NodeRequest) => void
): void => {
  const request = new NodeRequest(incoming, maxBytes)
  const length = Number(incoming.headers["content-length"] ?? 0)
  if (length > maxBytes) request.refuse()
  if (length > 0 && length <= Math.min(smallBody, maxBytes)) {
    request.onBody(() => {
      if (incoming.complete) begin(request)
    })
  } else {
    begin(request)
  }
}
