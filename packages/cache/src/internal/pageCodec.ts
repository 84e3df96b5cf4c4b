/**
 * Encodes and decodes a RawPage. The format is `DPC1`, one byte for the compression of the rest (0 none, 1 zstd), and
 * its uncompressed length. Then follow a header length, a JSON header, and the binary parts in the header's order.
 * Lengths have 32 bits, little endian.
 */
import { type Blob, type RawActionResults, RawPage } from "@dunlin/schema/RawPage"
import * as Effect from "effect/Effect"
import * as zlib from "node:zlib"
import { CacheError, Corrupt } from "../CacheError.ts"

const MAGIC = 0x31435044 // "DPC1", little endian
const WORD = 4
const PLAIN = 0
const ZSTD = 1
/** Larger pages are compressed on the thread pool. */
const ASYNC = 1024 * 1024

/** The encoder never writes more. */
export const MAX_DECODED_BYTES = 512 * 1024 * 1024

interface BlobHeader {
  readonly contentType: string
  readonly length: number
}

interface Header extends Omit<typeof RawPage.Type, "body" | "screenshot" | "actions"> {
  readonly body: number
  readonly screenshot?: BlobHeader
  readonly actions?: Pick<RawActionResults, "scrapes" | "javascriptReturns"> & {
    readonly screenshots: ReadonlyArray<BlobHeader>
    readonly pdfs: ReadonlyArray<BlobHeader>
  }
}

const blobHeader = (blob: Blob): BlobHeader => ({ contentType: blob.contentType, length: blob.bytes.length })

let scratch: Buffer | undefined

/** The result may be in the shared buffer, so it must be consumed before other code runs. */
const pack = (page: RawPage): Buffer => {
  const { actions, body, screenshot, ...rest } = page
  const parts: Array<Uint8Array> = [body]
  if (screenshot !== undefined) parts.push(screenshot.bytes)
  if (actions !== undefined) {
    for (const blob of actions.screenshots) parts.push(blob.bytes)
    for (const blob of actions.pdfs) parts.push(blob.bytes)
  }
  const header: Header = {
    ...rest,
    body: body.length,
    ...(screenshot === undefined ? {} : { screenshot: blobHeader(screenshot) }),
    ...(actions === undefined ? {} : {
      actions: {
        scrapes: actions.scrapes,
        javascriptReturns: actions.javascriptReturns,
        screenshots: actions.screenshots.map(blobHeader),
        pdfs: actions.pdfs.map(blobHeader)
      }
    })
  }
  const json = Buffer.from(JSON.stringify(header))
  let length = WORD + json.length
  for (const part of parts) length += part.length
  const packed = length > ASYNC
    ? Buffer.allocUnsafe(length)
    : (scratch ??= Buffer.allocUnsafe(ASYNC)).subarray(0, length)
  packed.writeUInt32LE(json.length)
  packed.set(json, WORD)
  let offset = WORD + json.length
  for (const part of parts) {
    packed.set(part, offset)
    offset += part.length
  }
  return packed
}

/** The parts of the page are views of the bytes, so the bytes must not be reused. */
const unpack = (bytes: Buffer): RawPage => {
  const start = WORD + bytes.readUInt32LE(0)
  const header = JSON.parse(bytes.toString("utf8", WORD, start)) as Header
  let offset = start
  const take = (length: number) => {
    const end = offset + length
    if (!(length >= 0) || end > bytes.length) throw new RangeError("part outside the record")
    const part = new Uint8Array(bytes.buffer, bytes.byteOffset + offset, length)
    offset = end
    return part
  }
  const blob = (part: BlobHeader): Blob => ({ contentType: part.contentType, bytes: take(part.length) })
  const { actions, body, screenshot, ...rest } = header
  return new RawPage({
    ...rest,
    body: take(body),
    ...(screenshot === undefined ? {} : { screenshot: blob(screenshot) }),
    ...(actions === undefined ? {} : {
      actions: {
        scrapes: actions.scrapes,
        javascriptReturns: actions.javascriptReturns,
        screenshots: actions.screenshots.map(blob),
        pdfs: actions.pdfs.map(blob)
      }
    })
  })
}

const CODING_AT = WORD
const LENGTH_AT = CODING_AT + 1
const PREFIX_LENGTH = LENGTH_AT + WORD

/** zstd's default level. */
const LEVEL = 3

/** zlib requires at least 64. */
const MIN_CHUNK_BYTES = 1024

const prefix = (coding: number, length: number) => {
  const head = Buffer.alloc(PREFIX_LENGTH)
  head.writeUInt32LE(MAGIC)
  head[CODING_AT] = coding
  head.writeUInt32LE(length, LENGTH_AT)
  return head
}

/** Sized for one chunk of output, so that no chunks are joined. */
const compression = (length: number): zlib.ZstdOptions => ({
  chunkSize: Math.max(MIN_CHUNK_BYTES, Math.ceil(length / 2)),
  params: { [zlib.constants.ZSTD_c_compressionLevel]: LEVEL }
})

const decompression = (length: number): zlib.ZstdOptions => ({
  chunkSize: Math.max(MIN_CHUNK_BYTES, length),
  maxOutputLength: Math.max(1, length)
})

export const encode = (page: RawPage): Effect.Effect<Buffer> =>
  Effect.suspend(() => {
    const packed = pack(page)
    const finish = (compressed: Buffer) =>
      compressed.length < packed.length
        ? Buffer.concat([prefix(ZSTD, packed.length), compressed])
        : Buffer.concat([prefix(PLAIN, packed.length), packed])
    if (packed.length <= ASYNC) return Effect.succeed(finish(zlib.zstdCompressSync(packed, compression(packed.length))))
    return Effect.callback<Buffer>((resume) => {
      zlib.zstdCompress(packed, compression(packed.length), (error, compressed) =>
        resume(error === null ? Effect.succeed(finish(compressed)) : Effect.die(error)))
    })
  })

const corrupt = (store: string, cause?: unknown) =>
  new CacheError({ store, reason: new Corrupt(cause === undefined ? {} : { cause }) })

export const decode = (bytes: Uint8Array, store: string): Effect.Effect<RawPage, CacheError> =>
  Effect.suspend(() => {
    const record = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    if (record.length < PREFIX_LENGTH || record.readUInt32LE(0) !== MAGIC) return Effect.fail(corrupt(store))
    const length = record.readUInt32LE(LENGTH_AT)
    const rest = record.subarray(PREFIX_LENGTH)
    const read = (packed: Buffer) => Effect.try({ try: () => unpack(packed), catch: (cause) => corrupt(store, cause) })
    if (record[CODING_AT] === PLAIN) return read(Buffer.from(rest))
    if (record[CODING_AT] !== ZSTD || length > MAX_DECODED_BYTES) return Effect.fail(corrupt(store))
    if (length <= ASYNC) {
      return Effect.try({
        try: () => unpack(zlib.zstdDecompressSync(rest, decompression(length))),
        catch: (cause) => corrupt(store, cause)
      })
    }
    return Effect.flatMap(
      Effect.callback<Buffer, CacheError>((resume) => {
        zlib.zstdDecompress(
          rest,
          decompression(length),
          (error, packed) => resume(error === null ? Effect.succeed(packed) : Effect.fail(corrupt(store, error)))
        )
      }),
      read
    )
  })
