/** Sends the progress of a job through a WebSocket, as clients of the contract expect. */
import { JobStore } from "@dunlin/jobs/JobStore"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import type { IncomingMessage, Server } from "node:http"
import type { Duplex } from "node:stream"
import type { WebSocket, WebSocketServer } from "ws"
import * as ApiError from "../ApiError.ts"
import { Teams } from "../Teams.ts"
import { hostFault } from "./host.ts"
import { fromJobError } from "./jobs/answers.ts"
import { type Message, told } from "./jobs/told.ts"
import { Watchers } from "./jobs/watchers.ts"
import * as Lag from "./lag.ts"
import { fromOf } from "./operation.ts"
import type { Request } from "./request.ts"

const watched = /^\/v[12]\/(?:crawl|batch\/scrape)\/([\w-]{1,64})\/?$/
/** Watchers send nothing. `ws` limits replies to pings. */
const MAX_MESSAGE_BYTES = 1024

/** Progress is measured after each fragment, so a large message is split. */
const BYTES_AT_ONCE = 65_536

const sendFragment = (socket: WebSocket, bytes: Buffer, fin: boolean): Effect.Effect<void, Error> =>
  Effect.callback((resume) => {
    socket.send(bytes, { binary: false, fin }, (error) => resume(error ? Effect.fail(error) : Effect.void))
  })

const send = Effect.fnUntraced(function*(socket: WebSocket, lag: Lag.Lag, { data, type }: Message) {
  const message = Buffer.from(`{"type":"${type}","data":${data}}`)
  for (let from = 0; from < message.length; from += BYTES_AT_ONCE) {
    const bytes = message.subarray(from, from + BYTES_AT_ONCE)
    yield* lag.take(bytes.length, sendFragment(socket, bytes, from + BYTES_AT_ONCE >= message.length))
  }
})

const keyOf = ({ headers }: IncomingMessage): Redacted.Redacted<string> | undefined => {
  const bearer = /^bearer +(\S+) *$/i.exec(headers.authorization ?? "")?.[1]
  // Browsers cannot set headers of WebSockets, so clients send the key as a subprotocol.
  const key = bearer ?? headers["sec-websocket-protocol"]?.split(",")[0]?.trim()
  return key === undefined || key === "" ? undefined : Redacted.make(key)
}

const refuse = (socket: Duplex, error: ApiError.ApiError) => {
  const body = JSON.stringify(ApiError.toBody(error, ""))
  socket.end(
    `HTTP/1.1 ${error.status} ${error.code}\r\nconnection: close\r\ncontent-type: application/json\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  )
}

/** The contract defines these codes, except 1008 for an unknown job (RFC 6455). */
const closeCodes: { readonly [code: string]: number } = { UNAUTHORIZED: 3000, FORBIDDEN: 3003, NOT_FOUND: 1008 }

/** The JavaScript SDK of version 1 parses the reason as a message, and ignores unknown types. */
const closing = (code?: string): string => JSON.stringify({ type: "closed", ...(code === undefined ? {} : { code }) })

/**
 * Accepts a rejected watcher and sends it a message, because clients of the contract ignore a rejected handshake.
 * Other errors are rejected over HTTP.
 */
const refuseWatcher = (
  accept: Effect.Effect<WebSocketServer>,
  { head, incoming, stream }: { readonly incoming: IncomingMessage; readonly stream: Duplex; readonly head: Buffer },
  error: ApiError.ApiError
): Effect.Effect<void> => {
  const code = closeCodes[error.code]
  if (code === undefined || !watched.test((incoming.url ?? "").split("?", 1)[0]!)) {
    return Effect.sync(() => refuse(stream, error))
  }
  return Effect.map(accept, (server) => {
    if (stream.destroyed) return
    server.handleUpgrade(incoming, stream, head, (socket) => {
      socket.on("error", () => socket.terminate())
      socket.send(JSON.stringify({ type: "error", error: error.error }))
      socket.close(code, closing(error.code))
    })
  })
}

/** If the watcher hardly reads, closes the connection immediately. */
const sendEvents = (socket: WebSocket, target: { readonly team: string; readonly job: string }) =>
  Effect.suspend(() => {
    const lag = Lag.make()
    return Stream.runForEach(told(target), (message) => send(socket, lag, message))
  }).pipe(
    Effect.matchEffect({
      onSuccess: () => Effect.sync(() => socket.close(1000, closing())),
      onFailure: () => Effect.sync(() => socket.terminate())
    })
  )

export const watching = Effect.fnUntraced(function*(server: Server) {
  const context = yield* Effect.context<JobStore | Teams>()
  const store = Context.get(context, JobStore)
  const teams = Context.get(context, Teams)
  const watchers = yield* Watchers
  const run = Effect.runForkWith(context)
  const fibers = new Set<Fiber.Fiber<unknown, unknown>>()
  let sockets: WebSocketServer | undefined
  // Loaded by the first watcher, because few clients use WebSockets.
  const loaded = Effect.map(
    Effect.promise(() => import("ws")),
    ({ WebSocketServer }) =>
      sockets ??= new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES, perMessageDeflate: false })
  )

  const begin = Effect.fnUntraced(function*(incoming: IncomingMessage, stream: Duplex, head: Buffer) {
    const wrong = hostFault(incoming)
    if (wrong !== undefined) return yield* wrong
    const job = watched.exec((incoming.url ?? "").split("?", 1)[0]!)?.[1]
    if (job === undefined) return yield* ApiError.make("NOT_FOUND", "This URL does not support WebSockets")
    const team = yield* teams.identify(keyOf(incoming), fromOf({ headers: incoming.headers as Request["headers"] }))
    yield* Effect.mapError(store.get({ team: team.id, job }), fromJobError)
    yield* watchers.enter(team.id)
    const accept = yield* loaded
    // There is no socket if `ws` rejects the handshake or the client has disconnected.
    const socket = yield* Effect.callback<WebSocket | undefined>((resume) => {
      if (stream.destroyed) return resume(Effect.undefined)
      stream.once("close", () => resume(Effect.undefined))
      accept.handleUpgrade(incoming, stream, head, (socket) => resume(Effect.succeed(socket)))
    })
    if (socket === undefined) return
    const left = Effect.callback<void>((resume) => {
      socket.on("close", () => resume(Effect.void))
      socket.on("error", () => resume(Effect.void))
    })
    yield* Effect.race(sendEvents(socket, { team: team.id, job }), left)
  }, Effect.scoped)

  const upgrade = (incoming: IncomingMessage, stream: Duplex, head: Buffer) => {
    stream.on("error", () => stream.destroy())
    const fiber = run(
      Effect.catch(begin(incoming, stream, head), (error) => refuseWatcher(loaded, { incoming, stream, head }, error))
    )
    fibers.add(fiber)
    fiber.addObserver(() => fibers.delete(fiber))
  }
  yield* Effect.acquireRelease(
    Effect.sync(() => server.on("upgrade", upgrade)),
    () =>
      Effect.sync(() => server.off("upgrade", upgrade)).pipe(
        Effect.andThen(Effect.suspend(() => Fiber.interruptAll(fibers))),
        Effect.andThen(Effect.sync(() => sockets?.clients.forEach((socket) => socket.terminate())))
      )
  )
})
