// Checks whether scripts of a page reach a canary on loopback: npm run bench -- escape
//
// The page, the canary (TCP, HTTP, WebSocket, UDP) and the names are from the shared harness. The browser of this
// project visits the page and is killed. The replacement browser visits the page again, and is then sent to further
// URLs directly.
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { node, prepare } from "./sharedData.ts"

const startOfBrowser = " let proxy,args="
const endOfBrowser = "await b.close();"

export const run = async () => {
  const folder = join(await prepare("fetch"), "escape")
  // A refused download navigates away from the page, so it is the last test.
  const harness = (await readFile(join(folder, "escape-test.mjs"), "utf8"))
    .replace("download:'x'}); a.click();", "download:'x'}); setTimeout(()=>a.click(),5500);")
  const from = harness.indexOf(startOfBrowser)
  const to = harness.indexOf(endOfBrowser)
  if (from === -1 || to === -1) {
    throw new Error("escape-test.mjs of the shared harness has changed: the code that starts its browser was not found")
  }
  const attacker = pathToFileURL(fileURLToPath(new URL("./fetcher/attacked.ts", import.meta.url))).href
  const ours = `
 const {attack}=await import(${
    JSON.stringify(attacker)
  }); const R=await attack({sitePort:SP,lookup,forbidden:C('127.0.0.1'),onRead:k=>hit(k)}); const nav={status:()=>R.status}, proxy=undefined;`
  await writeFile(
    join(folder, "with-dunlin.mjs"),
    harness.slice(0, from) + ours + harness.slice(to + endOfBrowser.length)
  )
  await node(["with-dunlin.mjs", "dunlin"], folder)
}
