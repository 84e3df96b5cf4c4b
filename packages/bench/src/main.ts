// npm run bench                      what can be run
// npm run bench -- schema pipeline   these benchmarks, which need nothing else
import { access } from "node:fs/promises"

const benches = ["schema", "pipeline", "cache", "threat", "credits", "httpApi"]

const names = process.argv.slice(2)
if (names.length === 0) {
  console.log(
    `npm run bench -- ${benches.join(" | ")}\n\nComparisons with the peers on shared data: packages/bench/README.md`
  )
}
for (const name of names) {
  const file = new URL(`./${name}.ts`, import.meta.url)
  if (!benches.includes(name) || !(await access(file).then(() => true, () => false))) {
    console.error(`There is no benchmark ${name}; there are ${benches.join(", ")}`)
    process.exitCode = 2
    continue
  }
  const { run } = await import(file.href) as { readonly run: () => Promise<void> }
  await run()
}
