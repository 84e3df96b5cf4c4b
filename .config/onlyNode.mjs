// Loaded before each test of the kind "anywhere", and before every process and thread that it starts: such a test starts
// nothing but Node and looks for no component, so it does the same where components are installed and where `.ci/bare` hides
// them. A violation throws, and is written to the report that `onlyNodeReport.mjs` reads: the product may catch the error.
import childProcess from "node:child_process"
import fs, { appendFileSync, readFileSync } from "node:fs"
import { syncBuiltinESMExports } from "node:module"
import { basename, delimiter, dirname } from "node:path"
import { fileURLToPath } from "node:url"
import threads from "node:worker_threads"

const here = new URL(import.meta.url)
const report = here.searchParams.get("report")

const violation = (does) => {
  const message = `a test of the kind "anywhere" ${does}: see .config/testKinds.mjs`
  appendFileSync(report, `${message}\n`)
  return new Error(message)
}

/** Programs of every Linux that start another one with limits. `.ci/bare` hides none of them. */
const wrappers = new Set(["setpriv", "prlimit", "sh"])
const endsAlone = new Set(["true", "--version", "--help"])
/** Programs of every Linux, and the compiler that npm installs: `.ci/bare` hides none of them, and they start no others. */
const plain = new Set(["git", "mkfifo", "tsc"])

/** Whether only Node is started, alone or by a program that sets limits, or a program that does the same everywhere. */
const isNode = (command, parameters) =>
  command === process.execPath ||
  plain.has(basename(command)) ||
  wrappers.has(basename(command)) &&
    (parameters.includes(process.execPath) || endsAlone.has(parameters.at(-1)))

/** Node with this module before whatever else it loads. */
const guarded = ["--import", here.href]
const withGuard = (parameters) => {
  const at = parameters.indexOf(process.execPath) + 1
  return at === 0 ? parameters : [...parameters.slice(0, at), ...guarded, ...parameters.slice(at)]
}

const { spawn } = childProcess.ChildProcess.prototype
childProcess.ChildProcess.prototype.spawn = function(options) {
  if (!isNode(options.file, options.args)) throw violation(`starts ${options.args.join(" ")}`)
  return spawn.call(this, { ...options, args: withGuard(options.args) })
}
for (const name of ["spawnSync", "execSync", "execFileSync"]) {
  const original = childProcess[name]
  childProcess[name] = (command, given, ...rest) => {
    const parameters = Array.isArray(given) ? given : []
    if (!isNode(command, parameters)) throw violation(`starts ${command} ${parameters.join(" ")}`)
    if (!Array.isArray(given)) return original(command, given, ...rest)
    return original(command, withGuard([command, ...parameters]).slice(1), ...rest)
  }
}
threads.Worker = class extends threads.Worker {
  constructor(file, options = {}) {
    super(file, { ...options, execArgv: [...options.execArgv ?? process.execArgv, ...guarded] })
  }
}

/** The programs and folders that `.ci/bare` hides. */
const bare = readFileSync(fileURLToPath(new URL("../.ci/bare", here)), "utf8")
const listOf = (name) => new RegExp(`^${name}=\\(([^]*?)^\\)`, "m").exec(bare)[1].trim().split(/\s+/)
const programs = new Set(listOf("programs"))
const folders = listOf("folders").filter((folder) => folder.startsWith("/") && !folder.includes("{"))

/** Sources and packages may have the name of a program: `.ci/bare` hides it in the folders of the search path. */
const clone = fileURLToPath(new URL("..", here))
const searched = new Set((process.env.PATH ?? "").split(delimiter))
const isPartOfClone = (path) => path.startsWith(clone) && !searched.has(dirname(path))

const isHidden = (path) => {
  if (typeof path !== "string") return false
  return programs.has(basename(path)) && !isPartOfClone(path) || folders.some((folder) => path.startsWith(folder))
}

const lookups = ["access", "exists", "lstat", "open", "readFile", "readdir", "realpath", "stat"]
const watched = (original) =>
  Object.assign((path, ...rest) => {
    if (isHidden(path)) throw violation(`looks for ${path}`)
    return original(path, ...rest)
  }, original)
for (const name of lookups) {
  for (const [of, key] of [[fs, name], [fs, `${name}Sync`], [fs.promises, name]]) {
    if (typeof of[key] === "function") of[key] = watched(of[key])
  }
}
syncBuiltinESMExports()
