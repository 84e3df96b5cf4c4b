import type { Node, Operator } from "../QueryNode.ts"
import * as CommandLine from "./commandLine.ts"
import { isBelowZero, parse } from "./queryParser.ts"

/** Writes nodes as a query. Parsing the result gives equal nodes. */
export const print = (nodes: ReadonlyArray<Node>): string => {
  const out: Array<string> = []
  sequence(nodes, 0, out)
  return out.join(" ")
}

const sequence = (nodes: ReadonlyArray<Node>, depth: number, out: Array<string>): void => {
  let listOpen = false
  let previous: Node | undefined
  for (const node of nodes) {
    // An `allin` operator would include the text after it, so an AND is written to end its list.
    if (listOpen && (startsWithText(node) || isDemanded(node))) out.push("AND")
    if (listOpen && isDemanded(node)) out.push("AND")
    else if (previous !== undefined && !listOpen && joins(previous, node)) out.push("AND")
    previous = node
    if (node._tag === "Or" && !node.negated) alternatives(node.items, depth, out)
    else out.push(single(node, depth))
    listOpen = endsInList(node)
  }
  // After a command, an exclusion would be read as its option.
  const line = depth === 0 ? CommandLine.lineOf(out.join(" ")) : undefined
  if (line !== undefined && (line.isPasted || line.hasValues) && hasOperators.test(out.join(" "))) {
    out.push(CommandLine.TYPED_MARK)
  } else if (line !== undefined) {
    for (const [at, excluded] of out.entries()) {
      if (/^-[^-("]/.test(excluded) && !/^-[a-z]+:/.test(excluded) && line.isOption(excluded.slice(1))) {
        out[at] = `-(${excluded.slice(1)})`
      }
    }
  }
  // An excluded number before a unit would be read as a negative number.
  for (let at = 0; at < out.length - 1; at++) {
    if (/^-\d/.test(out[at]!) && isBelowZero(`${out[at]} ${out[at + 1]}`)) out[at] = `-(${out[at]!.slice(1)})`
  }
}

const hasOperators = /["\u201c-\u201f\uff02]|(?:^| )(?:OR|AND|NOT|\|)(?: |$)/

const isDemanded = (node: Node): boolean => (node._tag === "Word" || node._tag === "And") && node.required === true

const isSoft = (node: Node): boolean =>
  !node.negated && (node._tag === "Word" || node._tag === "And") && node.required !== true

const joins = (left: Node, right: Node): boolean =>
  (isDemanded(left) || isDemanded(right)) && !isSoft(left) && !isSoft(right)

const alternatives = (items: ReadonlyArray<Node>, depth: number, out: Array<string>): void => {
  items.forEach((item, index) => {
    if (index > 0) out.push("OR")
    out.push(single(item, depth))
  })
}

const single = (node: Node, depth: number): string => {
  const sign = node.negated ? "-" : ""
  switch (node._tag) {
    case "Word":
      return word(node.value, node.negated, depth)
    case "Phrase":
      return sign + quote(node.value)
    case "Operator":
      return sign + operator(node, depth)
    case "And":
    case "Or": {
      const out: Array<string> = []
      if (node._tag === "Or") alternatives(node.items, depth + 1, out)
      else sequence(node.items, depth + 1, out)
      const inner = out.join(" ")
      return opensMore(inner.slice(inner.lastIndexOf(" ") + 1)) ? `${sign}(${inner} )` : `${sign}(${inner})`
    }
  }
}

const word = (value: string, negated: boolean, depth: number): string => {
  if (!negated && (value === "OR" || value === "|" || value === "NOT")) return `(${value})`
  if (!fits(value, depth)) return negated ? `-${quote(value)}` : quote(value)
  if (isBareWord(value, negated)) return negated ? `-${value}` : value
  return !negated ? quote(value) : isBareWord(value, false) ? `-(${value})` : `-${quote(value)}`
}

const operator = (node: Operator, depth: number): string => {
  switch (node.name) {
    case "site":
    case "related":
      return `${node.name}:${argument(node.value.host + node.value.path, depth)}`
    case "imagesize":
    case "larger":
      return `${node.name}:${node.value.width}x${node.value.height}`
    case "allinurl":
    case "allintitle":
      return `${node.name}:${node.value.map((value) => listItem(value, depth)).join(" ")}`
    default:
      return `${node.name}:${argument(node.value, depth)}`
  }
}

const argument = (value: string, depth: number): string =>
  /\s/.test(value) || quotes.test(value.slice(0, 1)) || !fits(value, depth) ? quote(value) : value

const listItem = (value: string, depth: number): string =>
  value === "OR" || value === "|" || value === "NOT" || isListName(value) || !isBareWord(value, false) ||
    !fits(value, depth)
    ? quote(value)
    : value

/**
 * Returns whether a value is the name of a list operator. Without quotation marks, it would include the text after
 * it.
 */
const isListName = (value: string): boolean => /^allin(?:url|title):$/i.test(value)

const quotes = /["“”„‟＂]/g

const quote = (value: string): string => `"${value.replace(quotes, "")}"`

const isBareWord = (value: string, negated: boolean): boolean => {
  const { nodes } = parse(negated ? `-${value}` : value)
  const only = nodes[0]
  return nodes.length === 1 && only?._tag === "Word" && only.value === value && only.negated === negated
}

/** Matches an operator with a quoted value. Its quotation marks can hide parentheses. */
const quotedOperator =
  /^(?:site|filetype|ext|inurl|intitle|intext|related|imagesize|larger|before|after):["\u201c-\u201f\uff02].*["\u201c-\u201f\uff02]$/i

const fits = (value: string, depth: number): boolean => {
  if (depth === 0 || quotedOperator.test(value)) return true
  let open = 0
  for (let i = 0; i < value.length; i++) {
    if (value[i] === "(") open++
    else if (value[i] === ")" && --open < 0) return false
  }
  return true
}

const opensMore = (word: string): boolean => {
  let open = 0
  for (const character of word) open += character === "(" ? 1 : character === ")" ? -1 : 0
  return open > 0
}

const first = (node: Node): Node => (node._tag === "Or" && !node.negated ? first(node.items[0]!) : node)

const last = (node: Node): Node => (node._tag === "Or" && !node.negated ? node.items[node.items.length - 1]! : node)

const startsWithText = (node: Node): boolean => {
  const head = first(node)
  return !head.negated && (head._tag === "Word" || head._tag === "Phrase")
}

const endsInList = (node: Node): boolean => {
  const tail = last(node)
  return tail._tag === "Operator"
    ? tail.name === "allinurl" || tail.name === "allintitle"
    : tail._tag === "Word" && isListName(tail.value)
}
