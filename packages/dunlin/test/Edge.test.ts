import { assert, describe, it } from "@effect/vitest"
import { join } from "node:path"
import { createContext, runInContext } from "node:vm"
import { rolldown } from "rolldown"

/** What every platform of the web has, and nothing of Node. */
const platform = () =>
  createContext({
    AbortController,
    AbortSignal,
    clearTimeout,
    console,
    MessageChannel,
    performance,
    queueMicrotask,
    setTimeout,
    structuredClone,
    TextDecoder,
    TextEncoder,
    URL,
    URLSearchParams
  })

const entry = join(import.meta.dirname, "edge-program.ts")

/** One script of a program and everything it imports, and what it imports that no platform of the web has. */
const bundled = async (
  program: string
): Promise<{ readonly code: string; readonly missing: ReadonlyArray<string> }> => {
  const missing: Array<string> = []
  const build = await rolldown({
    input: entry,
    cwd: import.meta.dirname,
    platform: "neutral",
    resolve: { conditionNames: ["worker", "import", "default"], mainFields: ["module", "main"] },
    treeshake: { moduleSideEffects: false },
    checks: { eval: false },
    plugins: [{
      name: "program",
      resolveId: (id) => {
        if (id === entry) return entry
        if (!id.startsWith("node:")) return null
        missing.push(id)
        return { id, external: true }
      },
      load: (id) => id === entry ? program : null
    }]
  })
  const globals = (id: string) => id.replace(":", "_")
  const { output } = await build.generate({ format: "iife", name: "program", codeSplitting: false, globals })
  await build.close()
  return { code: output[0].code, missing }
}

/** What `answer` of a program is on a platform of the web. */
const run = async (program: string): Promise<unknown> => {
  const { code, missing } = await bundled(program)
  assert.deepStrictEqual(missing, [])
  return await (runInContext(`${code}\nprogram.answer`, platform()) as Promise<unknown>)
}

describe("on a web platform", { concurrent: false }, () => {
  it("HTML becomes Markdown", async () => {
    const markdown = await run(`import * as Html from "@dunlin/transformers/Html"
      const page = Html.parse("<main><h1>Waders</h1><p>The <b>sanderling</b> has no hind toe.</p></main>")
      export const answer = Promise.resolve(Html.markdown(page, Html.mainContent(page)).markdown)`)
    assert.match(String(markdown), /# Waders\n\nThe \*\*sanderling\*\* has no hind toe\./)
  })

  it("a query is parsed, by its function and by its module", async () => {
    const answer = await run(`import { parseQuery } from "@dunlin/query-operators/ParseQuery"
      import * as Query from "@dunlin/query-operators/Query"
      const query = "waders site:münchen.de -gulls"
      export const answer = Promise.resolve(JSON.stringify([parseQuery(query), Query.parse(query)]))`)
    const [read, parsed] = JSON.parse(String(answer))
    assert.deepStrictEqual(read, parsed)
    assert.match(JSON.stringify(read), /xn--mnchen-3ya\.de/)
  })

  it("a text is redacted, which needs a thread elsewhere", async () => {
    const text = `Write to ann@example.com. ${"Nothing to see. ".repeat(3000)}`
    const answer = await run(`import { redact } from "@dunlin/redaction/Redact"
      export const answer = redact(${JSON.stringify(text)})`)
    assert.strictEqual(answer, text.replace("ann@example.com", "<EMAIL>"))
  })

  it("other modules name what they need: this test can fail", async () => {
    const { missing } = await bundled(`export * from "@dunlin/fetcher/HttpFetcher"`)
    assert.include(missing, "node:net")
  })
})
