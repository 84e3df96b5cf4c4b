/** Reads lines of limited length from stdin, and tracks which messages have no response yet. */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Sink from "effect/Sink"
import * as Stream from "effect/Stream"

/** The largest useful message of a host has a few kilobytes. */
export const MAX_LINE_BYTES = 4 * 1024 * 1024

/** The id of an oversized line is searched in this part. */
const KEPT_BYTES_OF_LONG_LINE = 2048

export interface Line {
  readonly text: string
  readonly isTooLong: boolean
}

const NEWLINE = 10

export const split = (most: number) => <E, R>(input: Stream.Stream<Uint8Array, E, R>): Stream.Stream<Line, E, R> =>
  Stream.suspend(() => {
    let parts: Array<Uint8Array> = []
    let size = 0
    const add = (bytes: Uint8Array) => {
      size += bytes.length
      if (size <= most) parts.push(bytes.slice())
      else if (parts.length > 1 || (parts[0]?.length ?? 0) > KEPT_BYTES_OF_LONG_LINE) {
        parts = [Buffer.concat(parts).subarray(0, KEPT_BYTES_OF_LONG_LINE)]
      } else if (parts.length === 0) parts = [bytes.slice(0, KEPT_BYTES_OF_LONG_LINE)]
    }
    const end = (): Line => {
      const line = { text: Buffer.concat(parts).toString("utf8"), isTooLong: size > most }
      parts = []
      size = 0
      return line
    }
    const lines = Stream.flatMap(input, (chunk) => {
      const found: Array<Line> = []
      let from = 0
      for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
        add(chunk.subarray(from, at))
        found.push(end())
        from = at + 1
      }
      add(chunk.subarray(from))
      return Stream.fromIterable(found)
    })
    return Stream.concat(lines, Stream.suspend(() => size === 0 ? Stream.empty : Stream.make(end())))
  })

/** Cancelled requests get no response. */
export interface LineRequest {
  readonly ids: ReadonlyArray<string>
  readonly cancelled: ReadonlyArray<string>
}

type Read =
  | { readonly _tag: "Message"; readonly text: string; readonly asked: LineRequest }
  | { readonly _tag: "Refused"; readonly why: string; readonly reply?: string | undefined }
  | { readonly _tag: "Empty" }

export const read = ({ isTooLong, text }: Line): Read => {
  if (isTooLong) {
    const id = /"id"\s*:\s*("(?:[^"\\]|\\.){1,200}"|-?\d{1,16})/.exec(text)?.[1]
    const reply = id === undefined || !text.includes("\"method\"")
      ? undefined
      : `{"jsonrpc":"2.0","id":${id},"error":{"code":-32600,"message":"The message is larger than ${MAX_LINE_BYTES} bytes"}}\n`
    return { _tag: "Refused", why: "a message was ignored because it is too large", reply }
  }
  if (text.trim() === "") return { _tag: "Empty" }
  const message = parse(text)
  if (typeof message !== "object" || message === null) {
    return { _tag: "Refused", why: "a line was ignored because it is not a message" }
  }
  const all: ReadonlyArray<unknown> = Array.isArray(message) ? message : [message]
  if (all.length === 0 || !all.every(isMessage)) {
    return { _tag: "Refused", why: "a line was ignored because it is not a JSON-RPC message" }
  }
  return { _tag: "Message", text: text.trim(), asked: { ids: all.flatMap(idOf), cancelled: all.flatMap(cancelledIn) } }
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isMessage = (value: unknown): boolean =>
  typeof value === "object" && value !== null && "jsonrpc" in value && value.jsonrpc === "2.0" &&
  ("method" in value ? typeof value.method === "string" : "id" in value)

/** Notifications have no id and get no response. */
const idOf = (value: unknown): ReadonlyArray<string> =>
  typeof value === "object" && value !== null && "method" in value && "id" in value && value.id !== null
    ? [JSON.stringify(value.id)]
    : []

const cancelledIn = (value: unknown): ReadonlyArray<string> => {
  const { method, params } = value as { readonly method?: unknown; readonly params?: { readonly requestId?: unknown } }
  return method === "notifications/cancelled" && params?.requestId !== undefined
    ? [JSON.stringify(params.requestId)]
    : []
}

export interface Pending {
  readonly begin: (request: LineRequest) => void
  /** `text` is a line, or the part of one that contains whole messages. */
  readonly end: (text: string) => void
  readonly awaitNone: Effect.Effect<void>
}

export const pending = (): Pending => {
  const open = new Set<string>()
  let waiting: Deferred.Deferred<void> | undefined
  const settle = () => {
    if (open.size === 0 && waiting !== undefined) Deferred.doneUnsafe(waiting, Effect.void)
  }
  return {
    begin: ({ cancelled, ids }) => {
      for (const id of ids) open.add(id)
      for (const id of cancelled) open.delete(id)
      settle()
    },
    end: (text) => {
      for (const line of text.split("\n")) {
        const message = line.trim() === "" ? undefined : parse(line)
        const answers: ReadonlyArray<unknown> = Array.isArray(message) ? message : [message]
        for (const answer of answers) {
          if (typeof answer === "object" && answer !== null && "id" in answer && !("method" in answer)) {
            open.delete(JSON.stringify(answer.id))
          }
        }
      }
      settle()
    },
    awaitNone: Effect.gen(function*() {
      if (open.size === 0) return
      waiting = yield* Deferred.make<void>()
      settle()
      yield* Deferred.await(waiting)
    })
  }
}

export const changing = <E, R>(
  sink: Sink.Sink<void, string | Uint8Array, never, E, R>,
  change: (text: string) => string
): Sink.Sink<void, string | Uint8Array, never, E, R> =>
  Sink.forEach((part: string | Uint8Array) =>
    Stream.run(Stream.make(change(typeof part === "string" ? part : Buffer.from(part).toString("utf8"))), sink)
  )

export const watching = <E, R>(
  sink: Sink.Sink<void, string | Uint8Array, never, E, R>,
  onText: (text: string) => void
): Sink.Sink<void, string | Uint8Array, never, E, R> =>
  Sink.forEach((part: string | Uint8Array) =>
    Effect.tap(
      Stream.run(Stream.make(part), sink),
      () => Effect.sync(() => onText(typeof part === "string" ? part : Buffer.from(part).toString("utf8")))
    )
  )
