import * as Effect from "effect/Effect"
import * as NodeZlib from "node:zlib"
import { DecodeError, type Reason, TooLarge } from "../../FetchError.ts"
import { fromDecoder } from "../reasons.ts"

const MAX_CODINGS = 3
/** Below this size, the thread pool costs more than decoding. */
const MAX_SYNC_INPUT_BYTES = 128 * 1024
const MAX_SYNC_OUTPUT_BYTES = 1024 * 1024

/** Limits the window of a zstd frame (RFC 9659), because its memory is allocated before decoding. */
const zstdWindow = { [NodeZlib.constants.ZSTD_d_windowLogMax]: 23 }
const MAX_FRAMES_OF_BODY = 1_000

type Options = NodeZlib.ZlibOptions & NodeZlib.BrotliOptions & NodeZlib.ZstdOptions
interface Result {
  readonly buffer: Buffer
  readonly engine: { readonly bytesWritten: number }
}
interface Codec {
  readonly sync: (input: Uint8Array, options: Options) => unknown
  readonly async: (
    input: Uint8Array,
    options: Options,
    callback: (error: Error | null, output: unknown) => void
  ) => void
  readonly matches: (input: Uint8Array) => boolean
  readonly params?: Record<number, number>
}

const always = () => true
const noCodings = new Set(["", "identity", "none", "binary", "7bit", "8bit", "plain", "text", "aws-chunked"])
const isSkippable = (input: Uint8Array) =>
  (input[0]! & 0xf0) === 0x50 && input[1] === 0x2a && input[2] === 0x4d && input[3] === 0x18
const gzip: Codec = {
  sync: NodeZlib.gunzipSync,
  async: NodeZlib.gunzip,
  matches: (input) => input[0] === 0x1f && input[1] === 0x8b
}
const zlib: Codec = { sync: NodeZlib.inflateSync, async: NodeZlib.inflate, matches: always }
const rawDeflate: Codec = { sync: NodeZlib.inflateRawSync, async: NodeZlib.inflateRaw, matches: always }
const brotli: Codec = { sync: NodeZlib.brotliDecompressSync, async: NodeZlib.brotliDecompress, matches: always }
const zstd: Codec = {
  sync: NodeZlib.zstdDecompressSync,
  async: NodeZlib.zstdDecompress,
  matches: (input) =>
    input[0] === 0x28 && input[1] === 0xb5 && input[2] === 0x2f && input[3] === 0xfd || isSkippable(input),
  params: zstdWindow
}

const codecOf = (coding: string, input: Uint8Array): Codec | undefined => {
  switch (coding) {
    case "gzip":
    case "x-gzip":
      return gzip
    case "br":
      return brotli
    case "zstd":
      return zstd
    case "deflate":
      // "deflate" means zlib, but many servers send raw deflate.
      return (input[0]! & 0x0f) === 8 && ((input[0]! << 8) | input[1]!) % 31 === 0 ? zlib : rawDeflate
    default:
      return undefined
  }
}

const decodeOne = (codec: Codec, input: Uint8Array, limit: number): Effect.Effect<Result, Reason> => {
  const options = { info: true, ...(codec.params === undefined ? {} : { params: codec.params }) }
  const inThreadPool = Effect.callback<Result, Reason>((resume) => {
    codec.async(
      input,
      { ...options, maxOutputLength: limit },
      (error, output) =>
        resume(error === null ? Effect.succeed(output as Result) : Effect.fail(fromDecoder(error, limit)))
    )
  })
  return input.length > MAX_SYNC_INPUT_BYTES
    ? inThreadPool
    : Effect.try({
      try: () => codec.sync(input, { ...options, maxOutputLength: Math.min(limit, MAX_SYNC_OUTPUT_BYTES) }) as Result,
      catch: (error) => fromDecoder(error, limit)
    }).pipe(
      Effect.catch((reason) =>
        reason._tag === "TooLarge" && limit > MAX_SYNC_OUTPUT_BYTES ? inThreadPool : Effect.fail(reason)
      )
    )
}

