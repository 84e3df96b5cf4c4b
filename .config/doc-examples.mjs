// The examples of doc comments are programs: each compiles, runs, and prints what stands behind its `console.log` lines.
// What the top modules of the packages export has one; a type may also be named in an example of another export.
//   node .config/doc-examples.mjs            all of them
//   node .config/doc-examples.mjs Query      those of files whose path has this in it
import { spawnSync } from "node:child_process"
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { parseAst } from "rolldown/parseAst"
import { compile } from "./compile.mjs"
import { published } from "./packages.mjs"
import { finish, root } from "./reference.mjs"

/** The modules that somebody meets first, by package. */
const topModules = {
  cache: ["PageCache"],
  common: ["RetryAfter"],
  credits: ["CreditLedger", "PriceTable"],
  dunlin: ["Client", "Services"],
  "engines/index": ["SearchIndex"],
  "engines/pii": ["Detect"],
  "engines/html": ["Html"],
  "engines/pdf": ["PdfJs"],
  "engines/text": ["Charset", "Query"],
  fetcher: ["Fetcher", "FetchPage"],
  "http-api": ["Server"],
  jobs: ["Batch", "Crawl", "SiteMap"],
  mcp: ["Tools", "StdioServer"],
  pipeline: ["Pipeline", "Stage", "Scraper", "Searcher"],
  providers: ["SearchProvider"],
  "query-operators": ["ParseQuery"],
  redaction: ["Redactor", "Redact"],
  schema: ["SearchRequest"],
  "threat-protection": ["ThreatGuard"],
  transformers: ["Markdown"]
}

/** Seconds that all examples together may take; they take ten. */
const LONGEST_RUN_IN_SECONDS = 300

// Inside of the examples, which depend on all packages, so that every import is found as by a user.
const folder = join(root, "examples/.doc-comments")

const filesOf = (name) =>
  globSync("src/**/*.ts", { cwd: join(root, "packages", name) }).map((file) => `packages/${name}/${file}`).sort()

const isType = ({ exportKind, type }, declaration) =>
  exportKind === "type" || /Interface|TypeAlias/.test(declaration?.type ?? "") || type === "ExportAllDeclaration"

/** Everything a module exports: name, whether it is a type alone, and where its declaration begins and its comment ends. */
const exportsOf = (text) => {
  const { body } = parseAst(text, { lang: "ts", sourceType: "module" })
  const found = new Map()
  for (const node of body) {
    if (node.type !== "ExportNamedDeclaration") continue
    const { declaration } = node
    const names = declaration === null
      ? node.specifiers.map(({ exported, start }) => ({ name: exported.name, at: start }))
      : (declaration.declarations?.map(({ id }) => id.name) ?? [declaration.id.name]).map((name) => ({
        name,
        at: node.start
      }))
    for (const { at, name } of names) {
      const before = found.get(name)
      const only = isType(node, declaration)
      // a schema and its type share a name, as do overloads: the value counts, and the comment of either
      found.set(name, { name, isType: only && (before?.isType ?? true), places: [...(before?.places ?? []), at] })
    }
  }
  return [...found.values()]
}

/** The programs in the doc comments of a file, with the line they begin at and where the comment ends. */
const examplesOf = (file) => {
  const text = readFileSync(join(root, file), "utf8")
  return [...text.matchAll(/\/\*\*[^]*?\*\//g)].flatMap((comment) => {
    const end = comment.index + comment[0].length
    const plain = comment[0].split("\n").map((line) => line.replace(/^\s*\* ?/, "")).join("\n")
    return [...plain.matchAll(/^```ts\n([^]*?)^```/gm)].map(({ 1: code, index }) => {
      const line = text.slice(0, comment.index).split("\n").length + plain.slice(0, index).split("\n").length
      return { file, line, end, code }
    })
  })
}

/** Packages that somebody can install and that have no top module. */
const unlisted = published.map(({ path }) => path).filter((path) => topModules[path] === undefined)

