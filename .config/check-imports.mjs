// Fails on an import between packages that the layout does not allow, and on a circle of packages.
// The layout: engines <- all; common <- stages; schema <- query-operators <- providers; schema <- every stage; all of them
// <- pipeline <- http-api <- dunlin. Engines import no package but the text engine.
import { readdirSync, readFileSync } from "node:fs"
import { basename, dirname, join, relative } from "node:path"
import { packages, root } from "./packages.mjs"

const stages = ["fetcher", "transformers", "cache", "redaction", "threat-protection", "credits"]
const allowed = {
  "engines/text": [],
  "engines/index": ["engines/text"],
  "engines/pii": ["engines/text"],
  "engines/html": ["engines/text"],
  "engines/pdf": ["engines/text"],
  common: ["engines/text"],
  schema: [],
  "query-operators": ["schema"],
  providers: ["engines/index", "schema", "query-operators"],
  ...Object.fromEntries(stages.map((stage) => [stage, ["schema"]])),
  redaction: ["engines/pii", "schema"],
  pipeline: ["schema", "query-operators", "providers", ...stages],
  jobs: ["schema", "query-operators", "providers", "fetcher", "cache", "credits", "pipeline"],
  mcp: ["schema", "transformers", "credits", "pipeline"],
  // Accounts, artifact links and the research index are served as they are; the rest goes through the pipeline.
  "http-api": ["schema", "query-operators", "providers", "fetcher", "cache", "credits", "pipeline", "jobs"],
  // A page in the browser: the engine that explains a page explains it there.
  "tools/playground": ["transformers"],
  // The documentation, searched by the index of the project.
  "tools/site": ["providers"],
  dunlin: ["schema", "query-operators", "providers", ...stages, "pipeline", "jobs", "mcp", "http-api"]
}

// The wings of a package, each importing only those before it, and the rooms inside a wing, likewise. A wing is a folder
// of public modules and one of the same name in `internal`; what lies beside the wings joins them and may import all.
const engineWing = "engine"
const wings = {
  "engines/html": [engineWing],
  "engines/pdf": [engineWing],
  transformers: ["text", "pdf", "TransformError.ts", "html", "data", "media", "model"]
}
const rooms = {
  // an engine is one wing; its rooms are the folders of its internals
  "engines/html": {
    [engineWing]: ["tape", "selectors", "visibility", "names", "survey", "markdown", "content", "data"]
  },
  "engines/pdf": {
    [engineWing]: ["salvage", "page", "layout", "compose", "ocr", "process"]
  }
}

// What .config/vendor.mjs puts into the published package.
const inlined = new Set(["libphonenumber-js", "gpt-tokenizer", "@effect/platform-node-shared"])

