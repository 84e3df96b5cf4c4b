/** A program and everything that it imports, now or later, as one minified file. */
import { join } from "node:path"
import { rolldown } from "rolldown"

/** Users may install these next to Dunlin; they are not part of a bundle. */
const optional = [
  "pg",
  "redis",
  "playwright-core",
  "tesseract.js",
  "@duckduckgo/autoconsent",
  "@opensearch-project/opensearch"
]

const entry = join(import.meta.dirname, "bundled-program.ts")

export const inOneFile = async (program: string) => {
  const build = await rolldown({
    input: entry,
    cwd: import.meta.dirname,
    platform: "node",
    external: (id) => optional.some((name) => id === name || id.startsWith(`${name}/`)),
    treeshake: { moduleSideEffects: false },
    checks: { eval: false, ineffectiveDynamicImport: false },
    plugins: [{
      name: "program",
      resolveId: (id) => id === entry ? entry : null,
      load: (id) => id === entry ? program : null
    }]
  })
  const { output } = await build.generate({ format: "esm", minify: true, codeSplitting: false })
  await build.close()
  return output[0]
}