const coverage = () => {
  const faults = unlisted.map((name) => `packages/${name}: .config/doc-examples.mjs names none of its modules`)
  let count = 0
  for (const [name, modules] of Object.entries(topModules)) {
    for (const module of modules) {
      const file = `packages/${name}/src/${module}.ts`
      const text = readFileSync(join(root, file), "utf8")
      const examples = examplesOf(file)
      for (const one of exportsOf(text)) {
        count++
        // nothing but space stands between a comment and what it is about
        const word = new RegExp(`\\b${one.name}\\b`)
        const hasOwn = examples.some(({ code, end }) =>
          word.test(code) && one.places.some((at) => at > end && text.slice(end, at).trim() === "")
        )
        const isNamed = one.isType &&
          examples.some(({ code }) => new RegExp(`\\.${one.name}\\b|import type .*\\b${one.name}\\b`).test(code))
        if (!hasOwn && !isNamed) faults.push(`${file}: ${one.name} has no example`)
      }
    }
  }
  return { faults, count }
}

const nameOf = ({ file, line }) =>
  `${file.replace(/^packages\//, "").replace(/\.ts$/, "").replaceAll("/", "__")}__${line}.ts`

const write = (examples) => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const example of examples) {
    // lines keep their numbers
    writeFileSync(join(folder, nameOf(example)), example.code)
  }
  const references = Object.keys(topModules).map((name) => ({ path: `../../packages/${name}` }))
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({
      extends: "../../tsconfig.base.json",
      include: ["*.ts"],
      references,
      compilerOptions: { noEmit: true, composite: false, incremental: false }
    })
  )
}

/** Where an error of the compiler is in the sources. */
const inSources = (said, examples) =>
  examples.reduce((text, example) => {
    const name = nameOf(example).replaceAll(".", "\\.")
    return text.replaceAll(
      new RegExp(`(?:examples/\\.doc-comments/)?${name}[(:](\\d+)`, "g"),
      (_, line) => `${example.file}:${example.line + Number(line)}(`
    )
  }, said)

const check = (examples) => {
  const { isRight, said } = compile([join(folder, "tsconfig.json")], ["ignore", "pipe", "inherit"])
  return isRight ? [] : [inSources(said, examples).trim()]
}

/** What has to be printed: the words behind each `console.log`, or in the line below it, in order. */
const promised = (code) =>
  [...code.matchAll(/^[ ]*console\.log\(.*\)(?: \/\/ (.*)|\n[ ]*\/\/ (.*))?$/gm)].map(([line, behind, below]) => ({
    line: line.trim(),
    said: behind ?? below
  }))

/** A line of the default logger of Effect. */
const LOG_LINE = /^\[\d\d:\d\d:\d\d\.\d{3}\] (?:DEBUG|INFO|WARN|ERROR) /

const run = (examples) => {
  const { error, status, stderr, stdout } = spawnSync(
    process.execPath,
    [join(root, ".config/runExamples.mjs"), folder, ...examples.map(nameOf)],
    { cwd: folder, encoding: "utf8", timeout: LONGEST_RUN_IN_SECONDS * 1000, maxBuffer: 64 * 1024 * 1024 }
  )
  const results = new Map(
    stdout.split("\n").filter((line) => line.startsWith("{")).map((line) => JSON.parse(line)).map((
      one
    ) => [one.name, one])
  )
  const faults = status === 0 ? [] : [`examples: ${error?.message ?? ""}${stderr.slice(-2000)}`]
  for (const example of examples) {
    const at = `${example.file}:${example.line}`
    const result = results.get(nameOf(example))
    const wanted = promised(example.code)
    if (wanted.length === 0) {
      faults.push(`${at}: this example shows nothing: end it with console.log(...) // what it prints`)
    }
    if (result === undefined) faults.push(`${at}: this example did not run`)
    else if (result.error !== undefined) faults.push(`${at}: this example fails: ${result.error}`)
    else {
      // what the library logs is no output of the example
      const printed = result.printed.filter((line) => !LOG_LINE.test(line))
      const said = wanted.map((one) => one.said ?? "")
      if (printed.length !== said.length || printed.some((line, n) => line !== said[n])) {
        faults.push(`${at}: this example prints\n  ${printed.join("\n  ")}\nand says\n  ${said.join("\n  ")}`)
      }
    }
  }
  return faults
}

const only = process.argv[2]
const examples = Object.keys(topModules).flatMap(filesOf).flatMap(examplesOf)
  .filter(({ file }) => only === undefined || file.includes(only))
const covered = coverage()
const faults = covered.faults.filter((fault) => only === undefined || fault.includes(only))
try {
  write(examples)
  const wrong = check(examples)
  faults.push(...wrong, ...(wrong.length > 0 ? [] : run(examples)))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
finish(faults, `${examples.length} examples run; all ${covered.count} exports of the top modules have one`)