const behindGzipHeader = (input: Buffer): number => {
  const flags = input[3] ?? 0
  let at = 10
  if ((flags & 4) !== 0 && input.length >= at + 2) at += 2 + input.readUInt16LE(at)
  for (const text of [8, 16]) if ((flags & text) !== 0) at = input.indexOf(0, at) + 1 || input.length
  return (flags & 2) !== 0 ? at + 2 : at
}

/**
 * Decodes gzip bodies with trailing bytes or a truncated checksum. Browsers accept both, but zlib does not. A
 * complete checksum must be correct.
 */
const decodeFirstMember = Effect.fnUntraced(function*(
  body: Uint8Array,
  limit: number
): Effect.fn.Return<Uint8Array, Reason> {
  const input = Buffer.from(body.buffer, body.byteOffset, body.length)
  const start = behindGzipHeader(input)
  const { buffer, engine } = yield* decodeOne(rawDeflate, input.subarray(start), limit)
  const end = start + engine.bytesWritten
  if (input.length >= end + 4 && NodeZlib.crc32(buffer) !== input.readUInt32LE(end)) return yield* new DecodeError({})
  return buffer
})

/** Decodes all zstd frames of a body, because zlib only reads the first one. */
const decodeFrames = Effect.fnUntraced(function*(
  input: Uint8Array,
  limit: number
): Effect.fn.Return<Uint8Array, Reason> {
  const parts: Array<Uint8Array> = []
  let size = 0
  let rest = input
  for (let frame = 0; rest.length > 0 && zstd.matches(rest); frame++) {
    if (frame === MAX_FRAMES_OF_BODY) return yield* new DecodeError({})
    if (isSkippable(rest)) {
      rest = rest.subarray(8 + (rest.length < 8 ? 0 : Buffer.from(rest.buffer, rest.byteOffset).readUInt32LE(4)))
      continue
    }
    const { buffer, engine } = yield* decodeOne(zstd, rest, Math.max(1, limit - size))
    parts.push(buffer)
    size += buffer.length
    rest = rest.subarray(engine.bytesWritten)
  }
  return parts.length === 1 ? parts[0]! : Buffer.concat(parts)
})

const decode = (codec: Codec, input: Uint8Array, limit: number): Effect.Effect<Uint8Array, Reason> => {
  if (codec === zstd) return decodeFrames(input, limit)
  const decoded = Effect.map(decodeOne(codec, input, limit), ({ buffer }): Uint8Array => buffer)
  return codec !== gzip ? decoded : Effect.catch(
    decoded,
    (reason) => reason._tag === "DecodeError" ? decodeFirstMember(input, limit) : Effect.fail(reason)
  )
}

const isNoCoding = (name: string): boolean => {
  if (noCodings.has(name)) return true
  try {
    return new TextDecoder(name).encoding !== ""
  } catch {
    return false
  }
}

const codingsIn = (contentEncoding: string): Array<string> =>
  contentEncoding.toLowerCase().split(",").map((coding) => coding.replace(/^[\s"']+|[\s"']+$/g, ""))
    .filter((coding) => !isNoCoding(coding))

export const hasTooManyCodings = (contentEncoding: string): boolean => codingsIn(contentEncoding).length > MAX_CODINGS

/**
 * Reverses the content encodings, last one first. Each step outputs at most `limit` bytes. A body whose bytes
 * contradict a gzip or zstd label passes unchanged.
 */
export const decodeBody = Effect.fnUntraced(function*(
  body: Uint8Array,
  contentEncoding: string,
  limit: number
): Effect.fn.Return<{ readonly body: Uint8Array; readonly mislabelled: boolean }, Reason> {
  const codings = codingsIn(contentEncoding)
  if (codings.length > MAX_CODINGS) return yield* new DecodeError({})
  let current = body
  let mislabelled = false
  for (const coding of codings.reverse()) {
    if (current.length === 0) break
    const codec = codecOf(coding, current)
    if (codec === undefined) return yield* new DecodeError({})
    if (!codec.matches(current)) {
      mislabelled = true
      continue
    }
    current = yield* decode(codec, current, limit)
  }
  if (current.length > limit) return yield* new TooLarge({ what: "body", limit })
  return { body: current, mislabelled }
})
