/**
 * Creates logic mutants of a module: conditions, early exits, returned booleans, branches, and the order of
 * arguments.
 */
import { parseAst } from "rolldown/parseAst"

export interface Mutant {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly says: string
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

/** Replacements of comparisons: the opposite, or the same comparison with its limit moved by one. */
const comparisons = new Map([
  ["===", "!=="],
  ["!==", "==="],
  ["<", "<="],
  ["<=", "<"],
  [">", ">="],
  [">=", ">"]
])

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string"

const SHOWN = 80

const exits = new Set(["ReturnStatement", "ContinueStatement", "BreakStatement"])

const firstOf = (statement: Node): Node =>
  statement.type === "BlockStatement" ? (statement["body"] as ReadonlyArray<Node>)[0] ?? statement : statement

const mutantsAt = (node: Node, source: string): ReadonlyArray<Mutant> => {
  const code = ({ end, start }: Node) => source.slice(start, end)
  const shown = (text: string) => text.replace(/\s+/g, " ").slice(0, SHOWN)
  const replaced = (text: string, says = `${shown(code(node))} -> ${shown(text)}`): Mutant => ({
    start: node.start,
    end: node.end,
    text,
    says
  })
  const part = (name: string) => node[name] as Node
  switch (node.type) {
    case "LogicalExpression":
      return node["operator"] === "??" ? [] : [replaced(code(part("left"))), replaced(code(part("right")))]
    case "BinaryExpression": {
      const other = comparisons.get(String(node["operator"]))
      return other === undefined ? [] : [replaced(`${code(part("left"))} ${other} ${code(part("right"))}`)]
    }
    case "UnaryExpression":
      return node["operator"] === "!" ? [replaced(`(${code(part("argument"))})`)] : []
    case "ConditionalExpression":
      return [replaced(`${code(part("test"))} ? ${code(part("alternate"))} : ${code(part("consequent"))}`)]
    case "IfStatement":
      return node["alternate"] === null && exits.has(firstOf(part("consequent")).type)
        ? [replaced(";", `without ${shown(code(node))}`)]
        : []
    case "ReturnStatement":
    case "ArrowFunctionExpression": {
      const value = node[node.type === "ReturnStatement" ? "argument" : "body"]
      if (!isNode(value) || value.type !== "Literal" || typeof value["value"] !== "boolean") return []
      const text = String(!value["value"])
      return [{ start: value.start, end: value.end, text, says: `${shown(code(node))} -> ${text}` }]
    }
    case "CallExpression": {
      const [first, second] = node["arguments"] as ReadonlyArray<Node>
      // The order of these arguments has no effect.
      if (/^Math\.(?:max|min)$/.test(code(part("callee")))) return []
      if (first?.type !== "Identifier" || second?.type !== "Identifier" || code(first) === code(second)) return []
      const between = source.slice(first.end, second.start)
      const text = `${code(second)}${between}${code(first)}`
      return [{ start: first.start, end: second.end, text, says: `${shown(code(node))}: arguments swapped` }]
    }
    default:
      return []
  }
}

/** Returns whether a node is a type. Types contain no logic to mutate. A cast such as `x as T` is an expression, not a type. */
const isType = ({ type }: Node): boolean =>
  type.startsWith("TS") && !/^TS(?:As|NonNull|Satisfies|Export|Module|Instantiation)/.test(type)

export const mutantsOf = (source: string): ReadonlyArray<Mutant> => {
  const found: Array<Mutant> = []
  const visit = (node: Node): void => {
    if (isType(node)) return
    found.push(...mutantsAt(node, source))
    for (const value of Object.values(node)) {
      if (Array.isArray(value)) { for (const each of value) if (isNode(each)) visit(each) }
      else if (isNode(value)) visit(value)
    }
  }
  visit(parseAst(source, { lang: "ts", sourceType: "module" }) as unknown as Node)
  return found.toSorted((one, other) => one.start - other.start || one.end - other.end)
}

export const mutated = (source: string, { end, start, text }: Mutant): string =>
  source.slice(0, start) + text + source.slice(end)