// Static imports and exports, also over several lines, and dynamic imports of a literal.
const imported = /^(?:import|export)\s+(?:type\s+)?(?:[\w$*{][^"'`;=]*?\sfrom\s+)?"([^"]+)"|\bimport\("([^"]+)"\)/gm

const files = (folder) =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(tsx?|mjs)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))

/** Every package by the name that is imported, as its path below packages/. */
const pathOf = new Map(packages.map(({ manifest, path }) => [manifest.name, path]))
const isEngine = (path) => path?.startsWith("engines/") === true

const faults = []
for (const [name, imports] of Object.entries(allowed)) {
  const folder = join(root, "packages", name)
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  const declared = { ...manifest.dependencies, ...manifest.peerDependencies }
  const used = new Set()
  for (const file of files(join(folder, "src"))) {
    for (const match of readFileSync(file, "utf8").matchAll(imported)) {
      const specifier = match[1] ?? match[2] ?? ""
      if (specifier.startsWith(".") || specifier.startsWith("node:")) continue
      const parts = specifier.split("/")
      const dependency = specifier.startsWith("@") ? `${parts[0]}/${parts[1]}` : parts[0]
      used.add(dependency)
      const where = file.slice(root.length + 1)
      const own = pathOf.get(dependency)
      const isGround = !isEngine(name) && (own === "common" || isEngine(own))
      if (own !== undefined && own !== name && !imports.includes(own) && !isGround) {
        faults.push(`${where}: ${name} must not import ${dependency}`)
      }
      if (own === name) faults.push(`${where}: import the own package by a relative path, not ${specifier}`)
      if (declared[dependency] === undefined && !inlined.has(dependency)) {
        faults.push(`${where}: ${dependency} is not a dependency of ${name}`)
      }
    }
  }
  for (const dependency of Object.keys(manifest.dependencies ?? {})) {
    if (!used.has(dependency)) faults.push(`packages/${name}/package.json: ${dependency} is never imported`)
  }
}

const wingOf = (name, path) => isEngine(name) ? engineWing : path.replace(/^internal\//, "").split("/")[0]
const roomOf = (name, path) => (isEngine(name) ? /^internal\/([^/]+)\// : /^internal\/[^/]+\/([^/]+)\//).exec(path)?.[1]

/** Whether something may be imported, when things are in this order; what has no place may import all. */
const isInOrder = (order, from, to) =>
  !order.includes(from) || (order.includes(to) && order.indexOf(to) <= order.indexOf(from))

for (const [name, order] of Object.entries(wings)) {
  const folder = join(root, "packages", name, "src")
  for (const file of files(folder)) {
    const from = relative(folder, file)
    for (const match of readFileSync(file, "utf8").matchAll(imported)) {
      const specifier = match[1] ?? match[2] ?? ""
      if (!specifier.startsWith(".")) continue
      const to = relative(folder, join(dirname(file), specifier))
      const wing = wingOf(name, from)
      if (!isInOrder(order, wing, wingOf(name, to))) faults.push(`${name}: ${from} is in a wing before ${to}`)
      const inner = rooms[name]?.[wing] ?? []
      const [room, other] = [roomOf(name, from), roomOf(name, to)]
      if (wing === wingOf(name, to) && room !== undefined && other !== undefined) {
        if (!isInOrder(inner, room, other)) faults.push(`${name}: ${from} is in a room before ${to}`)
      }
    }
  }
}

// In the internals of a package a name says which file is meant, and every public module can be imported.
for (const name of Object.keys(allowed)) {
  const folder = join(root, "packages", name, "src")
  const seen = new Map()
  for (const file of files(folder).filter((file) => relative(folder, file).startsWith("internal/"))) {
    const other = seen.get(basename(file))
    if (other !== undefined) {
      faults.push(`${name}: ${relative(folder, file)} has the name of ${relative(folder, other)}`)
    }
    seen.set(basename(file), file)
  }
  if (wings[name] === undefined || isEngine(name)) continue
  const manifest = JSON.parse(readFileSync(join(root, "packages", name, "package.json"), "utf8"))
  for (const file of files(folder)) {
    const path = relative(folder, file)
    if (path.startsWith("internal/") || path === "index.ts" || path.endsWith(".d.ts")) continue
    const key = `./${basename(path, ".ts")}`
    const built = `./dist/${path.replace(/\.ts$/, ".js")}`
    if (manifest.exports[key] !== `./src/${path}` || manifest.publishConfig.exports[key] !== built) {
      faults.push(`packages/${name}/package.json: ${key} is not exported from ${path}, or not in publishConfig`)
    }
  }
}

// Files that import each other, also by type alone, are read together: no more than a reader can hold at once.
const mostInCircle = 3

/** Groups of nodes that lead to each other (R. Tarjan, "Depth-first search and linear graph algorithms", 1972). */
const circles = (graph) => {
  const found = []
  const entered = new Map()
  const lowest = new Map()
  const open = []
  const enter = (node) => {
    entered.set(node, entered.size)
    lowest.set(node, entered.get(node))
    open.push(node)
    for (const next of graph.get(node)) {
      if (!graph.has(next)) continue
      if (!entered.has(next)) {
        enter(next)
        lowest.set(node, Math.min(lowest.get(node), lowest.get(next)))
      } else if (open.includes(next)) lowest.set(node, Math.min(lowest.get(node), entered.get(next)))
    }
    if (lowest.get(node) === entered.get(node)) found.push(open.splice(open.indexOf(node)))
  }
  for (const node of graph.keys()) if (!entered.has(node)) enter(node)
  return found
}

for (const name of Object.keys(allowed)) {
  const folder = join(root, "packages", name, "src")
  const graph = new Map(
    files(folder).map((file) => {
      const specifiers = [...readFileSync(file, "utf8").matchAll(imported)].map((match) => match[1] ?? match[2] ?? "")
      const own = specifiers.filter((specifier) => specifier.startsWith("."))
      return [relative(folder, file), own.map((specifier) => relative(folder, join(dirname(file), specifier)))]
    })
  )
  for (const circle of circles(graph)) {
    if (circle.length > mostInCircle) {
      faults.push(`${name}: ${circle.length} files import each other: ${circle.join(", ")}`)
    }
  }
}

const visit = (name, path) => {
  if (path.includes(name)) return faults.push(`circle: ${[...path, name].join(" -> ")}`)
  for (const next of allowed[name]) visit(next, [...path, name])
}
for (const name of Object.keys(allowed)) visit(name, [])

if (faults.length > 0) {
  console.error([...new Set(faults)].join("\n"))
  process.exit(1)
}
console.log(`imports of ${Object.keys(allowed).length} packages follow the layout`)
