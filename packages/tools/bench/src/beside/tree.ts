/** Checks out another commit of this repository, with its dependencies, in a scratch folder. */
import { execFileSync } from "node:child_process"
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

export interface Tree {
  readonly name: string
  readonly root: string
  readonly bench: string
}

/** Possible folders of the benchmarks. They were moved once, so a base commit can have either. */
const BENCH_FOLDERS = ["packages/tools/bench", "packages/bench"]

export const treeAt = (name: string, root: string): Tree => {
  const bench = BENCH_FOLDERS.map((folder) => join(root, folder)).find((folder) => existsSync(join(folder, "src")))
  if (bench === undefined) throw new Error(`${name} has no benchmarks in ${BENCH_FOLDERS.join(" or ")}`)
  return { name, root, bench }
}

const git = (...args: ReadonlyArray<string>): string =>
  execFileSync("git", args, { cwd: import.meta.dirname, encoding: "utf8" }).trim()

export const ownTree = (): Tree => treeAt("this tree", git("rev-parse", "--show-toplevel"))

export const checkOut = (revision: string): Tree & { readonly remove: () => void } => {
  const commit = git("rev-parse", "--verify", "--short", `${revision}^{commit}`)
  const root = join(mkdtempSync(join(tmpdir(), "dunlin-beside-")), "base")
  const repository = git("rev-parse", "--show-toplevel")
  const remove = () => {
    rmSync(join(root, ".."), { recursive: true, force: true, maxRetries: 5 })
    execFileSync("git", ["worktree", "prune"], { cwd: repository })
  }
  try {
    git("worktree", "add", "--quiet", "--detach", root, commit)
    const output = ["ignore", "ignore", "inherit"] as const
    execFileSync("pnpm", ["install", "--frozen-lockfile"], { cwd: root, stdio: [...output] })
    return { ...treeAt(commit, root), remove }
  } catch (error) {
    remove()
    throw error
  }
}
