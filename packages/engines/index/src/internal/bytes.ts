/** Packs numbers and texts into bytes. Small numbers use one byte. */
import * as CodeUnit from "@dunlin/text/CodeUnit"
import { StorageError } from "../StorageError.ts"

export class Writer {
  private buffer: Uint8Array
  length = 0

  constructor(capacity = 256) {
    this.buffer = new Uint8Array(capacity)
  }

  private room(count: number): void {
    if (this.length + count <= this.buffer.length) return
    const larger = new Uint8Array(Math.max(this.buffer.length * 2, this.length + count))
    larger.set(this.buffer.subarray(0, this.length))
    this.buffer = larger
  }

  byte(value: number): void {
    this.room(1)
    this.buffer[this.length++] = value
  }

  number(value: number): void {
    this.room(8)
    // Most numbers fit one byte.
    if (value < 0x80) {
      this.buffer[this.length++] = value
      return
    }
    let rest = value
    while (rest >= 0x80) {
      this.buffer[this.length++] = (rest % 0x80) | 0x80
      rest = Math.floor(rest / 0x80)
    }
    this.buffer[this.length++] = rest
  }

  bytes(value: Uint8Array): void {
    this.room(value.length)
    this.buffer.set(value, this.length)
    this.length += value.length
  }

  text(value: string): void {
    if (CodeUnit.isAscii(value)) {
      this.number(value.length)
      this.room(value.length)
      for (let at = 0; at < value.length; at++) this.buffer[this.length++] = value.charCodeAt(at)
      return
    }
    const encoded = encoder.encode(value)
    this.number(encoded.length)
    this.bytes(encoded)
  }

  moveTo(other: Writer): void {
    other.bytes(this.buffer.subarray(0, this.length))
    this.length = 0
  }

  finish(): Uint8Array {
    return this.buffer.slice(0, this.length)
  }
}

/** Maximum bytes of a text that is decoded byte by byte. Most terms are shorter. */
const MAX_BYTES_WITHOUT_DECODER = 16

const encoder = new TextEncoder()
const decoder = new TextDecoder()

export const DAMAGED_CODE = "EDAMAGED"

export const damaged = (): StorageError =>
  new StorageError("A stored part of the index is damaged: restore a backup, or index again", DAMAGED_CODE)

export class Reader {
  readonly data: Uint8Array
  at: number

  constructor(data: Uint8Array, at = 0) {
    this.data = data
    this.at = at
  }

  byte(): number {
    return this.data[this.at++]!
  }

  number(): number {
    let value = this.data[this.at++]!
    // Most numbers fit one byte.
    if (value < 0x80) return value
    value &= 0x7f
    let factor = 0x80
    for (;;) {
      const byte = this.data[this.at++]
      // Damaged bytes would otherwise make the loop endless.
      if (byte === undefined) throw damaged()
      value += (byte & 0x7f) * factor
      if (byte < 0x80) return value
      factor *= 0x80
    }
  }

  /**
   * Reads a number of items. Each item has at least one byte, so the number must not exceed that of the remaining
   * bytes.
   */
  count(): number {
    const count = this.number()
    if (count > this.data.length - this.at) throw damaged()
    return count
  }

  text(): string {
    const length = this.number()
    const end = this.at + length
    const value = length <= MAX_BYTES_WITHOUT_DECODER ? this.ascii(end) : undefined
    this.at = end
    return value ?? decoder.decode(this.data.subarray(end - length, end))
  }

  /** Reads a text; `undefined` if it is not ASCII. For short words, this is faster than `TextDecoder`. */
  private ascii(end: number): string | undefined {
    let value = ""
    for (let at = this.at; at < end; at++) {
      const byte = this.data[at]!
      if (byte >= 0x80) return undefined
      value += String.fromCharCode(byte)
    }
    return value
  }
}

/** Writes sorted texts. Each is written without the prefix that it shares with the previous one. */
export class SortedWriter {
  private previous = ""

  write(out: Writer, value: string): void {
    let shared = 0
    const most = Math.min(this.previous.length, value.length)
    while (shared < most && this.previous.charCodeAt(shared) === value.charCodeAt(shared)) shared++
    // A prefix must not end within a surrogate pair, because half of one cannot be encoded.
    shared = CodeUnit.wholeUntil(value, shared)
    out.number(shared)
    out.text(value.slice(shared))
    this.previous = value
  }
}

export class SortedReader {
  private previous = ""

  read(from: Reader): string {
    const shared = from.number()
    return this.previous = this.previous.slice(0, shared) + from.text()
  }
}
