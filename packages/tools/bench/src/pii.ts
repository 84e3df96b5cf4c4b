// Compares redaction with peers: npm run bench -- pii [--mode=fast] [--engine=...]
import { join } from "node:path"
import { node, passOn, prepare } from "./sharedData.ts"

export const run = async (args: ReadonlyArray<string>) => {
  const folder = await prepare("pii")
  await passOn(join(folder, "engines/dunlin.mjs"), "pii")
  const engines = args.some((arg) => arg.startsWith("--engine=")) ? [] : ["--engine=dunlin,redact-pii"]
  await node(["bench.mjs", ...engines, "--split=dev", ...args], folder)
}
