// Fails on an import between packages that the layout does not allow, and on a circle of packages.
// The layout: schema <- query-operators <- providers; schema <- every stage; all of them <- pipeline <- http-api <- dunlin.
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const root = join(dirname(fileURLToPath(import.meta.url)), "..")
const stages = ["fetcher", "transformers", "cache", "redaction", "threat-protection", "credits"]
const allowed = {
  schema: [],
  "query-operators": ["schema"],
  providers: ["schema", "query-operators"],
  ...Object.fromEntries(stages.map((stage) => [stage, ["schema"]])),
  pipeline: ["schema", "query-operators", "providers", ...stages],
  // Accounts, artifact links and the research index are served as they are; the rest goes through the pipeline.
  "http-api": ["schema", "query-operators", "providers", "cache", "credits", "pipeline"],
  dunlin: ["schema", "query-operators", "providers", ...stages, "pipeline", "http-api"]
}

// Static imports and exports, also over several lines, and dynamic imports of a literal.
const imported = /^(?:import|export)\s+(?:type\s+)?(?:[\w$*{][^"'`;=]*?\sfrom\s+)?"([^"]+)"|\bimport\("([^"]+)"\)/gm

const files = (folder) =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(ts|mjs)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))

const faults = []
for (const [name, packages] of Object.entries(allowed)) {
  const folder = join(root, "packages", name)
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  const declared = { ...manifest.dependencies, ...manifest.peerDependencies }
  const used = new Set()
  for (const file of files(join(folder, "src"))) {
    const isSuite = file.endsWith("testing.ts")
    for (const match of readFileSync(file, "utf8").matchAll(imported)) {
      const specifier = match[1] ?? match[2] ?? ""
      if (specifier.startsWith(".") || specifier.startsWith("node:")) continue
      const parts = specifier.split("/")
      const dependency = specifier.startsWith("@") ? `${parts[0]}/${parts[1]}` : parts[0]
      used.add(dependency)
      const where = file.slice(root.length + 1)
      const own = dependency === "dunlin" ? "dunlin" : dependency.match(/^@dunlin\/(.+)$/)?.[1]
      if (own !== undefined && own !== name && !packages.includes(own)) {
        faults.push(`${where}: ${name} must not import ${dependency}`)
      }
      if (own === name) faults.push(`${where}: import the own package by a relative path, not ${specifier}`)
      if (declared[dependency] === undefined && !(isSuite && ["vitest", "@effect/vitest"].includes(dependency))) {
        faults.push(`${where}: ${dependency} is not a dependency of ${name}`)
      }
    }
  }
  for (const dependency of Object.keys(manifest.dependencies ?? {})) {
    if (!used.has(dependency)) faults.push(`packages/${name}/package.json: ${dependency} is never imported`)
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
