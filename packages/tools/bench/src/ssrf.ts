// URLs that must not be dialled, compared with npm guards: npm run bench -- ssrf [peer]
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { adapter, node, prepare } from "./sharedData.ts"

export const run = async (args: ReadonlyArray<string>) => {
  const folder = join(await prepare("fetch"), "ssrf")
  const harness = await readFile(join(folder, "peers.mjs"), "utf8")
  const [before, after] = harness.split("const PEERS={")
  if (before === undefined || after === undefined) {
    throw new Error("the shared harness has changed: its list of peers was not found")
  }
  // The adapter is loaded after the harness has replaced sockets and names. Each probe has a separate engine, because
  // a reused connection is not dialled again.
  const ours = `const dunlin=await import(${JSON.stringify(pathToFileURL(adapter("fetcher")).href)});
const PEERS={'dunlin':url=>dunlin.fetchPage(url,{timeout:3000}).then(page=>page.status).finally(dunlin.close),`
  await writeFile(join(folder, "with-dunlin.mjs"), before + ours + after)
  await node(["with-dunlin.mjs", ...args], folder)
}
