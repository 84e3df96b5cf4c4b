/**
 * Decodes the bytes of a page into text, as browsers do.
 *
 * @since 0.1.0
 */
import chardet from "chardet"
import * as Alphabets from "./internal/alphabets.ts"
import { declaredCharset } from "./internal/declaredCharset.ts"

/**
 * The text of a page, and the encoding with which it was decoded.
 *
 * @category models
 * @since 0.1.0
 */
export interface Decoded {
  readonly text: string
  /** The name of the encoding in the WHATWG Encoding Standard, in lower case. */
  readonly encoding: string
  /** The source of the decision. */
  readonly source: "bom" | "header" | "meta" | "utf-8" | "detected" | "fallback"
}

/** Number of bytes of the sample: enough text on any page, and read in a millisecond. */
const SAMPLE_BYTES = 64 * 1024

/** Minimum confidence, of 100. A worse guess is replaced by windows-1252, the most common undeclared encoding. */
const MIN_CONFIDENCE_OF_GUESS = 20

/** Number of characters per allowed invalid character, because truncated pages and faulty templates contain a few. */
const CHARACTERS_PER_BROKEN_ONE = 2000

/** Number of invalid characters that even a short text may have. */
const BROKEN_CHARACTERS_OF_A_SHORT_TEXT = 3

const showsUtf8 = /(?:[^\x00-\x7f][\x00-\x7f]*){8}/

const decoderOf = (label: string, fatal: boolean): InstanceType<typeof TextDecoder> | undefined => {
  try {
    return new TextDecoder(label, { fatal })
  } catch {
    return undefined
  }
}

const readAs = (bytes: Uint8Array, label: string, source: Decoded["source"]): Decoded | undefined => {
  const decoder = decoderOf(label, false)
  return decoder === undefined ? undefined : { text: decoder.decode(bytes), encoding: decoder.encoding, source }
}

const strictUtf8 = (bytes: Uint8Array): Decoded | undefined => {
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), encoding: "utf-8", source: "utf-8" }
  } catch {
    return undefined
  }
}

const isMostlyWhole = (text: string): boolean =>
  text.split("\ufffd").length - 1 <=
    Math.max(BROKEN_CHARACTERS_OF_A_SHORT_TEXT, text.length / CHARACTERS_PER_BROKEN_ONE)

const fromLabel = (bytes: Uint8Array, label: string, source: "header" | "meta"): Decoded | undefined => {
  const encoding = decoderOf(label, false)?.encoding
  if (encoding === undefined) return undefined
  if (encoding === "utf-8") {
    const whole = strictUtf8(bytes)
    if (whole !== undefined) return { ...whole, source }
    const found = readAs(bytes, label, source)
    return found !== undefined && isMostlyWhole(found.text) ? found : undefined
  }
  const utf8 = source === "meta" ? strictUtf8(bytes) : undefined
  return utf8 !== undefined && showsUtf8.test(utf8.text) ? utf8 : readAs(bytes, label, source)
}

/** Byte order marks of the Encoding Standard: U+FEFF as each encoding writes it. */
const MARKS: ReadonlyArray<readonly [encoding: string, bytes: ReadonlyArray<number>]> = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]]
]

const markOf = (bytes: Uint8Array): string | undefined =>
  MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0]

/**
 * Minimum confidence of a second Western encoding, as a share of the best guess's confidence. The second one is
 * chosen if its letters fit.
 */
const SHARE_OF_A_RIVAL = 0.5

type Guess = ReturnType<typeof chardet.analyse>[number]

const encodingOf = ({ name }: Guess): string => decoderOf(name, false)?.encoding ?? name

/**
 * Returns the encoding after a check of its letters, which distinguish similar encodings. If the letters do not fit
 * the guessed language, but all belong to one Western language, the page is in windows-1252.
 */
const corrected = (bytes: Uint8Array, guesses: ReadonlyArray<Guess>): string => {
  const guess = guesses[0]!
  const [encoding, language = ""] = [encodingOf(guess), guess.lang]
  if (encoding === "windows-1252" || !Alphabets.isEvidence(language)) return encoding
  const own = Alphabets.encodingIn(bytes, language, encoding)
  if (own !== undefined) return own
  const rival = guesses.find((other) => encodingOf(other) === "windows-1252")?.confidence ?? 0
  return rival >= guess.confidence * SHARE_OF_A_RIVAL && Alphabets.isWestern(bytes) ? "windows-1252" : encoding
}

const guessed = (bytes: Uint8Array): Decoded | undefined => {
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  const guesses = chardet.analyse(sample)
  const [guess] = guesses
  const stated = Alphabets.statedLanguage(sample)
  const known = stated === undefined
    ? undefined
    : Alphabets.encodingIn(sample, stated, guess === undefined ? "" : encodingOf(guess))
  if (known !== undefined) return readAs(bytes, known, "detected")
  if (guess === undefined || guess.confidence < MIN_CONFIDENCE_OF_GUESS || guess.name === "UTF-8") return undefined
  const found = readAs(bytes, corrected(sample, guesses), "detected")
  return found !== undefined && isMostlyWhole(found.text) ? found : undefined
}

/**
 * Decodes a page. The first available source decides. The order is the byte order mark, the charset of the
 * `content-type` header, the declaration in the head, and valid UTF-8. Then follow the language of the root element if
 * the letters fit, a statistical guess, and windows-1252. It never fails: invalid bytes become U+FFFD.
 *
 * **Gotchas**
 *
 * A label of UTF-8 is ignored on a page that is not UTF-8. So is a `<meta>` of another encoding on a page that is UTF-8:
 * some pages are stored in another encoding than the one they were written in.
 *
 * **Example** (Bytes of an old page)
 *
 * ```ts
 * import { Charset } from "@dunlin/text"
 *
 * const page = new Uint8Array([0x63, 0x61, 0x66, 0xe9])
 * const { text }: Charset.Decoded = Charset.decode(page, "iso-8859-1")
 * console.log(text) // café
 * ```
 *
 * @category conversions
 * @since 0.1.0
 */
export const decode = (bytes: Uint8Array, headerCharset?: string | undefined): Decoded => {
  const mark = markOf(bytes)
  if (mark !== undefined) return readAs(bytes, mark, "bom")!
  const labelled = (source: "header" | "meta", label: string | undefined): Decoded | undefined =>
    label === undefined ? undefined : fromLabel(bytes, label.trim(), source)
  return labelled("header", headerCharset) ?? labelled("meta", declaredCharset(bytes)) ?? strictUtf8(bytes) ??
    guessed(bytes) ?? readAs(bytes, "windows-1252", "fallback")!
}
