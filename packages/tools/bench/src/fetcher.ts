// Pages per second compared with Crawlee: npm run bench -- fetcher [--rounds=3] [--browser] [--http]
//
// Every contender is a separate process that fetches the same pages of one site, in alternating turns over several
// rounds. A round includes start and end of the browser. "isolated" means that no page sees data of another.
import { type ChildProcess, fork } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { median } from "./measure.ts"
import { optionOf } from "./options.ts"
import { figure } from "./report.ts"
import { prepare } from "./sharedData.ts"

interface Round {
  readonly pages: number
  readonly seconds: number
  readonly cpu: number
}
type Row = Round & { readonly megabytes: number }

const contenders = {
  browser: ["dunlin browser", "crawlee playwright", "crawlee playwright isolated"],
  http: ["dunlin http", "crawlee cheerio"]
} as const

const message = <A>(child: ChildProcess): Promise<A> =>
  new Promise((resolve, reject) => {
    child.once("message", (value) => resolve(value as A))
    child.once("exit", (code) => reject(new Error(`a contender ended with ${code}`)))
  })

const descendants = (root: number): ReadonlyArray<number> => {
  const children = new Map<number, Array<number>>()
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "utf8")
      const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1])
      children.set(parent, [...children.get(parent) ?? [], Number(name)])
    } catch {
      // the process has ended in the meantime
    }
  }
  const found: Array<number> = []
  const queue = [root]
  for (let pid = queue.pop(); pid !== undefined; pid = queue.pop()) {
    const below = children.get(pid) ?? []
    found.push(...below)
    queue.push(...below)
  }
  return found
}

const memoryBelow = (root: number): number => {
  let kilobytes = 0
  for (const pid of descendants(root)) {
    try {
      kilobytes += Number(/Pss:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1] ?? 0)
    } catch {
      // the process has ended in the meantime
    }
  }
  return kilobytes / 1024
}

const measure = async (child: ChildProcess, round: number): Promise<Row> => {
  let megabytes = 0
  const timer = setInterval(() => {
    megabytes = Math.max(megabytes, memoryBelow(child.pid!))
  }, 500)
  child.send({ round })
  const result = await message<Round>(child)
  clearInterval(timer)
  return { ...result, megabytes }
}

const compare = async (kind: keyof typeof contenders, port: number, folder: string, rounds: number) => {
  const rows = new Map<string, Array<Row>>()
  const script = fileURLToPath(new URL("./fetcher/contender.ts", import.meta.url))
  for (let round = 0; round < rounds; round++) {
    for (const name of contenders[kind]) {
      // The crawlers store visited pages per process, so each round has a new process.
      const child = fork(script, [name, String(port), folder], { cwd: folder })
      await message(child)
      const row = await measure(child, round)
      child.disconnect()
      rows.set(name, [...rows.get(name) ?? [], row])
    }
  }
  const base = rows.get(contenders[kind][1])!
  const pagesPerSecond = (list: ReadonlyArray<Row>) => list.map(({ pages, seconds }) => pages / seconds)
  console.log(`\n### ${kind}\n\n| | pages/s of each round | median ratio | CPU ms/page | MB of browser |`)
  console.log("| --- | --- | --- | --- | --- |")
  for (const [name, list] of rows) {
    const ratio = median(pagesPerSecond(list).map((value, index) => value / pagesPerSecond(base)[index]!))
    const cpu = median(list.map((row) => (row.cpu / row.pages) * 1000))
    const speeds = pagesPerSecond(list).map((value) => value.toFixed(1)).join(", ")
    const memory = kind === "http" ? "-" : median(list.map(({ megabytes }) => megabytes)).toFixed(0)
    console.log(`| ${name} | ${speeds} | ${ratio.toFixed(2)} | ${cpu.toFixed(1)} | ${memory} |`)
  }
  const area = kind === "http" ? "pages over HTTP" : "pages in the browser"
  const ours = rows.get(contenders[kind][0])!
  const rounded = (list: ReadonlyArray<Row>) => Math.round(10 * median(pagesPerSecond(list))) / 10
  figure({
    area,
    metric: "pages/s, median of the rounds",
    ours: rounded(ours),
    peer: { name: contenders[kind][1], value: rounded(base) }
  })
}

export const run = async (args: ReadonlyArray<string>) => {
  const folder = await prepare("fetch")
  const rounds = Number(optionOf(args, "rounds") ?? 3)
  const only = (["browser", "http"] as const).filter((kind) => args.includes(`--${kind}`))
  const site = fork(join(folder, "browser/site.mjs"))
  const { port } = await message<{ readonly port: number }>(site)
  for (const kind of only.length === 0 ? ["browser", "http"] as const : only) await compare(kind, port, folder, rounds)
  site.kill()
}
