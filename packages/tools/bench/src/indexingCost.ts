// Measures processor time, memory and disk space to index many short pages, compared with SQLite FTS5 in alternating
// turns: npm run bench -- indexingCost [pages=100000] [turns=1] [--base=COMMIT]
//
// Each engine loads the same pages in a fresh process. `--base` also loads them with another commit, and reports whether
// both commits write the same bytes.
import { execFileSync } from "node:child_process"
import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { checkOut, ownTree, treeAt } from "./beside/tree.ts"
import type { Loaded } from "./indexingCost/load.ts"
import { optionOf } from "./options.ts"
import { figure } from "./report.ts"
import { prepare } from "./sharedData.ts"

const program = fileURLToPath(new URL("indexingCost/load.ts", import.meta.url))

const baseOf = (name: string) =>
  existsSync(name) ? { ...treeAt("base", name), remove: () => undefined } : checkOut(name)

/** Returns the result with the least processor time, because other load on the machine only adds time. */
const best = (results: ReadonlyArray<Loaded>): Loaded =>
  results.reduce((least, result) => result.seconds < least.seconds ? result : least)

export const run = async (args: ReadonlyArray<string>): Promise<void> => {
  const [pages = "100000", turns = "1"] = args.filter((arg) => !arg.startsWith("--"))
  const data = await prepare("search")
  const revision = optionOf(args, "base")
  const base = revision === undefined ? undefined : baseOf(revision)
  const contenders: ReadonlyArray<readonly [name: string, tree: string]> = [
    ["FTS5", ""],
    ...(base === undefined ? [] : [["base", base.root] as const]),
    ["embedded index", ownTree().root]
  ]
  const results = new Map(contenders.map(([name]) => [name, new Array<Loaded>()]))
  try {
    for (let turn = 0; turn < Number(turns); turn++) {
      for (const [name, tree] of contenders) {
        const output = execFileSync(process.execPath, [program, data, pages, tree], { encoding: "utf8" })
        results.get(name)!.push(JSON.parse(output) as Loaded)
      }
    }
  } finally {
    base?.remove()
  }
  console.log("| engine | CPU s | relative to FTS5 | peak RSS MB | relative to FTS5 | disk MB | digest |")
  console.log("| --- | --- | --- | --- | --- | --- | --- |")
  const peer = best(results.get("FTS5")!)
  for (const [name, all] of results) {
    const { bytes, digest, megabytes, seconds } = best(all)
    const ratios = [seconds / peer.seconds, megabytes / peer.megabytes].map((ratio) => ratio.toFixed(2))
    console.log(
      `| ${name} | ${seconds.toFixed(1)} | ${ratios[0]} | ${megabytes.toFixed(0)} | ${ratios[1]} | ${
        (bytes / 1e6).toFixed(0)
      } | ${digest} |`
    )
  }
  const own = best(results.get("embedded index")!)
  const area = `search: ${pages} pages`
  const rounded = (ratio: number) => Math.round(ratio * 100) / 100
  figure({
    area,
    metric: "CPU time to index, relative to FTS5",
    ours: rounded(own.seconds / peer.seconds),
    peer: { name: "FTS5", value: 1 }
  })
  figure({
    area,
    metric: "peak memory to index, relative to FTS5",
    ours: rounded(own.megabytes / peer.megabytes),
    peer: { name: "FTS5", value: 1 }
  })
}
