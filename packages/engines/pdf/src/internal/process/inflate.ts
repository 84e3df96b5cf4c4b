/**
 * Replaces `DecompressionStream` for pdf.js with a synchronous one, without threads and web streams. A content stream
 * is in memory as a whole, so one call is enough. A stream that inflates beyond the limit is returned empty, and is
 * counted.
 */
import { brotliDecompressSync, inflateSync } from "node:zlib"

/** Maximum bytes of an inflated stream. A page of vector graphics has at most tens of megabytes. */
const MAX_LENGTH = 64 * 1024 * 1024

let tooLong = false

export const wasTooLong = (): boolean => {
  const was = tooLong
  tooLong = false
  return was
}

/** Returns bytes with their own `buffer`, because pdf.js uses all of it. */
const plain = (bytes: Uint8Array): Uint8Array =>
  bytes.byteOffset === 0 && bytes.byteLength === bytes.buffer.byteLength ? new Uint8Array(bytes.buffer) : bytes.slice()

const inflate = (format: string, bytes: Uint8Array): Uint8Array => {
  try {
    const options = { maxOutputLength: MAX_LENGTH }
    return plain(format === "brotli" ? brotliDecompressSync(bytes, options) : inflateSync(bytes, options))
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== "ERR_BUFFER_TOO_LARGE") throw error
    tooLong = true
    return new Uint8Array(0)
  }
}

class Inflate {
  readonly writable: unknown
  readonly readable: unknown
  constructor(format: string) {
    let input: Uint8Array | undefined
    this.writable = {
      getWriter: () => ({
        write: (chunk: Uint8Array) => {
          input = chunk
          return Promise.resolve()
        },
        close: () => Promise.resolve()
      })
    }
    this.readable = {
      getReader: () => ({
        read: async () => {
          if (input === undefined) return { done: true, value: undefined }
          const value = inflate(format, input)
          input = undefined
          return { done: false, value }
        }
      })
    }
  }
}

/** Replaces `DecompressionStream` for the whole process or thread, which only reads PDFs. */
export const install = (): void => {
  Object.assign(globalThis, { DecompressionStream: Inflate })
}
