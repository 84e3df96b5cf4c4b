// PDF to markdown beside the peers: npm run bench -- pdf [--corpus=tagged,resynth,print] [--engine=...]
import { adapter, node, prepare } from "./sharedData.ts"

export const run = async (args: ReadonlyArray<string>) => {
  const folder = await prepare("pdf")
  const engines = args.some((arg) => arg.startsWith("--engine="))
    ? []
    : [`--engine=${adapter("pdf")},liteparse,pdf-inspector`]
  await node(["bench.mjs", ...engines, "--split=dev", ...args], folder)
}
