/**
 * Which character encoding a text body is in, and its text.
 *
 * @since 0.1.0
 */
import chardet from "chardet"

/**
 * @category models
 * @since 0.1.0
 */
export type Decoded = {
  readonly text: string
  /** Label of the WHATWG Encoding Standard, lower case. */
  readonly charset: string
  /** What decided. */
  readonly source: "bom" | "header" | "meta" | "utf-8" | "detected" | "fallback"
}

const decoderOf = (label: string, fatal: boolean): InstanceType<typeof TextDecoder> | undefined => {
  try {
    return new TextDecoder(label, { fatal })
  } catch {
    return undefined
  }
}

const bomOf = (bytes: Uint8Array): string | undefined => {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf-8"
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le"
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be"
  return undefined
}

const latin1 = (bytes: Uint8Array, length: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, length)).toString("latin1")

/** The `charset` a document declares in its first 1024 bytes (HTML 13.2.3.2), or in an XML declaration. */
const declaredIn = (bytes: Uint8Array): string | undefined => {
  const head = latin1(bytes, 1024)
  const xml = /^<\?xml\s[^>]{0,200}?encoding\s{0,8}=\s{0,8}["']([\w-]{1,40})["']/i.exec(head)?.[1]
  const label = /<meta\s[^>]{0,500}?charset\s{0,8}=\s{0,8}["']?\s{0,8}([\w:.-]{1,40})/i.exec(head)?.[1] ?? xml
  // such a declaration was readable as ASCII, so it cannot be UTF-16
  return label !== undefined && /^utf-?16/i.test(label) ? "utf-8" : label
}

const sample = 64 * 1024
/** Below this, of 100, the guess is worse than the encoding of most undeclared pages. */
const leastConfidence = 20

/**
 * Decodes by byte order mark, then the label of the `content-type` header, then the declaration in the document, then
 * strict UTF-8, then statistical detection, then windows-1252. Never fails: what cannot be decoded becomes U+FFFD.
 *
 * @category conversions
 * @since 0.1.0
 */
export const decode = (bytes: Uint8Array, headerCharset?: string): Decoded => {
  const candidates = [
    ["bom", bomOf(bytes)],
    ["header", headerCharset],
    ["meta", declaredIn(bytes)]
  ] as const
  for (const [source, label] of candidates) {
    const decoder = label === undefined ? undefined : decoderOf(label, false)
    if (decoder !== undefined) return { text: decoder.decode(bytes), charset: decoder.encoding, source }
  }
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), charset: "utf-8", source: "utf-8" }
  } catch {
    const [guess] = chardet.analyse(bytes.subarray(0, sample))
    const decoder = guess === undefined || guess.confidence < leastConfidence || guess.name === "UTF-8"
      ? undefined
      : decoderOf(guess.name, true)
    if (decoder !== undefined) {
      try {
        return { text: decoder.decode(bytes), charset: decoder.encoding, source: "detected" }
      } catch {
        return { text: new TextDecoder("windows-1252").decode(bytes), charset: "windows-1252", source: "fallback" }
      }
    }
    return { text: new TextDecoder("windows-1252").decode(bytes), charset: "windows-1252", source: "fallback" }
  }
}
