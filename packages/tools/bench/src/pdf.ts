// Compares the conversion of PDF to Markdown with peers: npm run bench -- pdf [--corpus=tagged,resynth,print]
// [--engine=...]
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { adapter, node, prepare } from "./sharedData.ts"

/** A copy of the harness in which code is parsed like in other Markdown; see `plainCode`. */
const mended = "bench.code.mjs"

const mend = async (folder: string): Promise<void> => {
  let source = await readFile(join(folder, "bench.mjs"), "utf8")
  for (const read of ["readFileSync(x.gt, 'utf8')", "r.markdown ?? ''"]) {
    const scored = `norm(${read})`
    if (source.split(scored).length !== 2) throw new Error(`The harness does not score ${scored} once any more`)
    source = source.replace(scored, () => `norm(plainCode(${read}))`)
  }
  const from = JSON.stringify(new URL("pdf/plainCode.ts", import.meta.url).href)
  await writeFile(join(folder, mended), `import { plainCode } from ${from}\n${source}`)
}

export const run = async (args: ReadonlyArray<string>) => {
  const folder = await prepare("pdf")
  await mend(folder)
  const engines = args.some((arg) => arg.startsWith("--engine="))
    ? []
    : [`--engine=${adapter("pdf")},liteparse,pdf-inspector`]
  await node([mended, ...engines, "--split=dev", ...args], folder)
}
