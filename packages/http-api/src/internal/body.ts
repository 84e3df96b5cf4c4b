import * as Effect from "effect/Effect"
import type { HttpServerError } from "effect/http/HttpServerError"
import { isUtf8 } from "node:buffer"
import { brotliDecompress, gunzip, inflate } from "node:zlib"
import * as ApiError from "../ApiError.ts"
import type { Request } from "./request.ts"

/** Decoding is recursive. Valid requests have much less nesting. */
const MAX_BODY_DEPTH = 64

export const isTooDeep = (text: string): boolean => {
  let depth = 0
  let inString = false
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index)
    if (inString) {
      if (character === 0x5c /* \ */) index++
      else if (character === 0x22 /* " */) inString = false
    } else if (character === 0x22) {
      inString = true
    } else if (character === 0x7b /* { */ || character === 0x5b /* [ */) {
      if (++depth > MAX_BODY_DEPTH) return true
    } else if (character === 0x7d /* } */ || character === 0x5d /* ] */) {
      depth--
    }
  }
  return false
}

export const tooLarge = (most?: number) =>
  ApiError.make(
    "REQUEST_TOO_LARGE",
    `The request body is too large${most === undefined ? "" : `: the limit is ${most} bytes`}`
  )

export const interrupted = () => ApiError.make("BAD_REQUEST", "The request body could not be read", { details: [] })

export const unreadable = (error: HttpServerError): ApiError.ApiError =>
  error.reason._tag === "RequestParseError" && error.reason.reason === "BodyTooLarge" ? tooLarge() : interrupted()

const invalidJson = (message: string, error = "Bad request, malformed JSON") =>
  ApiError.make("BAD_REQUEST_INVALID_JSON", error, {
    details: [{ path: [], code: "invalid_json", message }]
  })

/** JSON must be UTF-8 (RFC 8259, section 8.1). */
export const textOf = (body: Buffer | ArrayBuffer): Effect.Effect<string, ApiError.ApiError> =>
  isUtf8(body)
    ? Effect.succeed(Buffer.isBuffer(body) ? withoutMark(body.toString()) : decoder.decode(body))
    : Effect.fail(invalidJson("Expected UTF-8 text", "The request body is not UTF-8"))

const unpackers: { readonly [encoding: string]: typeof gunzip } = {
  gzip: gunzip,
  "x-gzip": gunzip,
  deflate: inflate,
  br: brotliDecompress
}

export const unpackedTextOf = (
  body: Buffer | ArrayBuffer,
  encoding: string | undefined,
  maxBytes: number
): Effect.Effect<string, ApiError.ApiError> => {
  const unpack = unpackers[(encoding ?? "").trim().toLowerCase()]
  if (unpack === undefined) return textOf(body)
  return Effect.flatMap(
    Effect.callback<Buffer, ApiError.ApiError>((resume) =>
      unpack(Buffer.from(body as ArrayBuffer), { maxOutputLength: maxBytes }, (error, bytes) => {
        if (error === null) return resume(Effect.succeed(bytes))
        const isLarge = "code" in error && error.code === "ERR_BUFFER_TOO_LARGE"
        resume(
          Effect.fail(
            isLarge ? tooLarge(maxBytes) : ApiError.badRequest("Content-Encoding", `a body that is ${encoding}`)
          )
        )
      })
    ),
    textOf
  )
}

const decoder = new TextDecoder()

const BYTE_ORDER_MARK = "\ufeff"

/** A `TextDecoder` would also remove the mark, but is slower for short bodies. */
const withoutMark = (text: string): string => text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text

const compressed = () => ApiError.badRequest("Content-Encoding", "gzip, deflate, br, or an uncompressed body")

const isReadable = (encoding: string): boolean => encoding === "identity" || Object.hasOwn(unpackers, encoding)

/** The parser's message may quote the body, so only the position is used. */
const place = (cause: unknown): string => {
  const [, line, column] = /\(line (\d+) column (\d+)\)/.exec(String(cause)) ?? []
  return line === undefined ? "" : `, which ends at line ${line}, column ${column}`
}

/** Types that clients set by default. The error names the right one. */
const otherTypes = /^(?:application\/x-www-form-urlencoded|multipart\/form-data|(?:application|text)\/xml)(?=$|[\s;])/i

/** A body may be JSON despite its content type. For example, curl declares every body as a form. */
const meantAsJson = /^\s*[[{]/

const expectedType = (type = ""): string => {
  const [other] = otherTypes.exec(type.trim()) ?? []
  return other === undefined ? "" : `: send Content-Type: application/json and a JSON body, not ${other.toLowerCase()}`
}

export const readJson = (
  { headers, text }: Request
): Effect.Effect<{ readonly text: string; readonly json: unknown }, ApiError.ApiError> => {
  if (!isReadable((headers["content-encoding"] ?? "identity").trim().toLowerCase())) return Effect.fail(compressed())
  return Effect.flatMapEager(text, (text) => {
    if (isTooDeep(text)) return Effect.fail(invalidJson(`Expected at most ${MAX_BODY_DEPTH} levels of nesting`))
    try {
      return Effect.succeed({ text, json: JSON.parse(text) as unknown })
    } catch (cause) {
      const isMeant = meantAsJson.test(text)
      return Effect.fail(
        invalidJson(
          text.trim() === "" ? "Expected a JSON body" : `Expected valid JSON${place(cause)}`,
          `Bad request, malformed JSON${isMeant ? "" : expectedType(headers["content-type"])}`
        )
      )
    }
  })
}
