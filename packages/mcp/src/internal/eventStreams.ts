/**
 * Implements the HTTP transport of revision 2024-11-05, "HTTP with SSE". A client opens one event stream, sends its
 * messages to the URL in the first event, and receives all responses in the stream.
 */
import type * as Caller from "@dunlin/pipeline/Caller"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"
import { randomUUID } from "node:crypto"
import * as Sessions from "./sessions.ts"

export interface Message {
  readonly method: "POST" | "DELETE"
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
  readonly caller: Caller.Caller
}

export type Respond = (message: Message) => Effect.Effect<Response>

/** The HTTP request of a message ends before its response, so messages are limited here. */
const MAX_CONCURRENT_MESSAGES = 8

const parameter = "session"

const encoder = new TextEncoder()

const event = (name: string, data: string): Uint8Array =>
  encoder.encode(`event: ${name}\n${data.split("\n").map((line) => `data: ${line}\n`).join("")}\n`)

class EventStream {
  readonly id = randomUUID()
  readonly owner: string
  readonly running = new Set<Fiber.Fiber<void>>()
  session: string | undefined
  isClosed = false
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined

  constructor(owner: string) {
    this.owner = owner
  }

  open(onClose: () => void): Response {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#controller = controller
        // Relative, because a proxy may serve the endpoint below another path.
        controller.enqueue(event("endpoint", `?${parameter}=${this.id}`))
      },
      cancel: () => {
        this.isClosed = true
        onClose()
      }
    })
    return new Response(body, { headers: { "content-type": "text/event-stream", "cache-control": "no-store" } })
  }

  send(message: string): void {
    if (!this.isClosed) this.#controller?.enqueue(event("message", message))
  }

  end(): void {
    if (this.isClosed) return
    this.isClosed = true
    this.#controller?.close()
  }
}

const forEachData = async (body: ReadableStream<Uint8Array>, use: (data: string) => void): Promise<void> => {
  const decoder = new TextDecoder()
  let text = ""
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true })
    const events = text.split(/\r?\n\r?\n/)
    text = events.pop() ?? ""
    for (const one of events) {
      const data = one.split(/\r?\n/).filter((line) => line.startsWith("data:")).map((line) =>
        line.slice(5).trimStart()
      )
      if (data.length > 0) use(data.join("\n"))
    }
  }
}

const forward = async (response: Response, stream: EventStream): Promise<void> => {
  stream.session ??= response.headers.get(Sessions.sessionHeader) ?? undefined
  if (response.body === null) return
  if ((response.headers.get("content-type") ?? "").startsWith("text/event-stream")) {
    return forEachData(response.body, (data) => stream.send(data))
  }
  const text = await response.text()
  if (text !== "") stream.send(text)
}

const plain = (status: number, text: string): Response =>
  new Response(text, { status, headers: { "content-type": "text/plain" } })

export interface Incoming {
  readonly method: string
  readonly url?: string | undefined
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
  readonly caller: Caller.Caller
}

export interface EventStreams {
  /** Returns `undefined` for a request of the newer transport. */
  readonly answer: (request: Incoming) => Effect.Effect<Response> | undefined
}

const streamIn = (url: string | undefined): string | undefined => {
  const at = url?.indexOf("?") ?? -1
  return at < 0 ? undefined : new URLSearchParams(url!.slice(at)).get(parameter) ?? undefined
}

/** A client of the newer transport sends its session or its revision when it opens a stream. */
const opens = ({ headers, method, url }: Incoming): boolean =>
  method === "GET" && url !== undefined && headers[Sessions.sessionHeader] === undefined &&
  headers["mcp-protocol-version"] === undefined && (headers.accept ?? "").includes("text/event-stream")

/** Above `most` streams, the oldest one ends. */
export const make = Effect.fnUntraced(function*(
  respond: Respond,
  most: number
): Effect.fn.Return<EventStreams, never, Scope.Scope> {
  const scope = yield* Effect.scope
  const streams = new Map<string, EventStream>()

  const end = (stream: EventStream, caller: Caller.Caller) =>
    Effect.suspend(() => {
      streams.delete(stream.id)
      stream.end()
      const { session } = stream
      const forget = session === undefined
        ? Effect.void
        : respond({ method: "DELETE", headers: { [Sessions.sessionHeader]: session }, body: "", caller })
      return Effect.andThen(Fiber.interruptAll(stream.running), forget)
    })

  const open = (caller: Caller.Caller) =>
    Effect.gen(function*() {
      const [oldest] = streams.values()
      if (streams.size >= most && oldest !== undefined) yield* end(oldest, caller)
      const stream = new EventStream(caller.team)
      streams.set(stream.id, stream)
      return stream.open(() => Effect.runFork(end(stream, caller)))
    })

  const take = (stream: EventStream, { body, caller, headers }: Incoming) =>
    Effect.gen(function*() {
      if (stream.running.size >= MAX_CONCURRENT_MESSAGES) {
        return plain(429, `Too many concurrent messages: the limit is ${MAX_CONCURRENT_MESSAGES}`)
      }
      const { session } = stream
      const message: Message = {
        method: "POST",
        headers: {
          ...headers,
          accept: "application/json, text/event-stream",
          ...(session === undefined ? {} : { [Sessions.sessionHeader]: session })
        },
        body,
        caller
      }
      const work = Effect.flatMap(respond(message), (response) => Effect.promise(() => forward(response, stream)))
      const fiber = yield* Effect.forkIn(Effect.ignore(work), scope)
      stream.running.add(fiber)
      fiber.addObserver(() => stream.running.delete(fiber))
      return plain(202, "Accepted")
    })

  return {
    answer: (request) => {
      if (opens(request)) return open(request.caller)
      const id = request.method === "POST" ? streamIn(request.url) : undefined
      if (id === undefined) return undefined
      const stream = streams.get(id)
      return stream === undefined || stream.owner !== request.caller.team
        ? Effect.succeed(plain(404, "Session not found: open the event stream again"))
        : take(stream, request)
    }
  }
})
