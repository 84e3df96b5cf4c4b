// Modules for runtimes. Resolving and reading 800 small modules took half of the processor time of a first search, so the
// modules that a thread of a first program loads become one file of their package, which other packages import by its name.
// Every public module remains and re-exports its part of that file.
// Bundlers find the single modules of tsc by the condition `module`, and drop what a program does not use.
import { execFileSync } from "node:child_process"
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, relative } from "node:path"
import { pathToFileURL } from "node:url"
import { rolldown } from "rolldown"
import { minifySync } from "rolldown/utils"
import { includeHelpers, sourcesOf } from "./directImports.mjs"
import { inAscii } from "./inAscii.mjs"
import { published, root } from "./packages.mjs"

/** The folder below `dist` of each package, and the path by which other packages import its files. */
const FOLDER = "runtime"

/** Size in bytes from which a module without imports is data. It stays one file, which runtimes and bundlers share. */
const MIN_DATA_BYTES = 30_000

/** Programs that decide which modules become one file. An import must not load the files of a search. */
const programs = ["firstImport.mjs", "firstSearch.mjs"]

/** The sources that each thread of a program loads, in order; the first thread is the main one. */
const loadedBy = (program) => {
  const folder = mkdtempSync(join(tmpdir(), "dunlin-modules-"))
  const recorder = pathToFileURL(join(root, ".config/recordModules.mjs"))
  try {
    execFileSync(process.execPath, [join(root, ".config", program)], {
      env: { ...process.env, NODE_OPTIONS: `--import ${recorder}`, RECORDED: folder }
    })
    return globSync("*.txt", { cwd: folder }).sort().map((file) =>
      readFileSync(join(folder, file), "utf8").trim().split("\n")
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const importsNothing = (code) => !/^\s*(?:import|export)\b[^\n]*\bfrom\b|\bimport\(/m.test(code)

const isData = (file) => statSync(file).size > MIN_DATA_BYTES && importsNothing(readFileSync(file, "utf8"))

const isModule = (target) => typeof target === "string" && target.endsWith(".js")

/** Public modules of a package: what each is imported by, and its path below `dist` without extension. */
const publicModules = ({ home, manifest }) =>
  Object.entries(manifest.publishConfig.exports).filter(([, target]) => isModule(target)).flatMap(([key, target]) => {
    const [before, after] = target.split("*")
    return globSync(target, { cwd: home }).map((file) => {
      const matched = `./${file}`.slice(before.length, after === undefined ? undefined : -after.length)
      return [`${manifest.name}${key.slice(1).replace("*", matched)}`, relative("dist", file).replace(/\.js$/, "")]
    })
  })

/** Packages, each after those it imports. */
const inOrder = () => {
  const left = new Map(published.map((one) => [one.manifest.name, one]))
  const order = []
  const visit = (one) => {
    left.delete(one.manifest.name)
    for (const name of Object.keys(one.manifest.dependencies ?? {})) if (left.has(name)) visit(left.get(name))
    order.push(one)
  }
  while (left.size > 0) visit(left.values().next().value)
  return order
}

/** Prefix of the path of a data module, until its importing file has a name. */
const DATA = "data of the package:"

/** Keeps other packages and data out of the files. */
const separate = (dist) => ({
  name: "separate",
  resolveId: (id, importer) => {
    if (!/^[./]/.test(id)) return { id, external: true }
    const file = id.startsWith("/") ? id : join(dirname(importer), id)
    return isData(file) ? { id: `${DATA}${relative(dist, file)}`, external: true } : null
  },
  renderChunk: (code, { fileName }) =>
    code.replace(new RegExp(`(?<=")${DATA}([^"]+)`, "g"), (_, file) => relative(join(FOLDER, dirname(fileName)), file))
})

/** Replaces imports of a module of another package by imports of the files that contain its exports. */
const imported = (known) => ({
  name: "imported",
  resolveId: (id) => known.get(id)?.sources !== undefined ? `\0${id}` : null,
  load: (id) => {
    const sources = known.get(id.slice(1))?.sources
    if (!id.startsWith("\0") || sources === undefined) return null
    return [...Map.groupBy(sources, ([, { file }]) => file)].map(([file, exports]) =>
      `export { ${exports.map(([alias, { name }]) => `${name} as ${alias}`).join(", ")} } from "${file}"`
    ).join("\n")
  }
})

/** Folder of the entries of threads as tsc wrote them. */
const ENTRIES = "node_modules/.cache/dunlin-entries"

const redirectTo = (path) => `import "${path}"\n`

/**
 * The code of a thread's entry as tsc wrote it. The published file only imports the file for runtimes, and tsc does not
 * write it again while its source is the same, so the code is stored for the next run.
 */
const codeOfEntry = (one, name) => {
  const file = join(one.home, "dist", `${name}.js`)
  const stored = join(root, ENTRIES, one.manifest.name, `${name}.js`)
  const code = readFileSync(file, "utf8")
  if (!/^import "[./]+runtime\/[^"\n]+"\n$/.test(code)) {
    mkdirSync(dirname(stored), { recursive: true })
    writeFileSync(stored, code)
    return code
  }
  try {
    return readFileSync(stored, "utf8")
  } catch {
    throw new Error(
      `${relative(root, file)} only imports the file for runtimes: delete dist of its package and build again`
    )
  }
}

/** Reads the entries of threads as tsc wrote them. */
const asCompiled = (codes) => ({ name: "as-compiled", load: (id) => codes.get(id) ?? null })

/** Exports the public modules of one file, to find where it has them. The name of its module precedes each export. */
const joined = (modules) => ({
  name: "joined",
  resolveId: (id) => modules.has(id) ? `\0${id}` : null,
  load: (id) =>
    !id.startsWith("\0") || !modules.has(id.slice(1)) ?
      null :
      modules.get(id.slice(1)).map(({ file, names, prefix }) =>
        `export { ${names.map((name) => `${name} as ${prefix}${name}`).join(", ")} } from "${file}"`
      ).join("\n")
})

const prefixOf = (name) => `${name.replaceAll("/", "$")}$`

const open = ({ home }, input, plugins, codes) =>
  rolldown({
    input,
    cwd: home,
    platform: "neutral",
    plugins: [...plugins, separate(join(home, "dist")), asCompiled(codes)],
    treeshake: { moduleSideEffects: false },
    checks: { eval: false, ineffectiveDynamicImport: false }
  })

/** Static imports of each module of a package, by the path of its file. */
const graphOf = () => {
  const graph = new Map()
  const plugin = {
    name: "graph",
    buildEnd() {
      for (const id of this.getModuleIds()) graph.set(id, this.getModuleInfo(id)?.importedIds ?? [])
    }
  }
  return { graph, plugin }
}

/** Modules that import Effect, directly or not. An import of any other module must not load Effect. */
const needingEffect = (graph, known) => {
  const found = new Map()
  const needs = (id) => {
    if (found.has(id)) return found.get(id)
    found.set(id, false)
    const isNeeding = /^(?:@effect\/|effect(?:\/|$))/.test(id) || known.get(id)?.needsEffect === true ||
      (graph.get(id) ?? []).some(needs)
    found.set(id, isNeeding)
    return isNeeding
  }
  for (const id of graph.keys()) needs(id)
  return (id) => found.get(id) === true
}

/** Files of several threads and files without Effect come first, because a file includes what its modules import. */
const priorityOf = ({ effect, threads }) => 2 * threads.length + (effect ? 0 : 1)

/** Names stay, so that a stack trace names functions. */
const withoutSpaces = { module: true, compress: false, mangle: false, codegen: { legalComments: "inline" } }

/** Removes what only readers need. V8 keeps the text of a module as long as its functions, in twice the bytes beyond ASCII. */
const compact = (file) => {
  const { code, errors } = minifySync(file, readFileSync(file, "utf8"), withoutSpaces)
  if (errors.length > 0) throw new Error(`${relative(root, file)}: ${errors[0].message}`)
  writeFileSync(file, inAscii(code))
}

const bundlePackage = async (one, threads, known) => {
  const { home, manifest } = one
  const dist = join(home, "dist")
  const target = join(dist, FOLDER)
  rmSync(target, { recursive: true, force: true })
  const moduleOf = (source) => relative(join(home, "src"), source).replace(/\.ts$/, "")
  const loaded = threads.map(({ sources }) =>
    sources.filter((source) => source.startsWith(join(home, "src"))).map(moduleOf)
  )
  const entries = threads.filter(({ isMain }) => !isMain).map(({ sources }) => sources[0])
    .filter((entry) => entry.startsWith(join(home, "src"))).map(moduleOf)
  const fileOf = (name) => join(dist, `${name}.js`)
  const modules = publicModules(one)
  const inputs = Object.fromEntries(
    [...modules.map(([, name]) => name), ...entries].map((name) => [name, fileOf(name)])
  )
  const codes = new Map(entries.map((entry) => [fileOf(entry), codeOfEntry(one, entry)]))
  const { graph, plugin } = graphOf()
  const planned = await open(one, inputs, [plugin], codes)
  const { output } = await planned.generate({ format: "esm" })
  await planned.close()
  const needsEffect = needingEffect(graph, known)
  /** Modules that the same threads load are one file, and those without Effect another one. */
  const groups = new Map()
  const groupOf = (id) => {
    const name = relative(dist, id).replace(/\.js$/, "")
    const together = loaded.flatMap((names, thread) => names.includes(name) ? [thread] : [])
    if (together.length === 0) return undefined
    const effect = needsEffect(id)
    return { name: `first-${together.join("-")}${effect ? "" : "-plain"}`, effect, threads: together }
  }
  for (const name of new Set(loaded.flat())) {
    const group = groupOf(fileOf(name))
    groups.set(group.name, group)
  }
  const exportsOf = new Map(output.filter(({ isEntry }) => isEntry).map(({ exports, name }) => [name, exports]))
  const together = new Map()
  const own = new Map()
  for (const [specifier, name] of modules) {
    const names = exportsOf.get(name)
    const file = groupOf(fileOf(name))?.name
    const part = { file: fileOf(name), names, prefix: prefixOf(name) }
    const isNamed = file !== undefined && name !== "index" && names.length > 0
    if (isNamed) together.set(file, [...together.get(file) ?? [], part])
    own.set(specifier, {
      needsEffect: needsEffect(fileOf(name)),
      ...(isNamed ? { names, prefix: part.prefix, file: `${file}.js` } : {})
    })
  }
  const build = await open(
    one,
    { ...inputs, ...Object.fromEntries([...together.keys()].map((file) => [file, file])) },
    [
      imported(known),
      joined(together)
    ],
    codes
  )
  const { output: written } = await build.write({
    dir: target,
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "internal/[name]-[hash].js",
    comments: { legal: true, annotation: true, jsdoc: false },
    minifyInternalExports: false,
    codeSplitting: {
      groups: [...groups.values()].map((group) => ({
        name: group.name,
        test: (id) => groupOf(id)?.name === group.name,
        priority: priorityOf(group)
      }))
    }
  })
  await build.close()
  for (const entry of entries) {
    writeFileSync(fileOf(entry), redirectTo(relative(dirname(fileOf(entry)), join(target, `${entry}.js`))))
  }
  includeHelpers(target, written.map(({ fileName }) => fileName))
  const codeOf = new Map(written.map(({ code, fileName }) => [fileName, code]))
  const specifierOf = (file) => file.replace(/^\.\/(.+)\.js$/, `${manifest.name}/${FOLDER}/$1`)
  const sources = new Map([...together.keys()].map((file) => [`${file}.js`, sourcesOf(codeOf.get(`${file}.js`))]))
  for (const [specifier, { file, names, needsEffect, prefix }] of own) {
    known.set(specifier, {
      needsEffect,
      ...(file === undefined ? {} : {
        sources: names.map((name) => {
          const source = sources.get(file).get(`${prefix}${name}`)
          return [name, { name: source.name, file: specifierOf(source.file) }]
        })
      })
    })
  }
  for (const file of sources.keys()) rmSync(join(target, file))
  for (const file of globSync("**/*.js", { cwd: target })) compact(join(target, file))
}

/** Writes the modules for runtimes of every published package. */
export const runtimeModules = async () => {
  const threads = programs.flatMap((program) =>
    loadedBy(program).map((sources, thread) => ({ sources, isMain: thread === 0 }))
  )
  const known = new Map()
  for (const one of inOrder()) await bundlePackage(one, threads, known)
}

const ownNames = new Set(published.map(({ manifest }) => manifest.name))

/** The manifest of a packed package with the modules for runtimes, which import those of other packages of their version. */
const withRuntimeModules = (manifest) => {
  const exports = Object.entries(manifest.exports).map(([key, target]) =>
    !isModule(target) ? [key, target] : [key, {
      types: target.replace(/\.js$/, ".d.ts"),
      module: target,
      default: target.replace("./dist/", `./dist/${FOLDER}/`)
    }]
  )
  const dependencies = Object.entries(manifest.dependencies ?? {}).map(([name, range]) =>
    ownNames.has(name) ? [name, manifest.version] : [name, range]
  )
  return {
    ...manifest,
    ...(dependencies.length === 0 ? {} : { dependencies: Object.fromEntries(dependencies) }),
    exports: { ...Object.fromEntries(exports), [`./${FOLDER}/*`]: `./dist/${FOLDER}/*.js` }
  }
}

/** Names the modules for runtimes in the manifest of a packed package; in the workspace they do not exist. */
export const nameRuntimeModules = (tarball) => {
  const folder = mkdtempSync(join(tmpdir(), "dunlin-packed-"))
  try {
    const files = execFileSync("tar", ["-tzf", tarball], { encoding: "utf8" })
    execFileSync("tar", ["-xzf", tarball, "-C", folder])
    const file = join(folder, "package/package.json")
    const manifest = withRuntimeModules(JSON.parse(readFileSync(file, "utf8")))
    writeFileSync(file, `${JSON.stringify(manifest, undefined, 2)}\n`)
    execFileSync("tar", ["-czf", tarball, "-C", folder, "-T", "-"], { input: files })
  } finally {
    rmSync(folder, { recursive: true })
  }
}
