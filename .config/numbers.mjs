// Counts the numbers in the sources of packages that have no name, per 1,000 lines: `node .config/numbers.mjs [--list] [--check] [PATH...]`.
//
// A number counts unless it is
// - 0, 1, -1 or 2, or an index (`match[3]`, `numbers[at + 3]`);
// - in the declaration of a constant: at the head of a file one without functions in it (single numbers, tables, settings),
//   within a function one made of nothing but numbers and constants;
// - an HTTP status (an integer of 100 to 599 beside a word with `status` or `redirect` in it) or the radix of
//   `toString` and `parseInt`: there the number is the name that the field uses;
// - a type, or a line of a generated file.
// Conformance suites (`testing.ts`, `internal/testing`, `internal/suites`, `*Testing.ts`) are tests and left out.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { parseAst } from "rolldown/parseAst"
import { filesOfPackages, packageOf, root } from "./packages.mjs"

/** What a package may have, in numbers per 1,000 lines. */
const BAR = 15
const PLAIN = new Set([0, 1, 2])
const TESTS = /\/src\/(?:.*\/)?(?:testing\.ts|[A-Za-z]*Testing\.ts|testing\/|suites\/)/
const GENERATED = /^\/\/ (?:Generated|Made) by|^\/\*\* ?Generated/m

const isFunction = (node) =>
  /^(?:ArrowFunctionExpression|Function(?:Expression|Declaration)|ClassDeclaration|ClassExpression)$/.test(node.type)

const children = (node) =>
  Object.entries(node).flatMap(([key, value]) =>
    key === "parent" ? [] : (Array.isArray(value) ? value : [value]).filter((item) => typeof item?.type === "string")
  )

const holds = (node, test) => test(node) || children(node).some((child) => holds(child, test))

const isConstantExpression = (node) => {
  switch (node.type) {
    case "Literal":
      return true
    case "Identifier":
      return /^[A-Z][A-Z0-9_]+$/.test(node.name)
    case "UnaryExpression":
      return isConstantExpression(node.argument)
    case "BinaryExpression":
      return isConstantExpression(node.left) && isConstantExpression(node.right)
    case "TSAsExpression":
      return isConstantExpression(node.expression)
    default:
      return false
  }
}

const isNumber = (node) => node.type === "Literal" && (typeof node.value === "number" || typeof node.value === "bigint")

const isStatus = (node, source, ancestors) => {
  if (!Number.isInteger(node.value) || node.value < 100 || node.value > 599) return false
  const from = source.lastIndexOf("\n", node.start) + 1
  const to = source.indexOf("\n", node.end)
  return /status|redirect/i.test(source.slice(from, to === -1 ? undefined : to)) ||
    ancestors.some((one) => one.type === "VariableDeclarator" && /status|redirect/i.test(one.id.name ?? ""))
}

const isRadix = (parent, node) =>
  parent.type === "CallExpression" && /(?:^|\.)(?:toString|parseInt)$/.test(calleeName(parent.callee)) &&
  parent.arguments.at(-1) === node

/** `match[3]`, or `numbers[at + 3]`. */
const isIndex = (ancestors, node) => {
  const [outer, parent] = ancestors.slice(-2)
  const [place, member] = parent.type === "BinaryExpression" ? [parent, outer] : [node, parent]
  return member.type === "MemberExpression" && member.computed && member.property === place
}

const calleeName = (callee) => callee.type === "MemberExpression" ? `.${callee.property.name}` : callee.name ?? ""

/** The bare numbers of a file, each with its line. */
const numbersOf = (file) => {
  const source = readFileSync(file, "utf8")
  if (GENERATED.test(source.slice(0, 400))) return { lines: 0, found: [] }
  const found = []
  const visit = (node, ancestors, depth) => {
    if (/^TS(?:LiteralType|TypeAliasDeclaration|InterfaceDeclaration|TypeAnnotation)$/.test(node.type)) return
    if (node.type === "VariableDeclaration" && node.kind === "const") {
      for (const one of node.declarations) {
        const named = one.init !== null &&
          (depth === 0 ? !holds(one.init, isFunction) : isConstantExpression(one.init))
        if (!named) visit(one, [...ancestors, node], depth)
      }
      return
    }
    const parent = ancestors.at(-1)
    if (isNumber(node)) {
      const index = isIndex(ancestors, node)
      if (!PLAIN.has(Number(node.value)) && !index && !isRadix(parent, node) && !isStatus(node, source, ancestors)) {
        found.push({ line: source.slice(0, node.start).split("\n").length, at: node.start })
      }
      return
    }
    const inner = depth + (isFunction(node) ? 1 : 0)
    for (const child of children(node)) visit(child, [...ancestors, node], inner)
  }
  visit(parseAst(source, { lang: "ts" }, file), [], 0)
  const lines = source.split("\n")
  return { lines: lines.length - 1, found: found.map(({ line }) => ({ line, text: lines[line - 1].trim() })) }
}

const paths = process.argv.slice(2).filter((one) => !one.startsWith("--"))
const rooms = new Map()
for (const file of filesOfPackages("src/**/*.ts")) {
  if (TESTS.test(file) || !paths.every((path) => file.includes(path))) continue
  const name = packageOf(join(root, file)).path
  if (name === "tools/bench") continue
  const numbers = numbersOf(file)
  const sum = rooms.get(name) ?? { lines: 0, count: 0 }
  rooms.set(name, { lines: sum.lines + numbers.lines, count: sum.count + numbers.found.length })
  if (process.argv.includes("--list")) {
    for (const { line, text } of numbers.found) console.log(`${file}:${line}: ${text}`)
  }
}
let over = false
for (const [room, { lines, count }] of [...rooms].sort()) {
  const rate = 1000 * count / lines
  over ||= rate > BAR
  console.log(
    `${room.padEnd(24)}${String(count).padStart(6)} in ${String(lines).padStart(6)} lines${rate.toFixed(1).padStart(8)}`
  )
}
if (over && process.argv.includes("--check")) {
  console.error(
    `More than ${BAR} numbers without a name in 1,000 lines: give each a name, its unit and the reason for it`
  )
  process.exit(1)
}
