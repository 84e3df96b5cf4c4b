/** Reads the entries of a ZIP archive (APPNOTE 6.3.10), within limits that do not depend on its headers. */
import { inflateRawSync } from "node:zlib"
import { Unreadable } from "./unreadable.ts"

const LOCAL_HEADER = 0x04034b50
const CENTRAL_HEADER = 0x02014b50
const END_OF_DIRECTORY = 0x06054b50
const END_BYTES = 22
const MAX_COMMENT_BYTES = 65_535
const MAX_ENTRIES = 20_000
/** Does not depend on headers: a zip bomb of 42 kB claims petabytes. */
const MAX_ENTRY_BYTES = 64 * 1024 ** 2
const MAX_TOTAL_BYTES = 256 * 1024 ** 2

interface Entry {
  readonly at: number
  readonly packed: number
  readonly size: number
  readonly method: number
  readonly isEncrypted: boolean
}

export interface Archive {
  readonly names: ReadonlyArray<string>
  readonly declaredBytes: number
  readonly has: (name: string) => boolean
  readonly read: (name: string) => Uint8Array | undefined
}

export const isArchive = (body: Uint8Array): boolean =>
  body[0] === 0x50 && body[1] === 0x4b && body[2] === 0x03 && body[3] === 0x04

const endOf = (bytes: Buffer): number => {
  const least = Math.max(0, bytes.length - END_BYTES - MAX_COMMENT_BYTES)
  for (let at = bytes.length - END_BYTES; at >= least; at--) if (bytes.readUInt32LE(at) === END_OF_DIRECTORY) return at
  throw new Unreadable("damaged")
}

const directoryOf = (bytes: Buffer): Map<string, Entry> => {
  const end = endOf(bytes)
  const count = bytes.readUInt16LE(end + 10)
  const entries = new Map<string, Entry>()
  let at = bytes.readUInt32LE(end + 16)
  for (let index = 0; index < Math.min(count, MAX_ENTRIES); index++) {
    if (bytes.readUInt32LE(at) !== CENTRAL_HEADER) throw new Unreadable("damaged")
    const nameEnd = at + 46 + bytes.readUInt16LE(at + 28)
    entries.set(bytes.toString("utf8", at + 46, nameEnd), {
      at: bytes.readUInt32LE(at + 42),
      packed: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      method: bytes.readUInt16LE(at + 10),
      isEncrypted: (bytes.readUInt16LE(at + 8) & 1) === 1
    })
    at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return entries
}

const contentOf = (bytes: Buffer, { at, isEncrypted, method, packed, size }: Entry, most: number): Uint8Array => {
  if (isEncrypted) throw new Unreadable("encrypted")
  if (size > most) throw new Unreadable("large")
  if (bytes.readUInt32LE(at) !== LOCAL_HEADER) throw new Unreadable("damaged")
  const start = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28)
  const content = bytes.subarray(start, start + packed)
  if (method === 0) return content
  if (method !== 8) throw new Unreadable("damaged")
  return inflateRawSync(content, { maxOutputLength: Math.max(1, size) })
}

/** A header that points outside the archive, or data that does not inflate, counts as damage. */
const guarded = <A>(read: () => A): A => {
  try {
    return read()
  } catch (cause) {
    throw cause instanceof Unreadable ? cause : new Unreadable("damaged")
  }
}

export const open = (body: Uint8Array): Archive => {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const entries = guarded(() => directoryOf(bytes))
  let left = MAX_TOTAL_BYTES
  return {
    names: [...entries.keys()],
    declaredBytes: [...entries.values()].reduce((sum, { size }) => sum + size, 0),
    has: (name) => entries.has(name),
    read: (name) => {
      const entry = entries.get(name)
      if (entry === undefined) return undefined
      const content = guarded(() => contentOf(bytes, entry, Math.min(MAX_ENTRY_BYTES, left)))
      left -= content.byteLength
      return content
    }
  }
}
