// Causes 99 named faults of servers: npm run bench -- faults [filter]
import { join } from "node:path"
import { node, passOn, prepare, run as execute } from "./sharedData.ts"

export const run = async (args: ReadonlyArray<string>) => {
  const folder = join(await prepare("fetch"), "faults")
  await execute("bash", ["make-certs.sh"], folder)
  await passOn(join(folder, "dunlin.mjs"), "fetcher")
  await node(["--expose-gc", "runner.mjs", "./dunlin.mjs", ...args], folder)
}
