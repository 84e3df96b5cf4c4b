import { assert, beforeAll, describe, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"

const root = join(import.meta.dirname, "../../..")
const project = join(import.meta.dirname, "words")
const sources = readFileSync(join(project, "wrong.ts"), "utf8").split("\n")

const run = (program: string, parameters: ReadonlyArray<string>): Promise<string> =>
  new Promise((resolve) =>
    execFile(
      process.execPath,
      [program, ...parameters],
      // as `.config/compile.mjs` has it
      { cwd: root, maxBuffer: 2 ** 24, env: { GOGC: "400", ...process.env } },
      (_, stdout, stderr) => resolve(stdout + stderr)
    )
  )

const require = createRequire(import.meta.url)
const compilerOf = (name: string) => join(require.resolve(`${name}/package.json`), "../bin/tsc")

/** What a compiler says first about each exported name. */
const said = async (compiler: string) => {
  const output = await run(compiler, ["-p", project])
  const found = new Map<string, string>()
  for (const [, line, message] of output.matchAll(/wrong\.ts\((\d+),\d+\): error TS\d+: (.*)/g)) {
    const name = /export const (\w+)/.exec(sources[Number(line) - 1] ?? "")?.[1] ?? `line ${line}`
    if (!found.has(name)) found.set(name, message ?? "")
  }
  return found
}

const rank = "Stage<\"rank\", { readonly scores: readonly number[]; }, { top: number | undefined; }, never, never>"
const rerank = "Stage<\"rerank\", { readonly hits: readonly { title: string; score: number; }[]; }, " +
  "{ hits: readonly { title: string; score: number; }[]; }, never, never>"
const words = "Stage<\"words\", { readonly markdwon: string; }, { words: number; }, StageFailed | StageTimeout, never>"
const missing = "FieldIsMissing<{ stage: \"rank\"; field: \"scores\"; wanted: readonly number[]; }>"
const wrong = "FieldHasWrongType<{ stage: \"rerank\"; field: \"hits\"; " +
  "wanted: readonly { title: string; score: number; }[]; given: { title: string; }[]; }>"
const typo = "FieldIsMissing<{ stage: \"words\"; field: \"markdwon\"; wanted: string; }>"

/** What is said of the property of a literal that stands for a pipeline which cannot run. */
const option = (name: string, problem: string) =>
  `Object literal may only specify known properties, and '${name}' does not exist in type '${problem}'.`
const leftOut = option("query", "FieldIsMissing<{ stage: \"print\"; field: \"hits\"; wanted: Hits; }>")
const unfinished = "ResultIsMissing<{ stage: \"finish\"; field: \"scraped\"; wanted: Scraped<Document>; }>"
const unsettled = "ResultIsMissing<{ stage: \"settle\"; field: \"response\"; wanted: SearchResponse; }>"
const starved = [
  "FieldIsMissing<{ stage: \"transform\"; field: \"cacheState\"; wanted: \"hit\" | \"miss\"; }>",
  "FieldIsMissing<{ stage: \"transform\"; field: \"cachedAt\"; wanted: number | undefined; }>",
  "FieldIsMissing<{ stage: \"transform\"; field: \"page\"; wanted: RawPage; }>"
]

const property = (given: string, problem: string) =>
  `Property '"~problem"' is missing in type '${given}' but required in type '${problem}'.`
const argument = (given: string, problem: string) =>
  `Argument of type '${given}' is not assignable to parameter of type '${problem}'.`

const allStages = ["authorize", "plan", "reserve", "search", "refine", "scrape", "verify", "highlight", "settle"]

/** The order in which a compiler lists what may stand in one place is its own. */
const unordered = (message: string | undefined) => message?.split(/'| \| /).toSorted()
const union = (...types: ReadonlyArray<string>) => types.join(" | ")
const literals = (...names: ReadonlyArray<string>) => union(...names.map((name) => `"${name}"`))

const compilers = [{ name: "typescript", says: property }, { name: "typescript-5.9", says: argument }]

describe("compiler errors of an invalid pipeline", () => {
  // once, for both compilers: two builds at a time would write the same files
  beforeAll(() => run(compilerOf("typescript"), ["-b", "--checkers", "1", "packages/dunlin"]))

  for (const { name, says } of compilers) {
    it(name, async () => {
      const messages = await said(compilerOf(name))
      assert.strictEqual(messages.get("missingField"), says(rank, missing))
      assert.strictEqual(messages.get("wrongType"), says(rerank, wrong))
      assert.deepStrictEqual(
        unordered(messages.get("misspelt")),
        unordered(argument(literals("fnid"), literals("plan", "find", "print")))
      )
      assert.deepStrictEqual(unordered(messages.get("misspeltAfter")), unordered(messages.get("misspelt")))
      assert.strictEqual(messages.get("leftOut"), leftOut)
      assert.strictEqual(messages.get("inClient"), says(words, typo))
      assert.deepStrictEqual(
        unordered(messages.get("misspeltInClient")),
        unordered(argument(literals("setle"), literals(...allStages)))
      )
      assert.strictEqual(messages.get("unfinished"), option("scrape", unfinished))
      assert.strictEqual(messages.get("unsettled"), option("search", unsettled))
      assert.strictEqual(messages.get("inLayer"), option("search", unsettled))
      assert.deepStrictEqual(unordered(messages.get("starved")), unordered(option("scrape", union(...starved))))
      assert.strictEqual(messages.get("lacking"), option("scrape", "ServiceIsMissing<{ service: Dictionary; }>"))
      // these begin with whole types; what is wrong is at the end of the line
      assert.include(messages.get("unknownOption"), "Did you mean to write 'provider'?")
      assert.include(messages.get("piped"), "\"fnid\"")
      assert.lengthOf(Array.from(messages.keys()), 14)
    })
  }
})
