// Counts the named numbers of each package, and finds names that stand for two values in one package.
//   node .config/names.mjs                 counts by package
//   node .config/names.mjs --list [PATH]   every named number below the path, with its value
//   node .config/names.mjs --check         fails on a name with two values, and on more named numbers than .config/names.json allows
//   node .config/names.mjs --write         records the count; it should get smaller
//
// A named number is a constant at the head of a module whose value is a number or arithmetic of numbers. Rows of a table
// (an object or a list) are data and do not count. Tools are free: each benchmark is a program of its own. Conformance suites and generated files are left out, as in numbers.mjs.
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { parseAst } from "rolldown/parseAst"
import { filesOfPackages, packageOf, root } from "./packages.mjs"

const allowedFile = join(root, ".config/names.json")
const TESTS = /\/src\/(?:.*\/)?(?:testing\.ts|[A-Za-z]*Testing\.ts|testing\/|suites\/)/
const GENERATED = /^\/\/ (?:Generated|Made) by|^\/\*\* ?Generated/m

const arithmetic = {
  "+": (left, right) => left + right,
  "-": (left, right) => left - right,
  "*": (left, right) => left * right,
  "/": (left, right) => left / right,
  "**": (left, right) => left ** right,
  "<<": (left, right) => left << right,
  "|": (left, right) => left | right
}

/** The value of a constant expression, or undefined when it is none of numbers. */
const valueOf = (node, known) => {
  switch (node?.type) {
    case "Literal":
      return typeof node.value === "number" || typeof node.value === "bigint" ? node.value : undefined
    case "Identifier":
      return known.get(node.name)
    case "TSAsExpression":
      return valueOf(node.expression, known)
    case "UnaryExpression": {
      const value = valueOf(node.argument, known)
      return value === undefined || node.operator !== "-" ? value : -value
    }
    case "BinaryExpression": {
      const [left, right] = [valueOf(node.left, known), valueOf(node.right, known)]
      return left === undefined || right === undefined || typeof left !== typeof right
        ? undefined
        : arithmetic[node.operator]?.(left, right)
    }
    default:
      return undefined
  }
}

/** The named numbers of a file. */
const numbersOf = (file) => {
  const source = readFileSync(join(root, file), "utf8")
  if (GENERATED.test(source.slice(0, 400))) return []
  const known = new Map()
  return parseAst(source, { lang: "ts" }, file).body.flatMap((statement) => {
    const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement
    if (declaration?.type !== "VariableDeclaration" || declaration.kind !== "const") return []
    return declaration.declarations.flatMap(({ id, init, start }) => {
      const value = valueOf(init, known)
      if (value === undefined) return []
      known.set(id.name, value)
      // a second name for a number is an alias
      return init.type === "Identifier"
        ? []
        : [{ name: id.name, value, at: `${file}:${source.slice(0, start).split("\n").length}` }]
    })
  })
}

const words = process.argv.slice(2)
const paths = words.filter((word) => !word.startsWith("--"))
const packages = new Map()
for (const file of filesOfPackages("src/**/*.ts")) {
  if (TESTS.test(file) || !paths.every((path) => file.includes(path))) continue
  const { path } = packageOf(join(root, file))
  packages.set(path, [...packages.get(path) ?? [], ...numbersOf(file)])
}

const faults = []
for (const [path, numbers] of packages) {
  if (path.startsWith("tools/")) continue
  for (const [name, same] of Map.groupBy(numbers, ({ name }) => name)) {
    const values = new Map(same.map(({ at, value }) => [value, at]))
    if (values.size > 1) {
      faults.push(`${path}: ${name} is ${[...values].map(([value, at]) => `${value} (${at})`).join(" and ")}`)
    }
  }
}
/** By package; tools are not published, and free. */
const counts = Object.fromEntries([...packages].map(([path, numbers]) => [path, numbers.length]).toSorted())
const all = Object.entries(counts).reduce((sum, [path, count]) => path.startsWith("tools/") ? sum : sum + count, 0)

if (words.includes("--list")) {
  for (const { at, name, value } of [...packages.values()].flat()) console.log(`${at}: ${name} = ${value}`)
} else if (words.includes("--write")) {
  writeFileSync(allowedFile, `${JSON.stringify({ allowed: all }, null, 2)}\n`)
} else if (words.includes("--check")) {
  const { allowed } = JSON.parse(readFileSync(allowedFile, "utf8"))
  if (all > allowed) {
    faults.push(
      `${all} numbers have names, and ${allowed} are allowed: make rows of a table of them, or raise .config/names.json and say why`
    )
  }
} else {
  for (const [path, count] of Object.entries(counts)) console.log(`${path.padEnd(24)}${String(count).padStart(6)}`)
  console.log(`${"all but tools".padEnd(24)}${String(all).padStart(6)}`)
}
for (const fault of faults) console.error(fault)
if (words.includes("--check") && faults.length > 0) process.exit(1)
