import * as ClientKeys from "../ClientKeys.ts"
import type { DecodeOptions, RequestIssue } from "../InvalidRequest.ts"
import * as Limits from "../Limits.ts"
import * as Spelling from "../Spelling.ts"
import type { Shape } from "./shape.ts"
import { mistyped, unknownKey } from "./unknownKey.ts"

export interface Inspection {
  readonly issues: ReadonlyArray<RequestIssue>
  readonly warnings: ReadonlyArray<string>
  readonly isTooMuch: boolean
}

const closed: ReadonlySet<string> = new Set(["redactPII", "auditMetadata", "parsers"])

const scrapeOptions = "scrapeOptions"

const MAX_TYPOS_OF_KEY = 1

const MAX_NAMED_KEYS = 10

export const clean: Inspection = { issues: [], warnings: [], isTooMuch: false }

export const inspect = (shape: Shape, input: unknown, options: DecodeOptions = {}): Inspection => {
  const found = new Findings(keysOf(shape), options.unknownKeys === "refuse")
  walk(shape, input, [], "", found)
  return found.isEmpty ? clean : found
}

const none: Keys = new Map()

const keysOf = (shape: Shape | undefined): Keys => shape?._tag === "Object" ? shape.keys : none

class Findings implements Inspection {
  readonly request: Keys
  readonly issues: Array<RequestIssue> = []
  readonly older: Array<string> = []
  readonly unknown: Array<string> = []
  isTooMuch = false

  readonly isStrict: boolean

  constructor(request: Keys, isStrict: boolean) {
    this.request = request
    this.isStrict = isStrict
  }

  get isEmpty(): boolean {
    return this.issues.length + this.older.length + this.unknown.length === 0
  }

  get warnings(): ReadonlyArray<string> {
    const { older, unknown } = this
    if (unknown.length === 0) return [...new Set(older)]
    const more = unknown.length > MAX_NAMED_KEYS ? ` and ${unknown.length - MAX_NAMED_KEYS} more` : ""
    const subject = unknown.length === 1 ? "option is" : "options are"
    return [
      ...new Set(older),
      `Unknown ${subject} ignored: ${unknown.slice(0, MAX_NAMED_KEYS).join(", ")}${more}.`
    ]
  }

  tooMuch(path: Path, expected: string, count: number): void {
    this.isTooMuch = true
    this.issues.push({ path, code: "invalid_value", expected, message: `Expected ${expected}, got ${count}` })
  }
}

type Path = ReadonlyArray<string | number>

type Keys = ReadonlyMap<string, Shape | undefined>

const walk = (shape: Shape, value: unknown, path: Path, field: string, found: Findings): void => {
  if (typeof value !== "object" || value === null) return
  switch (shape._tag) {
    case "List":
      if (!Array.isArray(value)) return
      if (shape.maximum !== undefined && value.length > shape.maximum) {
        return found.tooMuch(path, `a list of at most ${shape.maximum} items`, value.length)
      }
      if (shape.item === undefined) return
      for (const [index, item] of value.entries()) walk(shape.item, item, [...path, index], field, found)
      return
    case "Tagged": {
      const type = Object.hasOwn(value, "type") ? (value as { readonly type: unknown }).type : undefined
      const meant = typeof type === "string" ? shape.byType.get(type) : undefined
      return meant === undefined ? undefined : walk(meant, value, path, field, found)
    }
    case "Record":
      if (shape.maximum !== undefined && Object.keys(value).length > shape.maximum) {
        found.tooMuch(path, `at most ${shape.maximum} entries`, Object.keys(value).length)
      }
      return
    case "Object":
      return Array.isArray(value) ? undefined : walkObject(shape.keys, value, path, field, found)
  }
}

const walkObject = (
  known: Keys,
  value: object,
  path: Path,
  field: string,
  found: Findings
): void => {
  const entries = Object.entries(value)
  if (entries.length > Limits.objectMaxKeys) {
    return found.tooMuch(path, `an object of at most ${Limits.objectMaxKeys} keys`, entries.length)
  }
  for (const [key, inner] of entries) {
    if (known.has(key)) {
      const shape = known.get(key)
      if (shape !== undefined) walk(shape, inner, [...path, key], key, found)
    } else meetUnknown(known, key, path, field, found)
  }
}

/** Whether a key that identifies the client is expected at this path: in a request, or in its scrape options. */
const saysWhoAsks = (path: Path): boolean => path.length === 0 || (path.length === 1 && path[0] === scrapeOptions)

/** A known key in the wrong place is an error, because ignoring it could disable a safeguard. */
interface Misplaced {
  readonly belongs: string
  readonly meant: string
}

const misplaced = (request: Keys, path: Path, key: string): Misplaced | undefined => {
  const options = keysOf(request.get(scrapeOptions))
  if (path.length === 0) {
    // Requests with scrape options at the top level have formats and no options object.
    if (key === scrapeOptions && request.has("formats")) {
      return { belongs: "Its options belong to the request itself", meant: "formats, …" }
    }
    const option = Spelling.nearest(key, options.keys(), MAX_TYPOS_OF_KEY)
    return option === undefined
      ? undefined
      : { belongs: "Belongs to scrapeOptions", meant: `${scrapeOptions}.${option}` }
  }
  if (path.length > 1 || path[0] !== scrapeOptions) return undefined
  const meant = Spelling.nearest(key, request.keys(), MAX_TYPOS_OF_KEY)
  return meant === undefined ? undefined : { belongs: "Belongs to the request itself", meant }
}

const meetUnknown = (
  known: Keys,
  key: string,
  path: Path,
  field: string,
  found: Findings
): void => {
  const where = [...path, key]
  if (closed.has(field)) {
    found.issues.push(unknownKey(where, known.keys()))
    return
  }
  if (saysWhoAsks(path)) {
    if (ClientKeys.passedOver.has(key)) return
    const became = ClientKeys.ofVersion1.get(key)
    if (became !== undefined && found.isStrict) {
      found.issues.push({ path: where, code: "unrecognized_keys", message: `Of version 1: ${became}` })
      return
    }
    if (became !== undefined) {
      found.older.push(`The option ${written(where)} of version 1 has no effect: ${became}.`)
      return
    }
  }
  const meant = Spelling.nearest(key, known.keys(), MAX_TYPOS_OF_KEY)
  if (meant !== undefined) {
    found.issues.push(mistyped(where, meant))
    return
  }
  const place = misplaced(found.request, path, key)
  if (place !== undefined) {
    found.issues.push({
      path: where,
      code: "unrecognized_keys",
      expected: place.meant,
      message: `${place.belongs} (${place.meant})`
    })
    return
  }
  if (!found.isStrict) {
    found.unknown.push(written(where))
    return
  }
  found.issues.push(unknownKey(where, known.keys()))
}

const written = (path: Path): string =>
  path.map((key, index) =>
    typeof key === "number"
      ? `[${key}]`
      : `${index === 0 ? "" : "."}${/^[\w@:+-]{1,40}$/.test(key) ? key : `(a key of ${key.length} characters)`}`
  ).join("")
