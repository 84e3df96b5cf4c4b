import { assert, describe, it } from "@effect/vitest"
import { join } from "node:path"
import { rolldown } from "rolldown"

/**
 * Limit for a search service in one minified file; counted, because time says nothing on a busy machine. 250 kB of it are
 * packed lists of names, places and common words of the detector of personal data. A bundle in several files loads them
 * when it redacts.
 */
const MAX_BYTES_OF_ONE_FILE = 3_760_000

/** Users may install these next to Dunlin; they are no part of a bundle. */
const optional = ["pg", "redis", "playwright-core", "tesseract.js", "@duckduckgo/autoconsent"]

const entry = join(import.meta.dirname, "bundled-program.ts")

const program = `import { createClient } from "dunlin"
  const client = createClient()
  const { data } = await client.search("typed error", { limit: 1 })
  console.log(data.web?.length)
  await client.close()`

/** The program and everything it imports, now or later, as one minified file. */
const inOneFile = async () => {
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

describe("a search service in one file", () => {
  it("is small, and has no tokenizer and no mocks of undici", async () => {
    const { code, moduleIds } = await inOneFile()
    const has = (part: string) => moduleIds.filter((id) => id.includes(part))
    assert.isEmpty(has("gpt-tokenizer"))
    assert.isEmpty(has("undici/lib/mock"))
    assert.isNotEmpty(has("undici/lib/dispatcher"))
    assert.isBelow(Buffer.byteLength(code), MAX_BYTES_OF_ONE_FILE)
  })
})
