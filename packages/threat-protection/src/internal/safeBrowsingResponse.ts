/**
 * Decodes the response of `hashes:search`: JSON if requested, otherwise a protocol buffer. Unknown threat types and
 * attributes are dropped, as the documentation requires.
 */
import * as Schema from "effect/Schema"

export interface FullHash {
  readonly hash: string
  readonly threats: ReadonlyArray<string>
}

export interface Answer {
  readonly hashes: ReadonlyArray<FullHash>
  readonly cacheMillis: number
}

const MILLIS = 1000
const NANOS_IN_MILLI = 1e6

const threatTypes = [
  undefined,
  "MALWARE",
  "SOCIAL_ENGINEERING",
  "UNWANTED_SOFTWARE",
  "POTENTIALLY_HARMFUL_APPLICATION"
] as const

/** `CANARY` must not be enforced, and `FRAME_ONLY` only concerns frames. */
const unenforced = new Set<string | number>(["CANARY", "FRAME_ONLY", 1, 2])

export const Json = Schema.Struct({
  fullHashes: Schema.optionalKey(Schema.Array(Schema.Struct({
    fullHash: Schema.String,
    fullHashDetails: Schema.optionalKey(Schema.Array(Schema.Struct({
      threatType: Schema.optionalKey(Schema.String),
      attributes: Schema.optionalKey(Schema.Array(Schema.String))
    })))
  }))),
  cacheDuration: Schema.optionalKey(Schema.String)
})

const lowerCase = (type: string): string => type.toLowerCase().replaceAll("_", " ")

export const fromJson = (body: typeof Json.Type): Answer => ({
  hashes: (body.fullHashes ?? []).map(({ fullHash, fullHashDetails }) => ({
    hash: Buffer.from(fullHash, "base64").toString("hex"),
    threats: (fullHashDetails ?? [])
      .filter(({ attributes }) => !(attributes ?? []).some((attribute) => unenforced.has(attribute)))
      .map(({ threatType }) => threatTypes.find((known) => known !== undefined && known === threatType))
      .filter((type) => type !== undefined)
      .map(lowerCase)
  })),
  cacheMillis: Math.max(0, Number.parseFloat(body.cacheDuration ?? "0s") * MILLIS) || 0
})

// See https://protobuf.dev/programming-guides/encoding/.

const MAX_VARINT_BYTES = 10
/** The eighth bit of a byte says that another byte follows. */
const VARINT_VALUES = 128
/** A tag contains the number of the field, and its wire type in the lowest three bits. */
const WIRE_TYPES = 8
const VARINT = 0
const FIXED_64 = 1
const LENGTH_DELIMITED = 2
const FIXED_32 = 5

interface Field {
  readonly number: number
  readonly value: number
  readonly bytes: Buffer
}

class Malformed extends Error {}

const readFields = (buffer: Buffer): Array<Field> => {
  const fields: Array<Field> = []
  let offset = 0
  const varint = (): number => {
    let value = 0
    for (let scale = 1, length = 0; length < MAX_VARINT_BYTES; length++, scale *= VARINT_VALUES) {
      const byte = buffer[offset++]
      if (byte === undefined) throw new Malformed()
      value += (byte % VARINT_VALUES) * scale
      if (byte < VARINT_VALUES) return value
    }
    throw new Malformed()
  }
  while (offset < buffer.length) {
    const tag = varint()
    const wire = tag % WIRE_TYPES
    let value = 0
    let length = 0
    if (wire === VARINT) value = varint()
    else if (wire === LENGTH_DELIMITED) length = varint()
    else if (wire === FIXED_64) length = BigInt64Array.BYTES_PER_ELEMENT
    else if (wire === FIXED_32) length = Int32Array.BYTES_PER_ELEMENT
    else throw new Malformed()
    if (offset + length > buffer.length) throw new Malformed()
    fields.push({ number: Math.floor(tag / WIRE_TYPES), value, bytes: buffer.subarray(offset, offset + length) })
    offset += length
  }
  return fields
}

const all = (fields: ReadonlyArray<Field>, number: number) => fields.filter((field) => field.number === number)

const detail = (buffer: Buffer): string | undefined => {
  const fields = readFields(buffer)
  // A repeated enum is packed: its values follow each other in one field.
  const attributes = all(fields, 2).flatMap(({ bytes, value }) => bytes.length > 0 ? [...bytes] : [value])
  if (attributes.some((attribute) => unenforced.has(attribute))) return undefined
  return threatTypes[all(fields, 1)[0]?.value ?? 0]
}

export const fromProtobuf = (buffer: Buffer): Answer => {
  const fields = readFields(buffer)
  const duration = all(fields, 2)[0]
  const parts = duration === undefined ? [] : readFields(duration.bytes)
  return {
    hashes: all(fields, 1).map(({ bytes }) => {
      const inner = readFields(bytes)
      return {
        hash: all(inner, 1)[0]?.bytes.toString("hex") ?? "",
        threats: all(inner, 2).map((field) => detail(field.bytes)).filter((type) => type !== undefined).map(lowerCase)
      }
    }),
    cacheMillis: (all(parts, 1)[0]?.value ?? 0) * MILLIS + (all(parts, 2)[0]?.value ?? 0) / NANOS_IN_MILLI
  }
}
