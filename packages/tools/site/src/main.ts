// npm run site                 writes the documentation as a site to packages/tools/site/dist/html
// npm run site -- folder       to another folder
import { dirname, join, resolve } from "node:path"
import { apiPages } from "./api.ts"
import { build } from "./build.ts"
import { faultsOf } from "./check.ts"
import { readPages } from "./pages.ts"

const root = dirname(dirname(dirname(dirname(import.meta.dirname))))
const target = resolve(process.argv[2] ?? join(root, "packages/tools/site/dist/html"))
const { bytes, pages } = await build(root, [...readPages(root), ...apiPages(root)], target)
const faults = faultsOf(target)
if (faults.length > 0) {
  process.stderr.write(`${faults.join("\n")}\n`)
  process.exitCode = 1
}
process.stdout.write(`${pages} pages, ${Math.round(bytes / 1000)} kB, in ${target}\n`)
