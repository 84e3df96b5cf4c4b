/**
 * `DecompressionStream` for pdf.js, without threads and web streams: a content stream is in memory as a whole before and
 * after, so that one call does it. What inflates to more than any honest stream is reported instead of being allocated.
 */
import { brotliDecompressSync, inflateSync } from "node:zlib"

/** Bytes of one stream. A page of vector graphics has tens of megabytes at most. */
const maxLength = 256 * 1024 * 1024

const never = new Promise<never>(() => {})

/** Installs it. `onBomb` is called for a stream that is too long; whoever reads that stream waits from then on. */
export const install = (onBomb: () => void): void => {
  class Inflate {
    readonly writable: unknown
    readonly readable: unknown
    constructor(format: string) {
      let bytes: Uint8Array | undefined
      const decode = format === "brotli" ? brotliDecompressSync : inflateSync
      this.writable = {
        getWriter: () => ({
          write: (chunk: Uint8Array) => {
            bytes = chunk
            return Promise.resolve()
          },
          close: () => Promise.resolve()
        })
      }
      this.readable = {
        getReader: () => ({
          read: async () => {
            if (bytes === undefined) return { done: true, value: undefined }
            const input = bytes
            bytes = undefined
            try {
              return { done: false, value: plain(decode(input, { maxOutputLength: maxLength })) }
            } catch (error) {
              if ((error as { readonly code?: unknown }).code !== "ERR_BUFFER_TOO_LARGE") throw error
              onBomb()
              return await never
            }
          }
        })
      }
    }
  }
  Object.assign(globalThis, { DecompressionStream: Inflate })
}

/** pdf.js looks at `buffer` of what it gets: no part of a pool. */
const plain = (bytes: Uint8Array): Uint8Array =>
  bytes.byteOffset === 0 && bytes.byteLength === bytes.buffer.byteLength ? new Uint8Array(bytes.buffer) : bytes.slice()
