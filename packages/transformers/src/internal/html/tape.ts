/**
 * A parsed page as a flat preorder tape: no objects per node, no recursion.
 *
 * Node `i` has its element id in `tag[i]` (0 is text), its parent in `parent[i]` (-1 for top-level nodes) and the first
 * index behind its subtree in `end[i]`. A subtree is an index range, bottom-up is a reverse loop, top-down a forward one.
 *
 * @since 0.1.0
 */
import { Builder } from "./build.ts"
import { type Attributes, scan } from "./scan.ts"
import * as Tags from "./tags.ts"

export type { Attributes } from "./scan.ts"

/** What a page may cost; what is beyond is cut off and `truncated` is set. */
export interface Budget {
  /** Characters of HTML that are read. */
  readonly characters: number
  /** Elements and texts that are kept. */
  readonly nodes: number
  /** Depth of nesting; deeper elements lose their structure but keep their text. */
  readonly depth: number
}

export const defaultBudget: Budget = { characters: 32_000_000, nodes: 2_000_000, depth: 256 }

export interface Tape {
  readonly n: number
  readonly tag: Uint16Array
  readonly parent: Int32Array
  readonly end: Int32Array
  /** Text of text nodes; empty for elements. */
  readonly text: ReadonlyArray<string>
  readonly attrs: ReadonlyArray<Attributes | null>
  /** Names of the elements that are not in the table, by node. */
  readonly unknown: ReadonlyMap<number, string>
  readonly truncated: boolean
}

/** The value of an attribute, or `undefined`. */
export const attr = (tape: Tape, i: number, name: string): string | undefined => {
  const list = tape.attrs[i]
  if (list === null || list === undefined) return undefined
  for (let k = 0; k < list.length; k += 2) if (list[k] === name) return list[k + 1]
  return undefined
}

/** The lower-case name of an element; empty for text. */
export const nameOf = (tape: Tape, i: number): string => {
  const id = tape.tag[i]!
  return id === Tags.TEXT ? "" : id === Tags.UNKNOWN ? tape.unknown.get(i) ?? "" : Tags.tagNames[id]!
}

/** The whole text below a node, white space as it is, without scripts, styles and templates. */
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

/** Parses HTML text; never fails. */
export const parse = (html: string, budget: Budget = defaultBudget): Tape => {
  const source = html.length > budget.characters ? html.slice(0, budget.characters) : html
  const builder = new Builder(source, budget)
  scan(source, builder)
  return builder.finish(source.length < html.length)
}
