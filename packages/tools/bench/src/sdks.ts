// Calls every method of the published SDKs of the reference on this server: npm run bench -- sdks
//
// JavaScript always; Python, Rust, Java and Go if the language is installed and its registry has the package. Each runs
// against `dunlin serve` on loopback. A difference that `sdks/accepted.ts` does not explain is printed. `--write` puts
// the outcomes into `compatibility.json`.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { start } from "../../../dunlin/test/serverProcess.ts"
import { write } from "./compatibility.ts"
import { figure } from "./report.ts"
import { judge } from "./sdks/accepted.ts"
import { everyClient } from "./sdks/everyClient.ts"
import { go } from "./sdks/go.ts"
import { java } from "./sdks/java.ts"
import { rust } from "./sdks/rust.ts"

export const run = async (args: ReadonlyArray<string>) => {
  const scratch = mkdtempSync(join(tmpdir(), "dunlin-bench-sdks-"))
  try {
    const { missing, outcomes } = await everyClient({ scratch, start, more: [rust, java, go] })
    for (const sentence of missing) console.log(sentence)
    const { judged, unexplained, unused } = judge(outcomes)
    console.log("| client | method | outcome |\n| --- | --- | --- |")
    for (const { client, method, reason, version, why, works } of judged) {
      const outcome = works ? "works" : reason === undefined ? `differs: ${why}` : `accepted: ${reason}`
      console.log(`| ${client} ${version} | ${method} | ${outcome} |`)
    }
    for (const { method } of unused) console.log(`Nothing needs this row of the accepted differences: ${method}`)
    const clients = new Set(outcomes.map(({ client }) => client)).size
    const metric = (what: string) => `${what}, of ${outcomes.length} calls of ${clients} clients`
    const works = judged.filter(({ works }) => works).length
    figure({ area: "SDKs of the reference", metric: metric("successful requests"), ours: works })
    figure({ area: "SDKs of the reference", metric: metric("unexplained differences"), ours: unexplained.length })
    if (args.includes("--write")) write("Firecrawl", judged)
  } finally {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5 })
  }
}
