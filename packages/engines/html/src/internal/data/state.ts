/**
 * Reads the state that a page embeds for its scripts: JSON in scripts (Next.js, Nuxt), in assignments (Remix, Redux,
 * Shopify), and in attributes (WooCommerce). No script is run, so only plain JSON is read.
 *
 * @since 0.1.0
 */
import * as Character from "../tape/characters.ts"
import { parseJson } from "../tape/json.ts"
import * as Tags from "../tape/tags.ts"
import { attr, type Tape } from "../tape/tape.ts"

const MAX_PREFIX_CHARACTERS = 40
const MAX_LINE_NUMBER_CHARACTERS = 8
const MAX_ASSIGNMENTS = 50
const READ_BEFORE_BRACE = 40
const READ_BEHIND_BRACE = 100

export type JsonObject = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const MAX_VALUES_OF_STATE = 200
const MAX_SCRIPT_CHARACTERS = 4_000_000
const MAX_STATE_NODES = 200_000
const MAX_DEPTH_OF_STATE = 40

/**
 * Start of the calls with which the app router of Next.js streams its data. Joined, the chunks are one text, whose
 * lines are numbered JSON values.
 */
const push = "__next_f.push("

const pieceOf = (source: string): string | undefined => {
  const from = source.indexOf(push)
  if (from < 0 || from > MAX_PREFIX_CHARACTERS) return undefined
  const value = parseJson(source.slice(from + push.length, source.lastIndexOf("]") + 1))
  return Array.isArray(value) && value[0] === 1 && typeof value[1] === "string" ? value[1] : undefined
}

/** Matches a word that a product's state contains. Scripts and lines without it are not parsed. */
const productWords = /price|variants/i

const flight = (pieces: ReadonlyArray<string>, out: Array<unknown>): void => {
  for (const line of pieces.join("").split("\n")) {
    if (out.length >= MAX_VALUES_OF_STATE) return
    const at = line.indexOf(":")
    if (at < 1 || at > MAX_LINE_NUMBER_CHARACTERS || !productWords.test(line)) continue
    const value = parseJson(line.slice(at + 1))
    if (value !== undefined) out.push(value)
  }
}

/**
 * Returns the values in document order. Chunks streamed by Next.js are joined, and the values of their lines come
 * last.
 */
export const productValues = (tape: Tape): ReadonlyArray<unknown> => {
  const out: Array<unknown> = []
  const pieces: Array<string> = []
  let size = 0
  for (let i = 0; i < tape.n && out.length < MAX_VALUES_OF_STATE; i++) {
    if (tape.tag[i] !== Tags.SCRIPT || i + 1 >= tape.end[i]!) continue
    const source = tape.text[i + 1]!
    if (source.length > MAX_SCRIPT_CHARACTERS) continue
    const piece = pieceOf(source)
    if (piece !== undefined) {
      size += piece.length
      if (size <= MAX_SCRIPT_CHARACTERS) pieces.push(piece)
      continue
    }
    if (!productWords.test(source)) continue
    const type = (attr(tape, i, "type") ?? "").trim().toLowerCase()
    if (type === "application/json" || type === "text/json") {
      const value = parseJson(source)
      if (value !== undefined) out.push(attr(tape, i, "id") === "__NUXT_DATA__" ? revive(value) : value)
    } else if (type === "" || type === "module" || type.endsWith("javascript")) assigned(source, out)
  }
  flight(pieces, out)
  return out
}

const assigned = (source: string, out: Array<unknown>): void => {
  let tries = 0
  for (
    let at = source.indexOf("{");
    at >= 0 && tries < MAX_ASSIGNMENTS && out.length < MAX_VALUES_OF_STATE;
    at = source.indexOf("{", at + 1)
  ) {
    const before = source.slice(Math.max(0, at - READ_BEFORE_BRACE), at)
    if (
      !/(?:[\w$\])]\s*=|JSON\.parse\()\s*$/.test(before) || !/^\{\s*["}]/.test(source.slice(at, at + READ_BEHIND_BRACE))
    ) continue
    tries++
    const stop = closing(source, at)
    if (stop < 0) return
    const value = parseJson(source.slice(at, stop + 1))
    if (value !== undefined) out.push(value)
    at = stop
  }
}

const closing = (source: string, from: number): number => {
  let depth = 0
  for (let k = from; k < source.length; k++) {
    const c = source.charCodeAt(k)
    if (c === Character.DOUBLE_QUOTE) {
      for (k++; k < source.length && source.charCodeAt(k) !== Character.DOUBLE_QUOTE; k++) {
        if (source.charCodeAt(k) === Character.BACKSLASH) k++
      }
    } else if (c === Character.OPEN_BRACE || c === Character.OPEN_BRACKET) depth++
    else if ((c === Character.CLOSE_BRACE || c === Character.CLOSE_BRACKET) && --depth === 0) return k
  }
  return -1
}

/** Resolves a flat list, in which numbers are indexes of other entries. */
const revive = (flat: unknown): unknown => {
  if (!Array.isArray(flat)) return flat
  const list: ReadonlyArray<unknown> = flat
  let nodes = 0
  const read = (at: unknown, depth: number): unknown => {
    if (typeof at !== "number" || at < 0 || at >= list.length || depth > MAX_DEPTH_OF_STATE || ++nodes > MAX_STATE_NODES) {
      return undefined
    }
    const value = list[at]
    if (Array.isArray(value)) {
      // A list such as `["Reactive", 1]` wraps another entry.
      return typeof value[0] === "string" ? read(value[1], depth + 1) : value.map((k) => read(k, depth + 1))
    }
    if (!isObject(value)) return value
    const out: Record<string, unknown> = Object.create(null)
    for (const [key, k] of Object.entries(value)) out[key] = read(k, depth + 1)
    return out
  }
  return read(0, 0)
}

export const objects = (roots: ReadonlyArray<unknown>): ReadonlyArray<JsonObject> => {
  const out: Array<JsonObject> = []
  let level: Array<unknown> = [...roots]
  let nodes = 0
  for (let depth = 0; depth < MAX_DEPTH_OF_STATE && level.length > 0; depth++) {
    const next: Array<unknown> = []
    for (const value of level) {
      if (++nodes > MAX_STATE_NODES) return out
      if (isObject(value)) out.push(value)
      if (typeof value !== "object" || value === null) continue
      for (const child of Object.values(value)) if (typeof child === "object" && child !== null) next.push(child)
    }
    level = next
  }
  return out
}
