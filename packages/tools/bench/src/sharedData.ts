import { spawn } from "node:child_process"
import { cp, mkdir, readFile, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { beside, hear } from "./report.ts"

const root = fileURLToPath(new URL("../../../../", import.meta.url))

export const folder = process.env.DUNLIN_BENCH ?? join(root, "../shared/bench")

export const adapter = (name: string): string => join(root, "packages/tools/bench/adapters", `${name}.ts`)

const exists = (path: string): Promise<boolean> => stat(path).then(() => true, () => false)

export const prepare = async (area: string): Promise<string> => {
  const source = join(folder, area)
  if (!(await exists(source))) {
    throw new Error(`There is no benchmark data in ${source}; set DUNLIN_BENCH to the folder that holds it`)
  }
  const target = join(tmpdir(), "dunlin-bench", area)
  if (!(await exists(target))) {
    await mkdir(dirname(target), { recursive: true })
    await cp(source, target, { recursive: true, mode: 0 })
    await run("chmod", ["-R", "u+w", target], target)
    await pinPeers(join(target, "package.json"))
  }
  for (const directory of [target, dirname(target)]) {
    if ((await exists(join(directory, "package.json"))) && !(await exists(join(directory, "node_modules")))) {
      await run("npm", [
        "install",
        "--no-audit",
        "--no-fund",
        "--ignore-scripts",
        "--legacy-peer-deps",
        "--loglevel=error"
      ], directory)
    }
    beside(directory)
  }
  return target
}

// Newer versions need a package that cannot be installed.
const pinned = { linkedom: "0.18.12" }

const pinPeers = async (file: string): Promise<void> => {
  if (!(await exists(file))) return
  const manifest = JSON.parse(await readFile(file, "utf8"))
  for (const [name, version] of Object.entries(pinned)) {
    if (manifest.dependencies?.[name] !== undefined) manifest.dependencies[name] = version
  }
  manifest.overrides = { ...manifest.overrides, ...pinned }
  await writeFile(file, JSON.stringify(manifest))
}

/** Writes an engine module that passes this project's adapter to a harness. */
export const passOn = (file: string, name: string): Promise<void> =>
  writeFile(file, `export * from ${JSON.stringify(adapter(name))}\n`)

export const run = (command: string, args: ReadonlyArray<string>, cwd: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: ["inherit", "pipe", "inherit"] })
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      hear(text)
      process.stdout.write(text)
    })
    child.on("error", reject)
    child.on("close", (code) => code === 0 ? resolve() : reject(new Error(`${command} ${args[0]} ended with ${code}`)))
  })

export const node = (args: ReadonlyArray<string>, cwd: string): Promise<void> => run(process.execPath, args, cwd)
