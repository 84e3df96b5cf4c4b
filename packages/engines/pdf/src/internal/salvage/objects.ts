/** Finds the objects in the bytes of a PDF without its cross-reference table, for truncated files. */
import { constants, inflateSync } from "node:zlib"

export interface PdfObject {
  readonly number: number
  /** Offset in the file; `undefined` for an object in an object stream. */
  readonly at: number | undefined
  /** The dictionary of a stream, or the whole of another object. */
  readonly text: string
}

export interface Objects {
  /** The objects by number. If a number occurs more than once, the last object in the file counts. */
  readonly found: ReadonlyMap<number, PdfObject>
  /** Text that closes the stream in which the file ends; empty if the file ends outside of a stream. */
  readonly closing: string
}

const MAX_OBJECTS = 1_000_000

/** Maximum bytes of one object stream. Genuine streams hold 200 objects of some hundred bytes. */
const MAX_STREAM_BYTES = 16 * 1024 * 1024
const MAX_INFLATED_BYTES = 128 * 1024 * 1024

const header = /(?<!\d)(\d{1,9})[ \r\n\t]{1,4}\d{1,5}[ \r\n\t]{1,4}obj(?![a-z])/g
const DICTIONARY_END = />>[ \r\n\t]{0,4}$/
const BEFORE_STREAM = 6
const STREAM_END = /^[\r\n]{0,2}endstream/
const STREAM_END_LENGTH = 11

/**
 * Returns a function that finds a word. Its positions must increase from call to call, so that each byte is read
 * once.
 */
const finder = (text: string, word: string) => {
  let at = -1
  let isOver = false
  return (from: number): number => {
    if (!isOver && at < from) {
      at = text.indexOf(word, from)
      isOver = at < 0
    }
    return isOver ? Infinity : at
  }
}

/** Returns the number of a key; `undefined` for a reference or a missing key. */
export const numberIn = (dictionary: string, key: string): number | undefined => {
  const found = new RegExp(`/${key}\\s{0,4}(\\d{1,12})(?!\\s{1,4}\\d{1,5}\\s{1,4}R)`).exec(dictionary)?.[1]
  return found === undefined ? undefined : Number(found)
}

export const page = /\/Type\s{0,4}\/Page(?![A-Za-z])/
export const pageTree = /\/Type\s{0,4}\/Pages(?![A-Za-z])/
const objectStream = /\/Type\s{0,4}\/ObjStm(?![A-Za-z])/

/** Inflates data, and truncated data as far as possible. */
const inflate = (bytes: Uint8Array): Uint8Array | undefined => {
  try {
    return inflateSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: MAX_STREAM_BYTES })
  } catch {
    return undefined
  }
}

/** Returns the objects in an object stream. The last one is included only if it is known to be complete. */
const unpack = (dictionary: string, text: string, isWhole: boolean): Array<PdfObject> => {
  const count = Math.min(numberIn(dictionary, "N") ?? 0, MAX_OBJECTS)
  const first = numberIn(dictionary, "First") ?? 0
  const index = text.slice(0, first).trim().split(/\s+/, count * 2).map(Number)
  const objects: Array<PdfObject> = []
  for (let k = 0; k + 1 < index.length; k += 2) {
    const from = first + index[k + 1]!
    const next = index[k + 3]
    const to = next === undefined ? text.length : first + next
    if (!(from < to) || to > text.length || next === undefined && !isWhole) continue
    objects.push({ number: index[k]!, at: undefined, text: text.slice(from, to) })
  }
  return objects
}

interface Stream {
  readonly from: number
  readonly to: number
  readonly isWhole: boolean
}

/**
 * Returns the start and end of a stream's data, from the declared length if that is correct, otherwise from the
 * closing keyword.
 */
const streamAt = (text: string, keyword: number, dictionary: string, end: (from: number) => number): Stream => {
  const after = keyword + "stream".length
  const feed = text[after] === "\r" ? after + 1 : after
  const from = text[feed] === "\n" ? feed + 1 : feed
  const length = numberIn(dictionary, "Length")
  const declaredEnd = length === undefined ? Infinity : from + length
  if (declaredEnd < text.length && STREAM_END.test(text.slice(declaredEnd, declaredEnd + STREAM_END_LENGTH))) {
    return { from, to: declaredEnd, isWhole: true }
  }
  const to = end(from)
  return to === Infinity ? { from, to: text.length, isWhole: false } : { from, to, isWhole: true }
}

/**
 * Finds the objects of a file by scanning all bytes. Streams are skipped, because they may contain text that looks
 * like an object.
 */
export const objectsOf = (bytes: Uint8Array): Objects => {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1")
  const next = {
    stream: finder(text, "stream"),
    endStream: finder(text, "endstream"),
    endObject: finder(text, "endobj")
  }
  const found = new Map<number, PdfObject>()
  let inflated = 0
  let closing = ""
  header.lastIndex = 0
  for (let match = header.exec(text); match !== null && found.size < MAX_OBJECTS; match = header.exec(text)) {
    const number = Number(match[1])
    const begin = header.lastIndex
    const end = next.endObject(begin)
    const keyword = next.stream(begin)
    if (keyword > end || end !== Infinity && !DICTIONARY_END.test(text.slice(keyword - BEFORE_STREAM, keyword))) {
      found.set(number, { number, at: match.index, text: text.slice(begin, end) })
      header.lastIndex = end
      continue
    }
    // The file ends within the last object.
    if (keyword === Infinity) break
    const dictionary = text.slice(begin, keyword)
    const stream = streamAt(text, keyword, dictionary, next.endStream)
    found.set(number, { number, at: match.index, text: dictionary })
    header.lastIndex = stream.to
    if (!stream.isWhole) closing = "\nendstream\nendobj\n"
    if (!objectStream.test(dictionary) || inflated > MAX_INFLATED_BYTES) continue
    const data = bytes.subarray(stream.from, stream.to)
    const plain = dictionary.includes("/FlateDecode") ? inflate(data) : data
    if (plain === undefined) continue
    inflated += plain.length
    for (const object of unpack(dictionary, Buffer.from(plain).toString("latin1"), stream.isWhole)) {
      found.set(object.number, object)
    }
  }
  return { found, closing }
}
