// Measures PDF reading speed, in alternating turns with a peer: npm run bench -- pdfSpeed [--peer=liteparse]
// [--rounds=3] [FILE.pdf...]
//
// Reads the developer and fresh documents, or the given files. Each engine has a separate process. The engines
// alternate after some documents, so that other load on the machine affects both. The first round uses cold processes,
// and also counts pages. Reports elapsed time, and the processor time of the engine's processes, which hardly depends
// on the load.
import { type ChildProcess, fork } from "node:child_process"
import { createHash } from "node:crypto"
import { readdirSync } from "node:fs"
import { join, resolve } from "node:path"
import { processorTime } from "./processorTime.ts"
import { figure } from "./report.ts"
import { adapter, prepare } from "./sharedData.ts"

const TURN = 25

const PAUSE = 50

/** Factor for rounding figures to hundredths. */
const HUNDREDTHS = 100

interface Answer {
  readonly ms: number
  readonly pages: number
  readonly error?: string
}

interface Engine {
  readonly name: string
  readonly process: ChildProcess
}

const start = (name: string, module: string, folder: string): Promise<Engine> =>
  new Promise((ready, reject) => {
    const child = fork(join(folder, "child.mjs"), [module], {
      cwd: folder,
      execArgv: ["--no-warnings"],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"]
    })
    child.once("message", () => ready({ name, process: child }))
    child.once("exit", () => reject(new Error(`${name} cannot be started`)))
  })

const read = ({ process }: Engine, file: string): Promise<Answer> =>
  new Promise((answer) => {
    process.once("message", (message) => answer(message as Answer))
    process.send(file)
  })

interface Sum {
  pages: number
  clock: number
  processor: number
}

const takeTurn = async (engine: Engine, files: ReadonlyArray<string>, sum: Sum): Promise<void> => {
  const before = processorTime(engine.process.pid!)
  for (const file of files) {
    const { error, ms, pages } = await read(engine, file)
    if (error !== undefined) console.log(`${engine.name} does not read ${file}: ${error}`)
    sum.clock += ms
    sum.pages += pages
  }
  await new Promise((resolve) => setTimeout(resolve, PAUSE))
  sum.processor += processorTime(engine.process.pid!) - before
}

/** Returns whether the harness uses a document for development, as it does with half of a corpus. */
const isDev = (name: string): boolean => createHash("sha256").update(name).digest()[0]! % 2 === 0

const documentsIn = (folder: string): ReadonlyArray<string> =>
  ["resynth", "tagged", "print", "fresh"].flatMap((corpus) =>
    readdirSync(join(folder, "corpus", corpus))
      .filter((name) => name.endsWith(".pdf") && (corpus === "fresh" || isDev(name)))
      .map((name) => join(folder, "corpus", corpus, name))
  )

const round = async (engines: ReadonlyArray<Engine>, files: ReadonlyArray<string>): Promise<ReadonlyArray<Sum>> => {
  const sums = engines.map((): Sum => ({ pages: 0, clock: 0, processor: 0 }))
  for (let from = 0; from < files.length; from += TURN) {
    for (const [k, engine] of engines.entries()) await takeTurn(engine, files.slice(from, from + TURN), sums[k]!)
  }
  return sums
}

export const run = async (args: ReadonlyArray<string>): Promise<void> => {
  const option = (name: string) => args.find((arg) => arg.startsWith(`--${name}=`))?.split("=")[1]
  const folder = await prepare("pdf")
  const named = args.filter((arg) => !arg.startsWith("--")).map((path) => resolve(path))
  const files = named.length > 0 ? named : documentsIn(folder)
  const peer = option("peer") ?? "liteparse"
  const engines = [await start("dunlin", adapter("pdf"), folder), await start(peer, peer, folder)]
  let last: ReadonlyArray<Sum> = []
  for (let k = 1; k <= Number(option("rounds") ?? 3); k++) {
    last = await round(engines, files)
    for (const [n, { clock, pages, processor }] of last.entries()) {
      const [byClock, byProcessor] = [clock / pages, processor / pages]
      console.log(
        `round ${k} ${engines[n]!.name.padEnd(10)} ${files.length} documents, ${pages} pages: ` +
          `${byClock.toFixed(1)} ms a page, of processors ${byProcessor.toFixed(1)}`
      )
    }
  }
  for (const { process } of engines) process.kill()
  const [own, other] = last.map(({ clock, pages, processor }) => ({
    clock: pages / clock,
    processor: pages / processor
  }))
  const ratio = (key: "clock" | "processor") => Math.round(own![key] / other![key] * HUNDREDTHS) / HUNDREDTHS
  const area = named.length > 0 ? "PDF, files that are named" : "PDF, dev and fresh documents"
  const one = { name: peer, value: 1 }
  figure({ area, metric: "pages per second, relative to the peer", ours: ratio("clock"), peer: one })
  figure({ area, metric: "pages per second of CPU time, relative to the peer", ours: ratio("processor"), peer: one })
}
