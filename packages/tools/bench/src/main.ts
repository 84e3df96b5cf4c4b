// npm run bench                      what can be run
// npm run bench -- schema            a benchmark that needs nothing else
// npm run bench -- html --corpus=wcxb    one on shared data, with arguments for its harness
import { readdirSync } from "node:fs"
import { dirname } from "node:path"

const helpers = new Set(["compatibility", "main", "measure", "numbers", "processorTime", "report", "sharedData"])
const benches = readdirSync(new URL(".", import.meta.url))
  .filter((file) => file.endsWith(".ts"))
  .map((file) => file.slice(0, -3))
  .filter((name) => !helpers.has(name))

const [name, ...args] = process.argv.slice(2)
if (name === undefined) {
  console.log(`npm run bench -- <${benches.join(" | ")}>\n\nFigures and peers: packages/tools/bench/README.md`)
} else if (!benches.includes(name)) {
  console.error(`There is no benchmark ${name}; there are ${benches.join(", ")}`)
  process.exitCode = 2
} else {
  // Some benchmarks are separate programs, which read their arguments from the command line.
  process.argv.splice(2, 1)
  const { beside, listen, write } = await import("./report.ts")
  beside(dirname(import.meta.dirname))
  const started = new Date()
  listen()
  const bench = await import(new URL(`./${name}.ts`, import.meta.url).href) as {
    readonly run?: (args: ReadonlyArray<string>) => Promise<void>
  }
  await bench.run?.(args)
  console.error(`report: ${write(name, args, started)}`)
}
