/**
 * From the bytes of a page to its text.
 *
 * @since 0.1.0
 */
import chardet from "chardet"

/**
 * Text and the encoding it was read in.
 *
 * @category models
 * @since 0.1.0
 */
export interface Decoded {
  readonly text: string
  /** Name of the encoding in the WHATWG Encoding Standard, lower case. */
  readonly encoding: string
}

const metaCharset = /<meta[^>]{0,300}?charset\s*=\s*["']?\s*([\w:.-]{2,40})/i
const xmlCharset = /^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w:.-]{2,40})/i

const decoder = (label: string, fatal: boolean): InstanceType<typeof TextDecoder> | undefined => {
  // The constructor throws for labels the standard does not know.
  try {
    return new TextDecoder(label, { fatal })
  } catch {
    return undefined
  }
}

const attempt = (bytes: Uint8Array, label: string, fatal: boolean): Decoded | undefined => {
  const found = decoder(label, fatal)
  if (found === undefined) return undefined
  try {
    return { text: found.decode(bytes), encoding: found.encoding }
  } catch {
    return undefined
  }
}

const latin1 = (bytes: Uint8Array, length: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(length, bytes.byteLength)).toString("latin1")

/** The encoding a page declares in its first bytes, if any. */
const declared = (bytes: Uint8Array): string | undefined => {
  const head = latin1(bytes, 4096)
  const label = xmlCharset.exec(head)?.[1] ?? metaCharset.exec(head.replace(/<!--[^]*?(?:-->|$)/g, ""))?.[1]
  if (label === undefined) return undefined
  // A page that could be read this far is not in UTF-16 (HTML standard, 13.2.3.2).
  return /^utf-?16/i.test(label) ? "utf-8" : label
}

/** Whether a text shows its encoding: no other one writes this many letters beyond ASCII as valid UTF-8 by chance. */
const isUtf8 = (found: Decoded | undefined): boolean =>
  found !== undefined && /(?:[^\x00-\x7f][\x00-\x7f]*){8}/.test(found.text)

/**
 * Decodes a page. Order: byte order mark, charset of the `content-type` header, declaration in the first 4096 bytes,
 * valid UTF-8, statistical guess, windows-1252. A declared UTF-8 that is not UTF-8 counts as undeclared, and so does
 * another declaration in a page that is UTF-8: pages are stored in another encoding than they were written in. Never
 * fails.
 *
 * @category constructors
 * @since 0.1.0
 */
export const decode = (bytes: Uint8Array, charset?: string | undefined): Decoded => {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return attempt(bytes, "utf-8", false)!
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return attempt(bytes, "utf-16be", false)!
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return attempt(bytes, "utf-16le", false)!
  let utf8: Decoded | undefined | null = null
  const valid = () => utf8 === null ? utf8 = attempt(bytes, "utf-8", true) : utf8
  for (const label of [charset, declared(bytes)]) {
    if (label === undefined) continue
    const name = decoder(label.trim(), false)?.encoding
    if (name === undefined) continue
    if (name !== "utf-8") return label !== charset && isUtf8(valid()) ? valid()! : attempt(bytes, name, false)!
    const found = valid()
    if (found !== undefined) return found
    // Mostly UTF-8 with a few broken bytes stays UTF-8.
    const lenient = attempt(bytes, "utf-8", false)!
    if (lenient.text.split("\ufffd").length - 1 <= Math.max(3, lenient.text.length / 2000)) return lenient
  }
  const found = valid()
  if (found !== undefined) return found
  const guess = chardet.detect(bytes.subarray(0, 65_536))
  const guessed = guess === null ? undefined : attempt(bytes, guess, false)
  return guessed ?? attempt(bytes, "windows-1252", false)!
}
