/**
 * Parses the formats in which frameworks serialise data. Each parser visits a bounded number of values and then fails
 * with `TooMuch`, because references may describe far more data than they are long.
 */

const MAX_DEPTH_OF_REFERENCES = 60
const MAX_VALUES = 200_000

export class TooMuch extends Error {
  override readonly name = "TooMuch"
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

interface Types {
  readonly set: string
  readonly map: string
  readonly object: string
  readonly plain: ReadonlySet<string>
  readonly nameOf: (key: string, values: ReadonlyArray<unknown>) => string
}

const DEVALUE: Types = {
  set: "Set",
  map: "Map",
  object: "null",
  plain: new Set(["BigInt", "Date", "RegExp", "URL"]),
  nameOf: (key) => key
}

const TURBO_STREAM: Types = {
  set: "S",
  map: "M",
  object: "N",
  plain: new Set(["B", "D", "P", "R", "U", "Y"]),
  nameOf: (key, values) => String(values[Number(key.slice(1))] ?? key)
}

const unflattened = (values: ReadonlyArray<unknown>, types: Types): unknown => {
  let left = MAX_VALUES
  const pairs = (list: ReadonlyArray<unknown>, depth: number, isName: boolean) => {
    const made = new Map<string, unknown>()
    for (let at = 1; at + 1 < list.length; at += 2) {
      made.set(String(isName ? list[at] : read(list[at], depth)), read(list[at + 1], depth))
    }
    return made
  }
  const read = (index: unknown, depth: number): unknown => {
    if (typeof index !== "number") return undefined
    if (depth > MAX_DEPTH_OF_REFERENCES || --left < 0) throw new TooMuch()
    const value = values[index]
    if (Array.isArray(value)) {
      const [kind] = value as [unknown]
      if (typeof kind !== "string") return value.map((one) => read(one, depth + 1))
      if (kind === types.set) return value.slice(1).map((one) => read(one, depth + 1))
      if (kind === types.map) return pairs(value, depth + 1, false)
      if (kind === types.object) return pairs(value, depth + 1, types === DEVALUE)
      return types.plain.has(kind) ? value[1] : read(value[1], depth + 1)
    }
    if (!isObject(value)) return value
    const made = new Map<string, unknown>()
    for (const [key, one] of Object.entries(value)) made.set(types.nameOf(key, values), read(one, depth + 1))
    return made
  }
  return read(0, 0)
}

export const ofDevalue = (values: ReadonlyArray<unknown>): unknown => unflattened(values, DEVALUE)

export const ofTurboStream = (values: ReadonlyArray<unknown>): unknown => unflattened(values, TURBO_STREAM)

export const ofAstro = (value: unknown, depth = 0): unknown => {
  if (!Array.isArray(value)) return undefined
  if (depth > MAX_DEPTH_OF_REFERENCES) throw new TooMuch()
  const [kind, inner] = value as [unknown, unknown]
  if (Array.isArray(inner)) return inner.map((one) => ofAstro(one, depth + 1))
  if (kind !== 0 || !isObject(inner)) return inner
  return new Map(Object.entries(inner).map(([key, one]) => [key, ofAstro(one, depth + 1)]))
}

/** Letters replace digits, because positions ignore digits but rows must stay distinct. */
const lettersOf = (name: string): string => name.replace(/\d/g, (digit) => "ghijklmnop".charAt(Number(digit)))

/** A row: a hexadecimal number, then a value or the length of a text in bytes. */
const ROW = /([0-9a-f]{1,8}):(?:T([0-9a-f]{1,8}),)?/y

/** Parses the stream of React server components (Next.js). Skips rows without data, such as modules. */
export const ofFlight = (stream: string, parse: (json: string) => unknown): unknown => {
  const rows = new Map<string, unknown>()
  for (let at = 0; at < stream.length;) {
    ROW.lastIndex = at
    const [whole = "", name = "", bytes] = ROW.exec(stream) ?? []
    const start = at + whole.length
    if (bytes === undefined) {
      const end = stream.indexOf("\n", start)
      const stop = end === -1 ? stream.length : end
      if (name !== "" && /^["[{]/.test(stream.slice(start, start + 1))) {
        rows.set(lettersOf(name), parse(stream.slice(start, stop)))
      }
      at = stop + 1
    } else {
      const length = Number.parseInt(bytes, 16)
      const text = Buffer.from(stream.slice(start, start + length)).subarray(0, length).toString("utf8")
      rows.set(lettersOf(name), text)
      at = start + text.length
    }
    if (rows.size > MAX_VALUES) throw new TooMuch()
  }
  return rows
}
