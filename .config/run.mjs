// Runs a command with the pinned toolchain. Needs only Node >= 18 and npm; installs what is missing.
//   node .config/run.mjs                    installs everything
//   node .config/run.mjs -- <command...>    installs what is missing, then runs the command
import { spawn, spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { delimiter, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const parent = process.ppid
const NODE = "24.21.0"
const root = join(dirname(fileURLToPath(import.meta.url)), "..")
const read = (f) => readFileSync(join(root, f), "utf8")
const PNPM = JSON.parse(read("package.json")).packageManager.split("@")[1].split("+")[0]
const toolchain = join(root, ".toolchain")
const win = process.platform === "win32"

const fail = (message) => {
  console.error(`[run] ${message}`)
  process.exit(1)
}
const sh = (command, args, env) => {
  const r = spawnSync(command, args, { cwd: root, stdio: "inherit", env, shell: win })
  if (r.error) fail(`${command}: ${r.error.message}`)
  return r.status ?? 1
}
// npm sets npm_config_* for its children; they must not leak into the nested installs
const env = Object.fromEntries(
  Object.entries(process.env).filter(([k]) =>
    !/^npm_(config_(prefix|local_prefix|global_prefix|userconfig|globalconfig|init_module|node_gyp|noproxy)|lifecycle|package|command|execpath|node_execpath)/i
      .test(k)
  )
)

const tool = (name, version, bin) => {
  const dir = join(toolchain, `${name}-${version}`)
  const path = join(dir, "node_modules", ...bin)
  if (!existsSync(path)) {
    console.error(`[run] installing ${name}@${version} into .toolchain/ (once)`)
    mkdirSync(dir, { recursive: true })
    writeFileSync(join(dir, "package.json"), "{\"private\":true}\n")
    const status = sh(win ? "npm.cmd" : "npm", [
      "install",
      "--prefix",
      dir,
      "--no-save",
      "--no-package-lock",
      "--no-audit",
      "--no-fund",
      "--ignore-scripts=false",
      "--loglevel=error",
      `${name}@${version}`
    ], env)
    if (status !== 0 || !existsSync(path)) fail(`could not install ${name}@${version}`)
  }
  return path
}

const [major, minor] = process.versions.node.split(".").map(Number)
const modern = (major === 22 && minor >= 19) || major >= 24
const nodeBin = modern ? process.execPath : tool("node", NODE, ["node", "bin", win ? "node.exe" : "node"])
const pnpmBin = tool("pnpm", PNPM, [".bin", win ? "pnpm.cmd" : "pnpm"])
const path = [dirname(nodeBin), dirname(pnpmBin), join(root, "node_modules", ".bin"), process.env.PATH].join(delimiter)
const childEnv = {
  ...env,
  PATH: path,
  // What one program has compiled no other compiles again: tests, checks, the site and the demo load the same modules.
  NODE_COMPILE_CACHE: env.NODE_COMPILE_CACHE ?? join(root, "node_modules/.cache/compiled")
}

const stampFile = join(root, "node_modules", ".install-stamp")
const stamp = createHash("sha256").update(read("pnpm-lock.yaml")).update(read("pnpm-workspace.yaml")).update(
  process.platform + process.arch
).digest("hex")
if (!existsSync(stampFile) || readFileSync(stampFile, "utf8") !== stamp) {
  const status = sh(pnpmBin, ["install", "--frozen-lockfile"], childEnv)
  if (status !== 0) fail("pnpm install --frozen-lockfile failed")
  writeFileSync(stampFile, stamp)
}

const i = process.argv.indexOf("--")
if (i !== -1) {
  const command = process.argv[i + 1]
  const child = spawn(command, process.argv.slice(i + 2), { cwd: root, stdio: "inherit", env: childEnv, shell: win })
  child.on("error", (error) => fail(`${command}: ${error.message}`))
  child.on("exit", (code) => process.exit(code ?? 1))
  // Who ends this process means the command. A terminal tells it itself, and npm only ends the shell in between.
  const end = () => child.kill("SIGTERM")
  process.on("SIGTERM", end).on("SIGHUP", end).on("SIGINT", () => undefined)
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    end()
  }, 250).unref()
}
