/**
 * Stores a parsed page as a flat tape in preorder, without objects per node and without recursion.
 *
 * Node `i` has its element id in `tag[i]` (0 is text), its parent in `parent[i]` (-1 for top-level nodes), and the
 * first index after its subtree in `end[i]`. A subtree is an index range. A bottom-up pass is a reverse loop; a
 * top-down pass is a forward loop.
 *
 * @since 0.1.0
 */
import { decodeHTMLAttribute } from "entities/decode"
import * as Attributes from "./attributes.ts"
import { Builder } from "./build.ts"
import { scan } from "./scan.ts"
import { assembled } from "./streamed.ts"
import * as Tags from "./tags.ts"

export interface Budget {
  readonly characters: number
  readonly nodes: number
  readonly depth: number
}

export const defaultBudget: Budget = { characters: 32_000_000, nodes: 2_000_000, depth: 256 }

export interface Tape {
  readonly n: number
  readonly tag: Uint16Array
  readonly parent: Int32Array
  readonly end: Int32Array
  readonly text: ReadonlyArray<string>
  /** Index in the source at which a node's text occurs unchanged; -1 if entities change it. */
  readonly textAt: Int32Array
  /** Node `i` has the attributes from index `attrsAt[i]` up to `attrsAt[i + 1]`, in source order. */
  readonly attrsAt: Int32Array
  /** For each attribute: the index of its name in `names`, and the start and end of its value in the source. */
  readonly attrs: Int32Array
  readonly names: ReadonlyArray<string>
  readonly source: string
  readonly unknown: ReadonlyMap<number, string>
  readonly truncated: boolean
  /** Set if nothing of the page may stay in memory for later pages. */
  readonly isPrivate?: boolean | undefined
}

export const attrName = (tape: Tape, k: number): string => tape.names[tape.attrs[Attributes.WIDTH * k]!]!

export const attrValue = (tape: Tape, k: number): string => {
  const value = tape.source.slice(tape.attrs[Attributes.WIDTH * k + 1], tape.attrs[Attributes.WIDTH * k + 2])
  return value.includes("&") ? decodeHTMLAttribute(value) : value
}

export const attr = (tape: Tape, i: number, name: string): string | undefined => {
  const { attrs, attrsAt, names } = tape
  const stop = attrsAt[i + 1]!
  for (let k = attrsAt[i]!; k < stop; k++) if (names[attrs[Attributes.WIDTH * k]!] === name) return attrValue(tape, k)
  return undefined
}

export const hasAttr = (tape: Tape, i: number, name: number): boolean => {
  const { attrs, attrsAt } = tape
  const stop = attrsAt[i + 1]!
  for (let k = attrsAt[i]!; k < stop; k++) if (attrs[Attributes.WIDTH * k] === name) return true
  return false
}

export const nameOf = (tape: Tape, i: number): string => {
  const id = tape.tag[i]!
  return id === Tags.TEXT ? "" : id === Tags.UNKNOWN ? tape.unknown.get(i) ?? "" : Tags.tagNames[id]!
}

export const textOf = (tape: Tape, i: number, limit = 1_000_000): string => {
  if (tape.tag[i] === Tags.TEXT) return tape.text[i]!
  let out = ""
  const end = tape.end[i]!
  for (let k = i + 1; k < end && out.length < limit; k++) {
    const tag = tape.tag[k]!
    if (tag === Tags.TEXT) out += tape.text[k]
    else if (tag === Tags.SCRIPT || tag === Tags.STYLE || tag === Tags.TEMPLATE) k = tape.end[k]! - 1
    else if (tag === Tags.BR) out += "\n"
  }
  return out
}

export const parse = (html: string, budget: Budget = defaultBudget): Tape => {
  const cut = html.length > budget.characters
  const source = cut ? html.slice(0, budget.characters) : html
  const { builder, names } = read(source, budget)
  const whole = builder.hasPlaces ? assembled(source) : source
  if (whole === source) return builder.finish(names, cut)
  const again = read(whole, budget)
  return again.builder.finish(again.names, cut)
}

const read = (source: string, budget: Budget) => {
  const builder = new Builder(source, budget)
  return { builder, names: scan(source, builder) }
}
