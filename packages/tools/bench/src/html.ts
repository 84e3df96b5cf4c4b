// Compares main content and Markdown with peers: npm run bench -- html [--corpus=sh181,wcxb,traf]
// [--engine=dunlin,...]
import { stat } from "node:fs/promises"
import { join } from "node:path"
import { available } from "../adapters/trafilatura.ts"
import { node, passOn, prepare } from "./sharedData.ts"

export const run = async (args: ReadonlyArray<string>) => {
  const folder = await prepare("html")
  await passOn(join(folder, "engines/dunlin.mjs"), "html")
  await passOn(join(folder, "engines/trafilatura.mjs"), "trafilatura")
  const own = args.some((arg) => arg.startsWith("--engine=")) ? [] : [`--engine=dunlin,${(await peers(folder)).join()}`]
  const corpus = args.some((arg) => arg.startsWith("--corpus=")) ? [] : ["--corpus=sh181"]
  await node(["bench.mjs", ...own, ...corpus, "--split=dev", ...args], folder)
}

const peers = async (folder: string): Promise<ReadonlyArray<string>> => {
  const installed = (name: string) => stat(join(folder, "node_modules", name)).then(() => true, () => false)
  const found: Array<string> = []
  const wanted: ReadonlyArray<readonly [string, boolean, string]> = [
    ["readability-linkedom", await installed("@mozilla/readability"), "npm install @mozilla/readability linkedom"],
    ["defuddle-linkedom", await installed("defuddle"), "npm install defuddle linkedom"],
    ["trafilatura", available(), "python3 -m pip install trafilatura, or name its Python in DUNLIN_PYTHON"]
  ]
  for (const [engine, there, cure] of wanted) {
    if (there) found.push(engine)
    else console.log(`${engine} is skipped: ${cure}`)
  }
  return found
}
