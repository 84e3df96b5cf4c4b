/**
 * Which character encoding a text body is in, and its text.
 *
 * @since 0.1.0
 */
import chardet from "chardet"
import { without } from "./internal/markup.ts"

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

/** So far a declaration counts anywhere (HTML 13.2.3.2), and so far in the head of a document, as browsers have it. */
const prescan = 1024
const longestHead = 64 * 1024

const metaLabel = (tag: string): string | undefined => {
  const content = /\scontent\s{0,8}=\s{0,8}(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(tag)
  const attribute = /\scharset\s{0,8}=\s{0,8}["']?\s{0,8}([\w:.-]{1,40})/i
  const named = attribute.exec(content === null ? tag : tag.replace(content[0], " "))?.[1]
  if (named !== undefined || !/\shttp-equiv\s{0,8}=\s{0,8}["']?content-type/i.test(tag)) return named
  return /charset\s{0,8}=\s{0,8}["']?\s{0,8}([\w:.-]{1,40})/i.exec(content?.[1] ?? content?.[2] ?? content?.[3] ?? "")
    ?.[1]
}

/** The `charset` a document declares, or its XML declaration. */
const declaredIn = (bytes: Uint8Array): string | undefined => {
  const start = latin1(bytes, longestHead)
  const end = start.search(/<\/head|<body/i)
  const head = start.slice(0, Math.max(prescan, end))
  const markup = without(without(head, "<!--", "-->"), "<script", "</script")
  const xml = /^<\?xml\s[^>]{0,200}?encoding\s{0,8}=\s{0,8}["']([\w-]{1,40})["']/i.exec(head)?.[1]
  let label: string | undefined
  for (const [tag] of markup.matchAll(/<meta\s[^>]{0,500}/gi)) {
    label = metaLabel(tag)
    if (label !== undefined) break
  }
  label ??= xml
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
    ["bom", bomOf],
    ["header", () => headerCharset],
    ["meta", declaredIn]
  ] as const
  for (const [source, labelOf] of candidates) {
    const label = labelOf(bytes)
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
