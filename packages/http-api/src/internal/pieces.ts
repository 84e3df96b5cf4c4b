/** Serializes JSON in parts, so that other requests are served while a large response is written. */
import { turn } from "@dunlin/common/Arrived"
import * as Effect from "effect/Effect"

/** Serializing a part takes one or two milliseconds. */
const PIECE = 262_144

/** Visits members one by one, so that a long list is not copied. */
function* membersOf(value: object): Generator<readonly [string, unknown]> {
  if (Array.isArray(value)) {
    for (const inner of value as ReadonlyArray<unknown>) yield ["", inner]
  } else for (const key of Object.keys(value)) yield [key, (value as Record<string, unknown>)[key]]
}

const sizeOf = (value: unknown, limit: number): number => {
  if (typeof value === "string") return value.length
  if (typeof value !== "object" || value === null) return 8
  let size = 2
  // Without an iterator or an array of keys, because every response is measured and most are small.
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length && size <= limit; at++) size += sizeOf(value[at], limit - size)
    return size
  }
  for (const key in value) {
    size += key.length + sizeOf((value as Record<string, unknown>)[key], limit - size)
    if (size > limit) break
  }
  return size
}

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff

const endOfPiece = (text: string, from: number, piece: number): number => {
  const to = Math.min(text.length, from + piece)
  return to < text.length && isHighSurrogate(text.charCodeAt(to - 1)) ? to + 1 : to
}

function* textIn(text: string, piece: number): Generator<string> {
  yield "\""
  for (let from = 0; from < text.length;) {
    const to = endOfPiece(text, from, piece)
    yield JSON.stringify(text.slice(from, to)).slice(1, -1)
    from = to
  }
  yield "\""
}

/** Yields the output of `JSON.stringify`. Splits large values by their members. */
export function* partsOf(value: unknown, piece: number = PIECE): Generator<string> {
  if (typeof value === "string" && value.length > piece) return yield* textIn(value, piece)
  if (typeof value !== "object" || value === null || sizeOf(value, piece) <= piece) return yield JSON.stringify(value)
  const isList = Array.isArray(value)
  let sign = isList ? "[" : "{"
  for (const [key, inner] of membersOf(value)) {
    if (inner === undefined && !isList) continue
    yield isList ? sign : `${sign}${JSON.stringify(key)}:`
    yield* partsOf(isList ? inner ?? null : inner, piece)
    sign = ","
  }
  yield `${sign === "," ? "" : sign}${isList ? "]" : "}"}`
}

/** Creates each part in a separate event loop iteration. Returns `undefined` for a small value. */
export const piecesOf = (value: unknown, piece: number = PIECE): Effect.Effect<ReadonlyArray<string> | undefined> => {
  if (sizeOf(value, piece) <= piece) return Effect.succeed(undefined)
  return Effect.gen(function*() {
    const pieces: Array<string> = []
    let parts: Array<string> = []
    let size = 0
    const take = () => {
      pieces.push(parts.join(""))
      parts = []
      size = 0
    }
    for (const part of partsOf(value, piece)) {
      parts.push(part)
      size += part.length
      if (size < piece) continue
      take()
      yield* turn
    }
    take()
    return pieces
  })
}

export const cut = (text: string, piece: number = PIECE): ReadonlyArray<string> | undefined => {
  if (text.length <= piece) return undefined
  const pieces: Array<string> = []
  for (let from = 0; from < text.length;) {
    const to = endOfPiece(text, from, piece)
    pieces.push(text.slice(from, to))
    from = to
  }
  return pieces
}
