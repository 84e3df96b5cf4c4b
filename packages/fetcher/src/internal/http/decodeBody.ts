import * as Effect from "effect/Effect"
import * as NodeZlib from "node:zlib"
import { DecodeError, type Reason, TooLarge } from "../../FetchError.ts"
import { fromDecoder } from "../reasons.ts"

/** More stacked codings than this are an attack, not a web site. */
const maxCodings = 3
/** Up to this size decoding on the spot is cheaper than a round trip through the thread pool. */
const syncInput = 128 * 1024
const syncOutput = 1024 * 1024

type Options = NodeZlib.ZlibOptions & NodeZlib.BrotliOptions & NodeZlib.ZstdOptions
type Codec = {
  readonly sync: (input: Uint8Array, options: Options) => Buffer
  readonly async: (
    input: Uint8Array,
    options: Options,
    callback: (error: Error | null, output: Buffer) => void
  ) => void
  readonly matches: (input: Uint8Array) => boolean
}

const always = () => true
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
  matches: (input) => input[0] === 0x28 && input[1] === 0xb5 && input[2] === 0x2f && input[3] === 0xfd
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
      // "deflate" means zlib, but many servers send the bare stream
      return (input[0]! & 0x0f) === 8 && ((input[0]! << 8) | input[1]!) % 31 === 0 ? zlib : rawDeflate
    default:
      return undefined
  }
}

const decodeOne = (codec: Codec, input: Uint8Array, limit: number): Effect.Effect<Uint8Array, Reason> => {
  const inThreadPool = Effect.callback<Uint8Array, Reason>((resume) => {
    codec.async(
      input,
      { maxOutputLength: limit },
      (error, output) => resume(error === null ? Effect.succeed(output) : Effect.fail(fromDecoder(error, limit)))
    )
  })
  return input.length > syncInput
    ? inThreadPool
    : Effect.try({
      try: () => codec.sync(input, { maxOutputLength: Math.min(limit, syncOutput) }) as Uint8Array,
      catch: (error) => fromDecoder(error, limit)
    }).pipe(
      Effect.catch((reason) => reason._tag === "TooLarge" && limit > syncOutput ? inThreadPool : Effect.fail(reason))
    )
}

/**
 * Undoes the content codings of a body, last one first. Each stage is capped at `limit` bytes of output. A body that
 * is labelled gzip or zstd but visibly is not passes as it is.
 */
export const decodeBody = Effect.fnUntraced(function*(
  body: Uint8Array,
  contentEncoding: string,
  limit: number
): Effect.fn.Return<{ readonly body: Uint8Array; readonly mislabelled: boolean }, Reason> {
  const codings = contentEncoding.toLowerCase().split(",").map((coding) => coding.trim())
    .filter((coding) => coding !== "" && coding !== "identity" && coding !== "none")
  if (codings.length > maxCodings) return yield* new DecodeError({})
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
    current = yield* decodeOne(codec, current, limit)
  }
  if (current.length > limit) return yield* new TooLarge({ what: "body", limit })
  return { body: current, mislabelled }
})
