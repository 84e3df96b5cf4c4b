// Main content and markdown beside the peers: npm run bench -- html [--corpus=sh181,wcxb,traf] [--engine=dunlin,...]
import { join } from "node:path"
import { node, passOn, prepare } from "./sharedData.ts"

export const run = async (args: ReadonlyArray<string>) => {
  const folder = await prepare("html")
  await passOn(join(folder, "engines/dunlin.mjs"), "html")
  const own = args.some((arg) => arg.startsWith("--engine=")) ? [] : ["--engine=dunlin,readability-linkedom"]
  const corpus = args.some((arg) => arg.startsWith("--corpus=")) ? [] : ["--corpus=sh181"]
  await node(["bench.mjs", ...own, ...corpus, "--split=dev", ...args], folder)
}
