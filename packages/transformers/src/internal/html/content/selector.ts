/**
 * CSS selectors on the tape, and the `*pattern*` form that matches names and attributes as text.
 *
 * @since 0.1.0
 */
import { compile, type Options } from "css-select"
import * as Tags from "../tape/tags.ts"
import { attr, attrName, attrValue, nameOf, type Tape, textOf } from "../tape/tape.ts"

/** A selector that cannot be read. */
export class InvalidSelectorError extends Error {
  readonly selector: string
  constructor(selector: string, detail: string) {
    super(detail)
    this.selector = selector
  }
}

const maxLength = 2000

// css-select keeps results per node in weak maps, so nodes are objects here, made when they are asked for.
interface Node {
  readonly i: number
}

const optionsOf = (tape: Tape): { readonly options: Options<Node, Node>; readonly node: (i: number) => Node } => {
  const nodes: Array<Node | undefined> = []
  const lists = new Map<number, Array<Node>>()
  const node = (i: number): Node => nodes[i] ??= { i }
  const children = (i: number): Array<Node> => {
    const known = lists.get(i)
    if (known !== undefined) return known
    const out: Array<Node> = []
    const stop = i < 0 ? tape.n : tape.end[i]!
    for (let c = i + 1; c < stop; c = tape.end[c]!) out.push(node(c))
    lists.set(i, out)
    return out
  }
  return {
    node,
    options: {
      xmlMode: false,
      adapter: {
        isTag: (node): node is Node => tape.tag[node.i] !== Tags.TEXT,
        getAttributeValue: (element, name) => attr(tape, element.i, name),
        getChildren: (node) => children(node.i),
        getName: (element) => nameOf(tape, element.i),
        getParent: (element) => tape.parent[element.i]! < 0 ? null : node(tape.parent[element.i]!),
        getSiblings: (node) => children(tape.parent[node.i]!),
        getText: (node) => textOf(tape, node.i),
        hasAttrib: (element, name) => attr(tape, element.i, name) !== undefined,
        removeSubsets: (nodes) => nodes
      }
    }
  }
}

/** The elements that any of the selectors finds, in document order. Throws {@link InvalidSelectorError}. */
export const find = (tape: Tape, selectors: ReadonlyArray<string>): ReadonlyArray<number> => {
  if (selectors.length === 0) return []
  const tests = matchers(tape, selectors)
  const out: Array<number> = []
  for (let i = 0; i < tape.n; i++) {
    if (tape.tag[i] !== Tags.TEXT && tests.some((test) => test(i))) out.push(i)
  }
  return out
}

const matchers = (tape: Tape, selectors: ReadonlyArray<string>): ReadonlyArray<(i: number) => boolean> => {
  const { node, options } = optionsOf(tape)
  return selectors.map((selector) => {
    if (selector.length > maxLength) throw new InvalidSelectorError(selector, `longer than ${maxLength} characters`)
    if (/^\*[^\s*][^*]*\*$/.test(selector)) return pattern(tape, selector.slice(1, -1).toLowerCase())
    // The parser takes these for names of elements.
    if (/^\s*@|[>+~]\s*$/.test(selector)) throw new InvalidSelectorError(selector, "no selector, but a part of a rule")
    try {
      const test = compile<Node, Node>(selector, options)
      return (i) => test(node(i))
    } catch (error) {
      throw new InvalidSelectorError(selector, error instanceof Error ? error.message.slice(0, 200) : "syntax error")
    }
  })
}

const pattern = (tape: Tape, text: string) => (i: number): boolean => {
  if (nameOf(tape, i).includes(text)) return true
  for (let k = tape.attrsAt[i]!; k < tape.attrsAt[i + 1]!; k++) {
    if (`${attrName(tape, k)}="${attrValue(tape, k).slice(0, 1000)}"`.toLowerCase().includes(text)) return true
  }
  return false
}

/** Fails like {@link find} would, without a page. */
export const check = (selectors: ReadonlyArray<string>): void => {
  matchers({
    n: 0,
    tag: new Uint16Array(0),
    parent: new Int32Array(0),
    end: new Int32Array(0),
    text: [],
    textAt: new Int32Array(0),
    attrs: new Int32Array(0),
    attrsAt: new Int32Array(1),
    names: [],
    source: "",
    unknown: new Map(),
    truncated: false
  }, selectors)
}
